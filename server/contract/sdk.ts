import type { TSchema } from 'typebox';
import type { Domain } from '../kernel/domain.ts';
import type { EventDefinition } from '../kernel/event.ts';
import type { Operation } from '../kernel/operation.ts';
import { type Door, doorRefusals, doorsOf, eventsOf, pathParameters, refusalsOf, takesBody } from './catalog.ts';
import { comment, pascal, type TypeNames, typeNames } from './typescript.ts';

/*
 * The part of the TypeScript client that is made from the registry: one method for each route, with the types of what
 * goes in and out, and the table from which the client makes its requests.
 */

const note = '// Made by `npm run generate` from the registry. Do not edit.\n';
/** How many items the client reads at once when it goes through a list. */
const usualPage = 100;

/** `sdk/generated/types.ts`: inputs, answers, operations, events and refusals as types. */
export function sdkTypes(domains: readonly Domain[]): string {
  const methods = methodsOf(domains);
  const events = eventsOf(domains);
  const names = typeNames(namedSchemas(methods, events));
  const operations = methods.map((method) => operationText(method, names));
  const payloads = events.map(
    ({ action, when, payload }) => `${comment(when, '  ')}  '${action}': ${names.typeOf(payload)};`,
  );
  const keys = [...doorRefusals, ...methods.flatMap(({ door }) => refusalsOf(door.operation))].map(({ key }) => key);
  return [
    `${note}import type { CallOptions } from '../client.ts';\nimport type { List } from '../paging.ts';`,
    names.declarations(),
    `/** Every operation of the API. Its fields of path, query and body are given as one object. */\nexport interface Operations {\n${operations.join('\n')}\n}`,
    `/** The payload of each event, by its action. */\nexport interface WebhookEvents {\n${payloads.join('\n')}\n}`,
    `/** Why a call was refused: OpenEmiError.key. */\nexport type RefusalKey =\n${[...new Set(keys)].map((key) => `  | '${key}'`).join('\n')};`,
    '',
  ].join('\n\n');
}

/** `sdk/generated/routes.ts`: how each method becomes a request. */
export function sdkRoutes(domains: readonly Domain[]): string {
  const rows = methodsOf(domains).map(({ name, door: { operation, route }, item }) => {
    const query = route.method === 'GET' ? [] : Object.keys(operation.query.properties);
    const limit = (operation.params.properties.limit ?? operation.query.properties.limit) as
      | { maximum?: number }
      | undefined;
    const parts = [
      `name: '${operation.name}'`,
      `method: '${route.method}'`,
      `path: '${route.path}'`,
      ...(query.length > 0 ? [`query: [${query.map((each) => `'${each}'`).join(', ')}]`] : []),
      ...(item !== undefined ? [`pageLimit: ${Math.min(usualPage, limit?.maximum ?? usualPage)}`] : []),
    ];
    return `  ${name}: { ${parts.join(', ')} },`;
  });
  return `${note}\nexport const routes = {\n${rows.join('\n')}\n};\n`;
}

interface Method {
  /** `webhook_rotate_secret` is `webhookRotateSecret`. */
  readonly name: string;
  readonly door: Door;
  /** The fields of path, query and body together; undefined when there is none. */
  readonly input: TSchema | undefined;
  readonly answer: TSchema;
  /** What a list lists, where the operation is one. */
  readonly item: TSchema | undefined;
}

/** One method for each route; a path that only differs by its version is the same method. */
function methodsOf(domains: readonly Domain[]): Method[] {
  const known = new Set<string>();
  return doorsOf(domains).flatMap((door) => {
    const { operation, route, id } = door;
    const place = `${operation.name} ${route.method} ${route.path.replace(/^\/v\d+/, '')}`;
    if (known.has(place)) return [];
    known.add(place);
    const item = itemOf(operation);
    const name = pascal(id).replace(/^./, (letter) => letter.toLowerCase());
    return [{ name, door, input: inputOf(door, item !== undefined), answer: operation.response, item }];
  });
}

