import { Type } from 'typebox';
import { currencyCodes } from './currency.ts';
import type { RawJson } from './money.ts';

/**
 * The fields that requests and responses are made of. One schema serves validation, static types, the OpenAPI document
 * and the tests of every boundary, so a rule is written once. Formats (`token`, `country`, …) are in `formats.ts`.
 */

/** Free text of `min` to `max` characters; without a maximum the specification sets none, and the body's limit holds. */
export function text(max?: number, options: { min?: number; description?: string } = {}) {
  const { min = 0, description } = options;
  return Type.String({
    ...(min > 0 && { minLength: min }),
    ...(max !== undefined && { maxLength: max }),
    ...(description !== undefined && { description }),
  });
}

/** A token: a UUID, 36 characters; 32 without dashes are taken as well, and the canonical form is passed on. */
export function token(description: string) {
  return Type.String({ format: 'token', description });
}

/** A token that may be left empty: `""` counts as absent. */
export function optionalToken(description: string) {
  return Type.Optional(Type.String({ format: 'optional-token', description }));
}

/** One of some literal values. */
export function oneOf<const Values extends readonly string[]>(values: Values, description?: string) {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...(description && { description }) });
}

/** One of some literal values, or `""`, which clears the field. */
export function oneOfOrEmpty<const Values extends readonly string[]>(values: Values, description?: string) {
  return oneOf<readonly ['', ...Values]>(['', ...values], description);
}

/** An amount in a request: a positive JSON number in major units, written without exponent, at most 15 digits. */
export function amount(description: string) {
  return Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1e13, description });
}

/** An amount in an answer: a JSON number in major units with the currency's decimals. */
export function amountOut(description: string) {
  return Type.Unsafe<RawJson>({ type: 'number', description });
}

export const currency = Type.Unsafe<string>({
  type: 'string',
  enum: [...currencyCodes],
  description: 'ISO 4217 alphabetic code',
});

/** A moment: RFC 3339, UTC. */
export function moment(description: string) {
  return Type.String({ format: 'date-time', description });
}

/** A value or null. */
export function nullable<Schema extends Type.TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()]);
}

/** A request part: unknown fields are refused rather than ignored. */
export function fields<Properties extends Type.TProperties>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false });
}

/** A record in an answer: fields may be added in later versions (clients are tolerant readers). */
export function record<Properties extends Type.TProperties>(properties: Properties) {
  return Type.Object(properties);
}

/** What every list answers (N16): `total` and `pages` are exact up to 10,000 and null above. */
export function list<Schema extends Type.TSchema>(item: Schema) {
  return record({
    items: Type.Array(item),
    pagination: record({
      page: Type.Integer(),
      limit: Type.Integer(),
      total: nullable(Type.Integer()),
      pages: nullable(Type.Integer()),
      has_more: Type.Boolean(),
    }),
  });
}
