import { Errors } from 'typebox/value';
import { minorUnits } from '../../kernel/currency.ts';
import { isBic } from '../../kernel/iban.ts';
import { toMinor } from '../../kernel/money.ts';
import type { FieldError } from '../../kernel/refusal.ts';
import { type ProgramDefinition, programDefinition } from './model.ts';

/** What is wrong with a definition: its shape first, and only when that is right, what its parts say to each other. */
export function definitionErrors(definition: unknown): FieldError[] {
  const shape = Errors(programDefinition, definition).flatMap(fieldErrors);
  return shape.length > 0 ? shape : contradictions(definition as ProgramDefinition);
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

function contradictions(definition: ProgramDefinition): FieldError[] {
  const errors: FieldError[] = [];
  if (definition.secondary_currencies.includes(definition.primary_currency)) {
    errors.push({
      field: 'secondary_currencies',
      rule: 'distinct',
      message: 'the primary currency is not a secondary one',
    });
  }
  const allowed = new Set(definition.groups.allowed);
  for (const [group, code] of Object.entries(definition.groups.default)) {
    if (allowed.has(code)) continue;
    errors.push({ field: `groups.default.${group}`, rule: 'group_not_in_program', message: `${code} is not allowed` });
  }
  return [...errors, ...issuerErrors(definition), ...amountErrors(definition)];
}

function issuerErrors({ issuer }: ProgramDefinition): FieldError[] {
  if (issuer === undefined) return [];
  return (['bg_bic', 'gb_bic'] as const)
    .filter((name) => !isBic(issuer[name]) || !issuer[name].startsWith(issuer.bank))
    .map((name) => ({ field: `issuer.${name}`, rule: 'bic', message: 'must be a BIC that begins with the bank code' }));
}

/** Amounts hold in every currency of the program, so they may have no more decimals than the coarsest one. */
function amountErrors(definition: ProgramDefinition): FieldError[] {
  const currencies = [definition.primary_currency, ...definition.secondary_currencies];
  const coarsest = currencies.reduce((a, b) => (minorUnits(a) <= minorUnits(b) ? a : b));
  const amounts = [
    { field: 'floor', amount: definition.floor },
    ...definition.limits.map(({ amount }, index) => ({ field: `limits[${index}].amount`, amount })),
    ...(definition.fees ?? []).map(({ fixed }, index) => ({ field: `fees[${index}].fixed`, amount: fixed })),
  ];
  return amounts
    .filter(({ amount }) => amount !== undefined && toMinor(amount, coarsest) === undefined)
    .map(({ field }) => ({ field, rule: 'decimals', message: `has more decimals than ${coarsest}` }));
}
