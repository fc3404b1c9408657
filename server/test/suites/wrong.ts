import type { Operation, Route } from '../../kernel/operation.ts';
import { type Field, fieldsOf, isAmount, isFreeText, isToken, nameOf, type Shape } from './fields.ts';
import { type Draft, type Letter, letter, valueAt, withValue } from './request.ts';

/** A request with one mistake, and the field that the refusal must name. */
export interface Wrong {
  readonly what: string;
  readonly sent: Letter;
  readonly field: string;
}

/** All requests with one mistake that the schemas of an operation let one make, around a request that is right. */
export function wrongRequests(operation: Operation, route: Route, right: Draft): Wrong[] {
  const parts = route.method === 'GET' ? (['params', 'query'] as const) : (['params', 'query', 'body'] as const);
  const fields = parts.flatMap((part) => fieldsOf(operation, part)).filter((field) => isHere(field, route));
  const wrong = (what: string, field: string, draft: Draft) => ({ what, field, sent: letter(operation, route, draft) });
  const one = (field: Field) =>
    wrongValues(field).map(([what, value]) => wrong(what, nameOf(field), withValue(right, field, value)));
  const missing = fields
    .filter(({ part, required, path }) => required && part !== 'params' && isThere(right, path, part))
    .map((field) => wrong('missing', nameOf(field), withValue(right, field, undefined)));
  const unknown = strangers(fields, parts, right).map(([place, draft]) => wrong('unknown', place, draft));
  return [...fields.flatMap(one), ...missing, ...unknown];
}

/** Whether this way into the operation has the field: of the path's parameters only its own. */
function isHere({ part, path }: Field, route: Route): boolean {
  return part !== 'params' || route.path.includes(`{${path[0]}}`);
}

function isThere(draft: Draft, path: readonly string[], part: Field['part']): boolean {
  return path.length === 1 || valueAt(draft, { part, path: path.slice(0, -1) }) !== undefined;
}

const strangerNames = ['surprise', '__proto__', 'constructor', 'toString', "x'; drop table ledger.balances; --"];

/** The request with fields that nobody knows, in each of its objects. */
function strangers(fields: readonly Field[], parts: readonly Field['part'][], right: Draft) {
  const objects = fields.filter(({ shape }) => shape.properties !== undefined && shape.additionalProperties === false);
  const roots = parts.filter((part) => part !== 'params').map((part) => ({ part, path: [] as string[] }));
  return [...roots, ...objects].flatMap(({ part, path }) =>
    strangerNames.map((name): [string, Draft] => {
      const field = { part, path: [...path, name] };
      return [path.length === 0 ? name : `${nameOf({ path })}.${name}`, withValue(right, field, 'x')];
    }),
  );
}

type Value = readonly [what: string, value: unknown];

function wrongValues(field: Field): Value[] {
  const { part, shape } = field;
  if (part === 'params') return paramValues(shape);
  if (part === 'query') return queryValues(shape);
  return [
    ...wrongTypes(field),
    ...stringValues(shape),
    ...numberValues(shape),
    ...listValues(shape),
    ...mapValues(shape),
  ];
}

/** In a path a value is text that is there; a page that is no number is another path. */
function paramValues(shape: Shape): Value[] {
  const texts = stringValues(shape).filter(([, value]) => value !== '' && isWellFormed(value));
  if (shape.type !== 'integer') return texts;
  return [
    ['below', (shape.minimum ?? 1) - 1],
    ['above', (shape.maximum ?? 1) + 1],
    ['long', '9'.repeat(40)],
    ['exponent', '1e1'],
  ];
}

function queryValues(shape: Shape): Value[] {
  const texts = stringValues(shape).filter(([, value]) => isWellFormed(value));
  const twice: Value = ['twice', ['one', 'two']];
  if (shape.type !== 'integer' && shape.type !== 'number') return [...texts, twice];
  const numbers = [
    'x',
    '1.5x',
    '1,5',
    '0x',
    'NaN',
    'Infinity',
    '-Infinity',
    '1 or 1=1',
    '１',
    '0x1',
    '1e0',
    ' 1',
    '+1',
    '1.',
    '01x',
  ];
  const outside = [
    shape.minimum === undefined ? [] : shape.minimum - 1,
    shape.maximum === undefined ? [] : shape.maximum + 1,
  ];
  return [...numbers, ...outside.flat()].map((value): Value => [String(value), value]).concat([twice]);
}

function isWellFormed(value: unknown): boolean {
  return typeof value === 'string' && value.isWellFormed();
}

const samples: Readonly<Record<string, readonly unknown[]>> = {
  null: [null],
  boolean: [true],
  number: [12.5, 0, -1],
  string: ['text'],
  array: [[], [[]], nested(500)],
  object: [{}, { constructor: { prototype: {} } }],
};

function nested(depth: number): unknown {
  return depth === 0 ? [] : [nested(depth - 1)];
}

function wrongTypes({ shape, nullable }: Field): Value[] {
  const taken = new Set((shape.anyOf ?? [shape]).map(({ type }) => (type === 'integer' ? 'number' : type)));
  if (taken.has(undefined)) return [];
  if (nullable) taken.add('null');
  return Object.entries(samples)
    .filter(([type]) => !taken.has(type))
    .flatMap(([type, values]) => values.map((value): Value => [`${type} instead`, value]));
}

