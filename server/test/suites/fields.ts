import type { Operation } from '../../kernel/operation.ts';

/** What of JSON Schema the fields of requests and answers are made of. */
export interface Shape {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly maxProperties?: number;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Shape;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
}

export type Part = 'params' | 'query' | 'body';

/** A field of a request, at any depth. */
export interface Field {
  readonly part: Part;
  readonly path: readonly string[];
  /** Its schema; of one that may also be null, the schema of its other values. */
  readonly shape: Shape;
  readonly nullable: boolean;
  readonly required: boolean;
}

/** All fields of a part of an operation's requests, those within objects included. */
export function fieldsOf(operation: Operation, part: Part): Field[] {
  return within(operation[part] as Shape, part, []);
}

function within(object: Shape, part: Part, path: readonly string[]): Field[] {
  return Object.entries(object.properties ?? {}).flatMap(([name, schema]) => {
    const choices = (schema.anyOf ?? [schema]).filter(({ type }) => type !== 'null');
    const shape = choices.length === 1 ? choices[0]! : schema;
    const nullable = choices.length < (schema.anyOf?.length ?? 1);
    const required = object.required?.includes(name) ?? false;
    const field = { part, path: [...path, name], shape, nullable, required };
    // Of a list of records the fields of the first one stand for all.
    const inner =
      shape.items === undefined ? within(shape, part, field.path) : within(shape.items, part, [...field.path, '0']);
    return [field, ...inner];
  });
}

/** A field as error answers name it: `debtor.iban`, `items[0].amount`. */
export function nameOf({ path }: Pick<Field, 'path'>): string {
  return path.join('.').replaceAll('.0', '[0]');
}

export function isToken({ format }: Shape): boolean {
  return format === 'token' || format === 'optional-token';
}

/** Text that may say anything, as far as its schema knows. */
export function isFreeText({ type, enum: values, format }: Shape): boolean {
  return type === 'string' && values === undefined && format === undefined;
}

/** An amount of money, as `amount` of the kernel's schemas makes it. */
export function isAmount({ type, exclusiveMinimum, exclusiveMaximum }: Shape): boolean {
  return type === 'number' && exclusiveMinimum === 0 && exclusiveMaximum === 1e13;
}

/** Fields of an answer that its schema does not tell of: they would be undocumented. */
export function undocumented(value: unknown, shape: Shape, path = 'data'): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (shape.anyOf !== undefined) {
    const found = shape.anyOf.map((choice) => undocumented(value, choice, path));
    return found.some((paths) => paths.length === 0) ? [] : found.flat();
  }
  if (Array.isArray(value)) return value.flatMap((item) => undocumented(item, shape.items ?? {}, `${path}[]`));
  const { properties } = shape;
  if (properties === undefined) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const known = properties[name];
    return known === undefined ? [`${path}.${name}`] : undocumented(member, known, `${path}.${name}`);
  });
}
