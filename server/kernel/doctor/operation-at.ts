import type { Operation } from '../operation.ts';

/**
 * The operation that a method and a path lead to, as somebody has them at hand: with or without host, root path and
 * query. Of several routes the one with the longest literal text; undefined when there is none.
 */
export function operationAt(operations: readonly Operation[], method: string, url: string): string | undefined {
  const path = withoutHost(url).split(/[?#]/)[0]!;
  const found = operations.flatMap(({ name, routes }) =>
    routes
      .filter((route) => route.method === method && patternOf(route.path).test(path))
      .map((route) => ({ name, literal: route.path.replace(/\{\w+\}/g, '').length })),
  );
  return found.sort((one, other) => other.literal - one.literal)[0]?.name;
}

/** Path and query of a whole address; what is none stays as it is. */
export function withoutHost(address: string): string {
  return address.replace(/^\w+:\/\/[^/]*/, '');
}

/** Page and limit are digits, as the router takes them. */
function patternOf(path: string): RegExp {
  const pattern = path.replace(/\{(\w+)\}/g, (_, name) => (name === 'page' || name === 'limit' ? '\\d+' : '[^/]+'));
  return new RegExp(`${pattern}/?$`);
}
