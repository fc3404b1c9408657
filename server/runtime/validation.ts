import { Ajv2020, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import { formats } from '../kernel/formats.ts';
import { parseToken } from '../kernel/ids.ts';
import { InexactNumber, mayHoldUnstorableText, unstorableText } from '../kernel/json.ts';
import type { Operation, Request } from '../kernel/operation.ts';
import type { FieldError } from '../kernel/refusal.ts';
import { fieldErrors, mostFieldErrors } from './field-errors.ts';

/** The three parts of a request as they came: text in path and query, anything in the body. */
export interface RawRequest {
  readonly params: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly body: Record<string, unknown>;
  /** The body's text, where it came as text. */
  readonly bodyText: string;
}

export interface Validator {
  /** Checks a request and brings it to its schemas' form, in place; the errors, when there are any. */
  request(raw: RawRequest): readonly FieldError[];
  /** What is wrong with the data of a successful answer; empty when nothing is. */
  response(data: unknown): readonly FieldError[];
}

export type AnyRequest = Request<Operation['params'], Operation['query'], Operation['body']>;

// The standard cannot say everything at once: texts of path and query become numbers and booleans, a body's never do.
const options: Options = {
  allErrors: true,
  strict: true,
  allowUnionTypes: true,
  useDefaults: true,
  validateFormats: true,
};
const texts = withFormats(new Ajv2020({ ...options, coerceTypes: true }));
const values = withFormats(new Ajv2020(options));

function withFormats(ajv: Ajv2020): Ajv2020 {
  for (const [name, validate] of Object.entries(formats)) ajv.addFormat(name, { type: 'string', validate });
  return ajv;
}

/** Compiles an operation's schemas. */
export function compile(operation: Operation): Validator {
  const params = part(texts, operation.params);
  const query = part(texts, operation.query);
  const body = part(values, operation.body);
  const response = values.compile(operation.response);
  return {
    request(raw) {
      const errors = [...params(raw.params), ...query(raw.query), ...body(raw.body), ...unstorable(raw)];
      return errors.length > mostFieldErrors ? errors.slice(0, mostFieldErrors) : errors;
    },
    response: (data) => (response(data) ? [] : fieldErrors(response.errors ?? [])),
  };
}

function part(ajv: Ajv2020, schema: TSchema): (value: unknown) => readonly FieldError[] {
  const validate: ValidateFunction = ajv.compile(schema);
  const canonicalize = canonicalizer(schema);
  const numbers = ajv === texts ? numberFields(schema) : [];
  return (value) => {
    markOddNumbers(value as Record<string, unknown>, numbers);
    if (!validate(value)) return fieldErrors(validate.errors ?? []);
    canonicalize?.(value);
    return none;
  };
}

const none: readonly FieldError[] = [];

function numberFields(schema: TSchema): readonly string[] {
  const { properties = {} } = schema as SchemaShape;
  return Object.keys(properties).filter((name) =>
    /^(integer|number)$/.test((properties[name] as SchemaShape).type ?? ''),
  );
}

/** A number in path or query is plain digits: the validator alone would also make one of `Infinity`, `0x1` and `1e1`. */
function markOddNumbers(value: Record<string, unknown>, names: readonly string[]): void {
  for (const name of names) {
    const text = value[name];
    if (typeof text === 'string' && !/^-?\d+(\.\d+)?$/.test(text)) value[name] = new InexactNumber(text);
  }
}

/** Text that the database cannot hold: a NUL character or half a surrogate pair. Almost no request needs the walk. */
function unstorable({ params, query, body, bodyText }: RawRequest): readonly FieldError[] {
  const found = [...unstorableText(params), ...unstorableText(query)];
  if (mayHoldUnstorableText(bodyText)) found.push(...unstorableText(body));
  return found.map((field) => ({ field, rule: 'text', message: 'holds a character that cannot be stored' }));
}

type Canonicalize = (value: unknown) => void;

interface SchemaShape {
  readonly type?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
}

/**
 * What brings the tokens in a valid value to their canonical form and drops those left empty, so that no operation ever
 * sees another one. Made once from the schema; nothing where the schema has no tokens.
 */
function canonicalizer(schema: TSchema): Canonicalize | undefined {
  const { properties, items, anyOf } = schema as SchemaShape;
  const steps: Canonicalize[] = [];
  for (const [name, property] of Object.entries(properties ?? {})) {
    if (isToken(property)) steps.push((value) => canonicalizeMember(value as Record<string, unknown>, name));
    const inner = canonicalizer(property);
    if (inner !== undefined) steps.push((value) => inner((value as Record<string, unknown>)[name]));
  }
  const each = items === undefined ? undefined : canonicalizer(items);
  if (each !== undefined) steps.push((value) => (value as unknown[]).forEach(each));
  if (items !== undefined && isToken(items)) steps.push(canonicalizeItems);
  for (const choice of anyOf ?? []) steps.push(...[canonicalizer(choice)].filter((step) => step !== undefined));
  if (steps.length === 0) return undefined;
  return (value) => {
    if (typeof value === 'object' && value !== null) for (const step of steps) step(value);
  };
}

function isToken(schema: TSchema): boolean {
  const { format, anyOf } = schema as SchemaShape;
  return format === 'token' || format === 'optional-token' || (anyOf?.some(isToken) ?? false);
}

function canonicalizeMember(parent: Record<string, unknown>, name: string): void {
  const value = parent[name];
  if (value === '') delete parent[name];
  else if (typeof value === 'string') parent[name] = parseToken(value) ?? value;
}

function canonicalizeItems(value: unknown): void {
  const items = value as unknown[];
  items.forEach((item, index) => {
    if (typeof item === 'string') items[index] = parseToken(item) ?? item;
  });
}
