import type { TSchema } from 'typebox';
import { Set as defineFormat } from 'typebox/format';
import { Errors } from 'typebox/value';
import { formats } from './formats.ts';
import type { FieldError } from './refusal.ts';

for (const [name, holds] of Object.entries(formats)) defineFormat(name, holds);

/** What is wrong with the shape of what came in a file, and not as a request: one entry for each bad field. */
export function shapeErrors(schema: TSchema, value: unknown): FieldError[] {
  return Errors(schema, value).flatMap(fieldErrors);
}

/** The validator names an unknown field twice, and of missing ones only the object that lacks them. */
function fieldErrors({ instancePath, keyword, params, message }: ReturnType<typeof Errors>[number]): FieldError[] {
  if (keyword === 'additionalProperties') return [];
  if (keyword === 'boolean')
    return [{ field: fieldName(instancePath), rule: 'unknown_field', message: 'is not known' }];
  if (keyword !== 'required') return [{ field: fieldName(instancePath), rule: keyword, message }];
  return params.requiredProperties.map((name) => ({
    field: fieldName(`${instancePath}/${name}`),
    rule: 'required',
    message: 'is missing',
  }));
}

/** A JSON pointer (`/limits/0/amount`) as fields are named in answers (`limits[0].amount`). */
function fieldName(pointer: string): string {
  return pointer
    .slice(1)
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.');
}
