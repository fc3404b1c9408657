import type { ErrorObject } from 'ajv';
import type { FieldError } from '../kernel/refusal.ts';

/** An answer names this many bad fields at most: it is for people to read. */
export const mostFieldErrors = 100;

/** The validator's errors as the API tells them: one for each bad field, by its path in the request. */
export function fieldErrors(errors: readonly ErrorObject[]): FieldError[] {
  const byField = new Map<string, FieldError>();
  for (const error of errors) {
    if (isEcho(error, errors)) continue;
    const field = fieldOf(error);
    if (byField.has(field)) continue;
    byField.set(field, { field, rule: ruleOf(error), message: messageOf(error) });
    if (byField.size === mostFieldErrors) break;
  }
  return [...byField.values()];
}

/** A value that fits none of several shapes is told by what the main shape lacks, not by "none fits" or "is not null". */
function isEcho(error: ErrorObject, errors: readonly ErrorObject[]): boolean {
  const others = errors.some(
    (other) => other !== error && other.instancePath.startsWith(error.instancePath) && !isUnion(other),
  );
  return others && (isUnion(error) || (error.keyword === 'type' && error.params.type === 'null'));
}

function isUnion(error: ErrorObject): boolean {
  return error.keyword === 'anyOf' || error.keyword === 'oneOf';
}

/** `/debtor/items/0` and a missing or unknown property `iban` become `debtor.items[0].iban`. */
function fieldOf({ instancePath, params }: ErrorObject): string {
  const steps = instancePath === '' ? [] : instancePath.slice(1).split('/');
  const property = params.missingProperty ?? params.additionalProperty;
  let field = '';
  for (const step of steps) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (/^\d+$/.test(name) && field !== '') field += `[${name}]`;
    else field = field === '' ? name : `${field}.${name}`;
  }
  if (typeof property !== 'string') return field;
  // The name of an unknown field is the client's own text: it goes back readable and short.
  const name = property.toWellFormed().replaceAll('\0', '\ufffd').slice(0, 100);
  return field === '' ? name : `${field}.${name}`;
}

const rules: Readonly<Record<string, string>> = {
  additionalProperties: 'unknown_field',
  enum: 'allowed_value',
  const: 'allowed_value',
  anyOf: 'type',
  oneOf: 'type',
};

function ruleOf({ keyword, params }: ErrorObject): string {
  if (keyword === 'format') return formatOf(params).replaceAll('-', '_');
  return rules[keyword] ?? keyword.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function formatOf(params: ErrorObject['params']): string {
  return String(params.format).replace(/^optional-/, '');
}

const mostValuesNamed = 20;

function messageOf({ keyword, params, message }: ErrorObject): string {
  if (keyword === 'required') return 'is required';
  if (keyword === 'additionalProperties') return 'is not a field of this request';
  if (keyword === 'format') return `is not a valid ${formatOf(params).replaceAll('-', ' ')}`;
  if (keyword === 'enum') return allowedValues(params.allowedValues as readonly unknown[]);
  return message ?? 'is not valid';
}

function allowedValues(values: readonly unknown[]): string {
  const named = values.filter((value) => value !== '');
  return named.length > mostValuesNamed ? 'is not one of the allowed values' : `must be one of: ${named.join(', ')}`;
}
