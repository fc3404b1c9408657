import type { TSchema } from 'typebox';

/** One field of a request or an answer, as a table shows it. */
export interface Field {
  /** Where it stands: `debtor.iban`, `items[].token`. */
  readonly path: string;
  /** `string`, `number or null`, `array of object` … */
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
  /** Limits and allowed values in words: `1 to 35 characters`, `one of EUR, GBP`. */
  readonly limits: string;
}

/** A schema as JSON Schema sees it: every member may be missing. */
interface Shape {
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** Flattens an object schema into rows, children right after their parent. Other schemas give one row without a name. */
export function fieldsOf(schema: TSchema): readonly Field[] {
  const shape = schema as Shape;
  return shape.properties === undefined ? rows('', shape, true) : children('', shape);
}

function children(prefix: string, shape: Shape): Field[] {
  return Object.entries(shape.properties ?? {}).flatMap(([name, child]) =>
    rows(prefix === '' ? name : `${prefix}.${name}`, child, shape.required?.includes(name) ?? false),
  );
}

function rows(path: string, shape: Shape, required: boolean): Field[] {
  const inner = withoutNull(shape);
  const field = {
    path,
    type: typeName(shape),
    required,
    description: shape.description ?? inner.description ?? '',
    limits: limits(inner),
  };
  const items = inner.items === undefined ? undefined : withoutNull(inner.items);
  return [field, ...children(path, inner), ...(items === undefined ? [] : children(`${path}[]`, items))];
}

/** The one alternative beside null, if the schema is "something or null"; else the schema itself. */
function withoutNull(shape: Shape): Shape {
  const others = shape.anyOf?.filter((option) => option.type !== 'null') ?? [];
  return others.length === 1 && others[0] !== undefined ? others[0] : shape;
}

function typeName(shape: Shape): string {
  if (shape.anyOf !== undefined) return [...new Set(shape.anyOf.map(typeName))].join(' or ');
  if (shape.type === 'array') return `array of ${shape.items === undefined ? 'anything' : typeName(shape.items)}`;
  return shape.type ?? (shape.const === undefined ? 'anything' : typeof shape.const);
}

function limits(shape: Shape): string {
  const parts = [
    shape.format ?? '',
    range(shape.minLength, shape.maxLength, 'characters'),
    range(shape.minItems, shape.maxItems, 'entries'),
    range(shape.minimum, shape.maximum, ''),
    shape.exclusiveMinimum === undefined ? '' : `more than ${shape.exclusiveMinimum}`,
    shape.exclusiveMaximum === undefined ? '' : `less than ${shape.exclusiveMaximum}`,
    shape.pattern === undefined ? '' : `matches ${shape.pattern}`,
    shape.const === undefined ? '' : `always ${JSON.stringify(shape.const)}`,
    shape.enum === undefined ? '' : allowed(shape.enum),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (least === undefined && most === undefined) return '';
  const words =
    least === undefined ? `at most ${most}` : most === undefined ? `at least ${least}` : `${least} to ${most}`;
  return `${words} ${unit}`.trim();
}

/** Allowed values; a long list (currencies, countries) shows its first ones, since the OpenAPI document has them all. */
function allowed(values: readonly unknown[]): string {
  const shown = values.slice(0, 12).map((value) => (value === '' ? '""' : String(value)));
  const more = values.length - shown.length;
  return `one of ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
