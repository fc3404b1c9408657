import findMyWay from 'find-my-way';
import type { Method, Operation } from '../kernel/operation.ts';
import { deprecationHeaders } from './deprecation.ts';

/** What a method and a path lead to; parameters are decoded text. */
export interface Match {
  readonly operation: Operation;
  readonly params: Record<string, string | undefined>;
  readonly query: Record<string, unknown>;
  /** Header fields that go with every answer of this route. */
  readonly headers: readonly string[];
}

/** Finds the operation for a method and a URL; nothing for a path or method that nobody serves. */
export type Router = (method: string, url: string) => Match | undefined;

/**
 * A router over all routes of the operations. Literals come before parameters; `{page}` and `{limit}` take digits only,
 * so `/v2/cards/{page}/{limit}` and `/v2/cards/{card}/groups` stay apart.
 */
export function openRouter(operations: readonly Operation[], rootPath: string): Router {
  // A parameter that is too long for its field is the schema's to refuse; the header limit ends it all.
  const router = findMyWay({ maxParamLength: 16_384 });
  for (const operation of operations) {
    for (const route of operation.routes) {
      const store: Stored = {
        operation,
        headers: route.deprecation ? deprecationHeaders(route.deprecation) : noHeaders,
      };
      router.on(route.method, rootPath + pattern(route.path), served, store);
    }
  }
  return (method, url) => {
    const found = router.find(method as Method, url);
    if (found === null) return undefined;
    const { operation, headers } = found.store as Stored;
    return { operation, headers, params: found.params, query: found.searchParams };
  };
}

type Stored = Pick<Match, 'operation' | 'headers'>;

const noHeaders: readonly string[] = [];

/** The library wants a handler; here what is found is what was stored with the route. */
function served(): void {}

function pattern(path: string): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'page' || name === 'limit' ? `:${name}(^\\d+$)` : `:${name}`,
  );
}
