type Json = Readonly<Record<string, unknown>>;

/** A schema is worth a name of its own from this many characters on. */
const lengthMin = 300;

/** Properties whose name says nothing of what they hold. */
const unnamed = new Set(['data', 'payload', 'items']);

/**
 * Gives schemas that stand in several places one place: a property's schema that occurs more than once and is long (a
 * list of currencies, a counterpart) becomes a component, named after the shortest property that holds it.
 * `reserved` are the names that are taken.
 */
export function shareSchemas<Part extends Json>(
  part: Part,
  reserved: readonly string[],
): { readonly part: Part; readonly schemas: Json } {
  const found = new Map<string, string[]>();
  eachProperty(part, (name, text) => found.set(text, [...(found.get(text) ?? []), name]));
  const names = new Map<string, string>();
  for (const [text, properties] of found) {
    const shortest = properties.reduce((best, name) => (name.length < best.length ? name : best));
    if (text.length < lengthMin || properties.length < 2 || unnamed.has(shortest)) continue;
    names.set(text, freeName(shortest, new Set([...reserved, ...names.values()])));
  }
  const schemas = [...names].map(([text, name]) => [name, replaced(JSON.parse(text), names)] as const);
  return { part: replaced(part, names) as Part, schemas: Object.fromEntries(schemas) };
}

/** Visits every schema that is the value of a property, with its name and its text. */
function eachProperty(value: unknown, visit: (name: string, text: string) => void): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    if (key === 'properties' && !Array.isArray(value)) {
      for (const [name, schema] of Object.entries(child as Json)) visit(name, JSON.stringify(schema));
    }
    eachProperty(child, visit);
  }
}

/** The same value with each named schema below it turned into a reference. */
function replaced(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  // Neither raw numbers (amounts in examples) nor lists have properties to look through.
  if ('rawJSON' in value) return value;
  if (Array.isArray(value)) return value.map((entry) => replaced(entry, names));
  const entries = Object.entries(value).map(([key, child]) => {
    if (key !== 'properties') return [key, replaced(child, names)];
    const properties = Object.entries(child as Json).map(([name, schema]) => {
      const component = names.get(JSON.stringify(schema));
      return [name, component === undefined ? replaced(schema, names) : { $ref: `#/components/schemas/${component}` }];
    });
    return [key, Object.fromEntries(properties)];
  });
  return Object.fromEntries(entries);
}

/** `purpose_code` becomes `PurposeCode`; a second one of that name `PurposeCode2`. */
function freeName(property: string, taken: ReadonlySet<string>): string {
  const name = property.replaceAll(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase());
  let candidate = name;
  for (let number = 2; taken.has(candidate); number += 1) candidate = `${name}${number}`;
  return candidate;
}