type Shape = {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
  readonly items?: TSchema;
};

function itemOf({ params, query, response }: Operation): TSchema | undefined {
  const { properties } = response as Shape;
  const isPaged = 'page' in params.properties || 'page' in query.properties;
  if (!isPaged || properties?.pagination === undefined) return undefined;
  return (properties.items as Shape | undefined)?.items;
}

function inputOf({ operation, route, id }: Door, isList: boolean): TSchema | undefined {
  const isOwn = (name: string) => !isList || (name !== 'page' && name !== 'limit');
  const path = pathParameters(route).filter(isOwn);
  const fields: Record<string, TSchema> = Object.fromEntries(
    path.map((name) => [name, operation.params.properties[name]!]),
  );
  const required = [...path];
  for (const part of takesBody(operation, route) ? [operation.query, operation.body] : [operation.query]) {
    for (const [name, schema] of Object.entries(part.properties).filter(([name]) => isOwn(name))) {
      if (name in fields) throw new Error(`${id}: ${name} stands in two places, so a client cannot tell them apart`);
      fields[name] = schema;
    }
    required.push(...((part as Shape).required ?? []));
  }
  if (Object.keys(fields).length === 0) return undefined;
  return { type: 'object', properties: fields, required } as unknown as TSchema;
}

/** What is declared by name: each noun that can be asked for, each input, and each answer and payload that is no such noun. */
function namedSchemas(methods: readonly Method[], events: readonly EventDefinition[]): Map<string, object> {
  const named = new Map<string, object>();
  const isObject = (schema: TSchema) => (schema as Shape).properties !== undefined;
  for (const { door, answer } of methods) {
    const noun = /^(.*)_details$/.exec(door.id)?.[1];
    if (noun !== undefined && isObject(answer)) named.set(pascal(noun), answer);
  }
  for (const { door, input, answer, item } of methods) {
    if (input !== undefined) named.set(`${pascal(door.id)}Input`, input);
    const shown = item ?? answer;
    const isPlainList = item !== undefined && Object.keys((answer as Shape).properties ?? {}).length === 2;
    if (isObject(shown)) named.set(`${pascal(door.id)}${item === undefined ? 'Answer' : 'Item'}`, shown);
    if (item !== undefined && !isPlainList) named.set(`${pascal(door.id)}Answer`, answer);
  }
  for (const { action, payload } of events) {
    if (isObject(payload)) named.set(`${pascal(action.toLowerCase().replaceAll('.', '_'))}Payload`, payload);
  }
  return named;
}

function operationText({ name, door, input, answer, item }: Method, names: TypeNames): string {
  const { operation, route } = door;
  const refusals = refusalsOf(operation).map((refusal) => `${refusal.code} ${refusal.name}`);
  const words = [
    `${operation.summary}: \`${route.method} ${route.path}\`${operation.sandboxOnly ? ' (sandbox only)' : ''}.`,
    ...wrap(operation.description),
    ...(refusals.length > 0 ? wrap(`Refuses with ${refusals.join(', ')}.`) : []),
  ];
  const given = input === undefined ? 'Record<never, never>' : names.typeOf(input);
  if (item !== undefined) {
    const whole = Object.keys((answer as Shape).properties ?? {}).length === 2 ? '' : `, ${names.typeOf(answer)}`;
    return `${comment(words.join('\n'), '  ')}  ${name}: List<${given}, ${names.typeOf(item)}${whole}>;`;
  }
  const isOptional = ((input as Shape | undefined)?.required ?? []).length === 0;
  const call = `(input${isOptional ? '?' : ''}: ${given}, options?: CallOptions) => Promise<${names.typeOf(answer)}>`;
  return `${comment(words.join('\n'), '  ')}  ${name}: ${call};`;
}

function wrap(text: string): string[] {
  return text
    .replaceAll(/(.{1,112})(?:\s+|$)/g, '$1\n')
    .trimEnd()
    .split('\n');
}
