/** A schema as JSON Schema sees it: every member may be missing. */
interface Shape {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Shape;
  readonly patternProperties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
}

/** Schemas that get a declaration of their own, by their name. */
export interface TypeNames {
  /** The type of a schema as TypeScript writes it: a name where it has one. */
  typeOf(schema: object): string;
  /** The declarations of all names, in the order in which they were given. */
  declarations(): string;
}

/** Shorter ones stand where they are used, even when they are used twice. */
const lengthMin = 160;

/** Properties whose name says nothing of what they hold: their owner's is put in front. */
const unnamed = new Set(['item', 'name', 'data', 'type', 'status']);

/**
 * Names the schemas that are worth it: those of `named`, by their names, and those that stand in several places within
 * them, after the property that holds them.
 */
export function typeNames(named: ReadonlyMap<string, object>): TypeNames {
  const names = new Map<string, string>();
  const shapes = new Map<string, Shape>();
  const give = (name: string, shape: Shape) => {
    const text = JSON.stringify(bare(shape));
    if (names.has(text)) return;
    names.set(text, freeName(name, shapes));
    shapes.set(names.get(text)!, shape);
  };
  for (const [name, schema] of named) give(name, schema as Shape);
  const places = new Map<string, { shape: Shape; names: string[] }>();
  for (const [owner, schema] of named) {
    eachInner(schema as Shape, owner.replace(/(Input|Answer)$/, ''), (name, shape) => {
      const text = JSON.stringify(bare(shape));
      const place = places.get(text) ?? { shape, names: [] };
      place.names.push(name);
      places.set(text, place);
    });
  }
  for (const [text, place] of places) {
    if (place.names.length < 2 || text.length < lengthMin) continue;
    give(pascal(place.names.reduce((best, name) => (name.length < best.length ? name : best))), place.shape);
  }
  const write = (shape: Shape, indent: string, own?: string): string => {
    const name = names.get(JSON.stringify(bare(shape)));
    return name !== undefined && name !== own ? name : written(shape, indent, write);
  };
  return {
    typeOf: (schema) => write(schema as Shape, ''),
    declarations: () =>
      [...shapes]
        .map(([name, shape]) => {
          const text = write(shape, '', name);
          return text.startsWith('{') ? `export interface ${name} ${text}` : `export type ${name} = ${text};`;
        })
        .join('\n\n'),
  };
}

/** `purpose_code` and `purpose-code` become `PurposeCode`. */
export function pascal(name: string): string {
  return name.replaceAll(/(?:^|[_-])(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

/** A doc comment over some lines of text; nothing for no text. */
export function comment(text: string, indent = ''): string {
  if (text === '') return '';
  const lines = text.replaceAll('*/', '* /').split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}\n`).join('')}${indent} */\n`;
}

/** A schema without its own description, which says what it is for in one place only. */
function bare({ description: _, ...shape }: Shape): Shape {
  return shape;
}

/** Visits every object and every list of values below a schema, with the name of the property that holds it. */
function eachInner(shape: Shape, owner: string, visit: (name: string, shape: Shape) => void): void {
  const inside = (name: string, child: Shape) => {
    for (const option of child.anyOf ?? child.oneOf ?? [child]) {
      const isWorth = option.properties !== undefined || option.enum !== undefined;
      if (isWorth) visit(unnamed.has(name) ? `${owner}_${name}` : name, option);
      below(option, singular(name));
    }
  };
  const below = (option: Shape, item: string) => {
    if (option.items !== undefined) inside(item, option.items);
    for (const [name, child] of Object.entries(option.properties ?? {})) inside(name, child);
  };
  for (const option of shape.anyOf ?? shape.oneOf ?? [shape]) below(option, 'item');
}

function singular(name: string): string {
  return name.endsWith('ies') ? `${name.slice(0, -3)}y` : name.replace(/s$/, '');
}

function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let candidate = name;
  for (let number = 2; taken.has(candidate); number += 1) candidate = `${name}${number}`;
  return candidate;
}

type Write = (shape: Shape, indent: string) => string;

function written(shape: Shape, indent: string, write: Write): string {
  const options = shape.anyOf ?? shape.oneOf;
  if (options !== undefined) return [...new Set(options.map((option) => write(option, indent)))].join(' | ');
  if (shape.allOf !== undefined) return shape.allOf.map((part) => write(part, indent)).join(' & ');
  if (shape.enum !== undefined) return shape.enum.map(literal).join(' | ');
  if (shape.const !== undefined) return literal(shape.const);
  switch (shape.type) {
    case 'integer':
      return 'number';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return shape.type;
    case 'array': {
      const item = shape.items === undefined ? 'unknown' : write(shape.items, indent);
      return /[|&]/.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
    }
    case 'object':
      return objectType(shape, indent, write);
    default:
      return 'unknown';
  }
}

/** Its own words, or those of what it is when it is not null. */
function descriptionOf({ description, anyOf }: Shape): string {
  return description ?? anyOf?.find((option) => option.description !== undefined)?.description ?? '';
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll(/['\\]/g, '\\$&')}'` : JSON.stringify(value);
}

function objectType(shape: Shape, indent: string, write: Write): string {
  const inner = `${indent}  `;
  const fields = Object.entries(shape.properties ?? {}).map(([name, child]) => {
    const optional = shape.required?.includes(name) ? '' : '?';
    const key = /^[\w$]+$/.test(name) ? name : literal(name);
    return `${comment(descriptionOf(child), inner)}${inner}${key}${optional}: ${write(child, inner)};`;
  });
  if (fields.length > 0) return `{\n${fields.join('\n')}\n${indent}}`;
  const rest = Object.values(shape.patternProperties ?? {})[0] ?? shape.additionalProperties;
  return `Record<string, ${typeof rest === 'object' ? write(rest, indent) : rest === false ? 'never' : 'unknown'}>`;
}