/** What no format takes, whatever it is for. */
const misfits = [' ', 'x', '⚡', '-1', 'null', "' or 1=1 --", '2026-02-30', '2026-13-01T00:00:00Z', 'x'.repeat(5_000)];

function stringValues(shape: Shape): Value[] {
  const { type, minLength = 0, maxLength, enum: values, format } = shape;
  if (type !== 'string') return [];
  const found: Value[] = [
    ['U+0000', 'a\u0000b'],
    ['half a surrogate pair', 'a\ud800b'],
    ['the other half', 'a\udc00b'],
  ];
  if (minLength > 0) found.push(['too short', 'a'.repeat(minLength - 1)]);
  if (maxLength !== undefined)
    found.push(['too long', 'a'.repeat(maxLength + 1)], ['too long', '😀'.repeat(maxLength + 1)]);
  if (format !== undefined) for (const text of misfits) found.push([`no ${format}`, text]);
  if (isToken(shape))
    found.push(['one more', '01975f00-5eed-7000-8000-0000000000010'], ['one less', '01975f005eed70008000']);
  if (values !== undefined) {
    const near = values
      .filter((value) => value !== '')
      .flatMap((value) => [`${value} `, `${value}\n`, ` ${value}`, `${value}x`]);
    for (const text of ['no such value', ...near.slice(0, 8)])
      if (!values.includes(text)) found.push(['not allowed', text]);
  }
  return found;
}

const lexemes = [
  '0',
  '-0',
  '-1',
  '-0.01',
  '1.5',
  '1e2',
  '1E+2',
  '1e400',
  '-1e400',
  '5e-324',
  '10000000000000',
  '12345678901234567890',
  '123456789.12345678',
  '9007199254740993',
  '0.1000000000000000055',
  '1'.repeat(400),
];

function numberValues(shape: Shape): Value[] {
  if (shape.type !== 'number' && shape.type !== 'integer') return [];
  const found = lexemes.filter((lexeme) => violates(shape, lexeme)).map((lexeme): Value => [lexeme, rawJson(lexeme)]);
  // The smallest unit of any currency has four decimals at most.
  if (isAmount(shape))
    found.push(['too many decimals', rawJson('0.00001')], ['too many decimals', rawJson('1.000001')]);
  return found;
}

/** A number as it is to be written. */
export function rawJson(lexeme: string): unknown {
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(lexeme);
}

/** By the rules of the schema, and by that for all numbers: no exponent, at most 15 digits. */
function violates(shape: Shape, lexeme: string): boolean {
  const value = Number(lexeme);
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum, exclusiveMaximum, type } = shape;
  if (/e/i.test(lexeme) || lexeme.replace(/[-.]/g, '').replace(/^0+/, '').length > 15) return true;
  if (value < minimum || value > maximum || (type === 'integer' && !Number.isInteger(value))) return true;
  return value <= (exclusiveMinimum ?? -Infinity) || value >= (exclusiveMaximum ?? Infinity);
}

function listValues({ type, items, minItems = 0, maxItems, uniqueItems }: Shape): Value[] {
  if (type !== 'array') return [];
  const found: Value[] = minItems > 0 ? [['too few', []]] : [];
  if (maxItems !== undefined) found.push(['too many', Array.from({ length: maxItems + 1 }, (_, index) => `a${index}`)]);
  if (uniqueItems) found.push(['twice', ['a', 'a']]);
  if (items?.type === 'string')
    found.push(['no texts', [12]], ['no texts', [null]], ['no texts', [['a']]], ['U+0000', ['\u0000']]);
  if (items?.format !== undefined) found.push([`no ${items.format}`, ['⚡']]);
  if (items?.maxLength !== undefined) found.push(['too long', ['a'.repeat(items.maxLength + 1)]]);
  return found;
}

function mapValues({ type, properties, additionalProperties, maxProperties }: Shape): Value[] {
  if (type !== 'object' || properties !== undefined || typeof additionalProperties !== 'object') return [];
  const found: Value[] = [];
  if (maxProperties !== undefined) {
    const many = Array.from({ length: maxProperties + 1 }, (_, index) => [`a${index}`, 'a']);
    found.push(['too many', Object.fromEntries(many)]);
  }
  if (additionalProperties.type === 'string')
    found.push(['no text', { a: 12 }], ['no text', { a: null }], ['U+0000', { 'a\u0000': 'b' }]);
  return found;
}

/** The longest texts, the first and the last number: what is right, but only just. */
export function boundaryValues({ shape }: Field): Value[] {
  const { minLength, maxLength, minimum, maximum, maxItems, items } = shape;
  const found: Value[] = [];
  if (isFreeText(shape) && maxLength !== undefined)
    found.push(['longest', 'a'.repeat(maxLength)], ['longest', '😀'.repeat(maxLength)]);
  if (isFreeText(shape) && minLength) found.push(['shortest', 'a'.repeat(minLength)]);
  if (minimum !== undefined) found.push(['smallest', minimum]);
  if (maximum !== undefined) found.push(['largest', maximum]);
  if (isAmount(shape)) found.push(['smallest', 0.01], ['largest', 9_999_999_999_999], ['plain', rawJson('1.00')]);
  if (maxItems !== undefined && items?.type === 'string' && items.format === undefined)
    found.push(['most', Array.from({ length: maxItems }, (_, index) => `a${index}`)]);
  return found;
}
