import { plainText } from '../kernel/exact-json.ts';
import type { Operation, Route } from '../kernel/operation.ts';
import { misuse } from './command.ts';

/** What goes over the wire. */
export interface RequestParts {
  readonly method: string;
  /** Path and query, without the root path. */
  readonly path: string;
  readonly body: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Sorts the fields of one JSON object into path, query and body by the operation's schemas: what the path names goes
 * there, what only the query knows goes there, the rest is body. `{"params":…,"query":…,"body":…}` says it in full, for
 * names that stand in several places. Of several routes the first is taken that has a place for every field; a method
 * chooses among them.
 */
export function routeRequest(operation: Operation, given: Fields, method?: string): RequestParts {
  const routes = operation.routes.filter((route) => method === undefined || route.method === method.toUpperCase());
  if (routes.length === 0) {
    const known = operation.routes.map((route) => route.method).join(', ');
    throw misuse(`${operation.name} has no route with ${method}: ${known}`);
  }
  const sorted = routes.map((route) => ({ route, parts: sort(operation, route, given) }));
  const named = sorted.filter(({ route, parts }) => missing(route, parts.params).length === 0);
  const chosen = named.find(({ route, parts }) => canHold(operation, route, parts)) ?? named[0];
  if (chosen === undefined) {
    const names = missing(routes[0]!, sorted[0]!.parts.params).join(', ');
    throw misuse(`${operation.name} needs ${names}, as in ${routes[0]!.path}`);
  }
  const { route, parts } = chosen;
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(plainText(parts.params[name])));
  const query = Object.entries(parts.query).map(([name, value]): [string, string] => [name, plainText(value)]);
  const search = new URLSearchParams(query).toString();
  const hasBody = route.method !== 'GET' && (Object.keys(parts.body).length > 0 || takesBody(operation));
  return {
    method: route.method,
    path: search === '' ? path : `${path}?${search}`,
    body: hasBody ? JSON.stringify(parts.body) : undefined,
  };
}

interface Sorted {
  readonly params: Fields;
  readonly query: Fields;
  readonly body: Fields;
}

const partNames = ['params', 'query', 'body'];

function sort(operation: Operation, route: Route, given: Fields): Sorted {
  const names = Object.keys(given);
  if (names.length > 0 && names.every((name) => partNames.includes(name) && isObject(given[name]))) {
    return { params: {}, query: {}, body: {}, ...given };
  }
  const parts: Record<'params' | 'query' | 'body', Record<string, unknown>> = { params: {}, query: {}, body: {} };
  for (const [name, value] of Object.entries(given)) {
    const inBody =
      route.method !== 'GET' && (name in operation.body.properties || !(name in operation.query.properties));
    const part = route.path.includes(`{${name}}`) ? 'params' : inBody ? 'body' : 'query';
    parts[part][name] = value;
  }
  return parts;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function missing(route: Route, params: Fields): string[] {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
  return names.filter((name) => params[name] === undefined);
}

/** Whether every field is known where it would go. */
function canHold(operation: Operation, route: Route, { query, body }: Sorted): boolean {
  if (route.method === 'GET' && Object.keys(body).length > 0) return false;
  const known = (names: Fields, schema: Operation['query']) =>
    Object.keys(names).every((name) => name in schema.properties);
  return known(query, operation.query) && known(body, operation.body);
}

function takesBody(operation: Operation): boolean {
  return Object.keys(operation.body.properties).length > 0;
}
