import type { Domain } from '../kernel/domain.ts';
import type { EventDefinition } from '../kernel/event.ts';
import type { Operation, Route } from '../kernel/operation.ts';
import {
  badRequest,
  fault,
  forbidden,
  nonUniqueValue,
  notFound,
  outcomeUnknown,
  type Refusal,
  tooManyRequests,
  unauthorized,
} from '../kernel/refusal.ts';

/** One route of one operation, with the id that is unique in the whole document. */
export interface Door {
  readonly domain: string;
  readonly operation: Operation;
  readonly route: Route;
  /** `account_create`, `card_groups_update` (suffix) or `account_create_v3` (alias). */
  readonly id: string;
}

/** What the signed door itself can answer, whatever the operation. */
export const doorRefusals: readonly Refusal[] = [
  badRequest,
  unauthorized,
  forbidden,
  notFound,
  tooManyRequests,
  fault,
  outcomeUnknown,
];

/** The registry as one environment has it: no production server has the simulations. */
export function servedDomains(domains: readonly Domain[], sandbox: boolean): readonly Domain[] {
  if (sandbox) return domains;
  return domains.map((domain) => ({
    ...domain,
    operations: domain.operations.filter(({ sandboxOnly }) => !sandboxOnly),
  }));
}

/** All operations, in the order of the manifests. Two with one name are a mistake of the registry: it throws. */
export function operationsOf(domains: readonly Domain[]): readonly Operation[] {
  const operations = domains.flatMap((domain) => domain.operations);
  const names = new Set<string>();
  for (const { name } of operations) {
    if (names.has(name)) throw new Error(`operation ${name} is registered twice`);
    names.add(name);
  }
  return operations;
}

/** All events, in the order of the manifests. */
export function eventsOf(domains: readonly Domain[]): readonly EventDefinition[] {
  return domains.flatMap((domain) => domain.events);
}

/** All routes with their ids. Throws when two would share one id, or a path names a parameter without a schema. */
export function doorsOf(domains: readonly Domain[]): readonly Door[] {
  operationsOf(domains);
  const doors = domains.flatMap((domain) =>
    domain.operations.flatMap((operation) =>
      operation.routes.map((route, index) => ({
        domain: domain.name,
        operation,
        route,
        id: idOf(operation, route, index),
      })),
    ),
  );
  const ids = new Set<string>();
  for (const { id, operation, route } of doors) {
    if (ids.has(id)) throw new Error(`operationId ${id} is given twice: its routes need a suffix`);
    ids.add(id);
    assertAnnounced(operation.name, route);
    for (const parameter of pathParameters(route)) {
      if (!(parameter in operation.params.properties)) {
        throw new Error(`${operation.name}: the path ${route.path} names {${parameter}}, which has no schema`);
      }
    }
  }
  return doors;
}

const noticeMonths = 6;

/** A route ends no sooner than half a year after that was written. */
function assertAnnounced(name: string, { path, deprecation }: Route): void {
  if (deprecation === undefined) return;
  const earliest = new Date(deprecation.since);
  earliest.setUTCMonth(earliest.getUTCMonth() + noticeMonths);
  if (!(new Date(deprecation.sunset) >= earliest)) {
    throw new Error(`${name}: ${path} must stay ${noticeMonths} months from ${deprecation.since} on`);
  }
}

/** The names in braces of a route's path. */
export function pathParameters(route: Route): string[] {
  return [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}

/** Whether a body is taken: never by GET, elsewhere when the operation has a field for it. */
export function takesBody(operation: Operation, route: Route): boolean {
  return route.method !== 'GET' && Object.keys(operation.body.properties).length > 0;
}

/** Whether the call changes something, so that it can carry an idempotency key. */
export function changes(route: Route): boolean {
  return route.method !== 'GET';
}

/** What an operation can refuse beside the door's own answers: field errors first, then its list in order of precedence. */
export function refusalsOf(operation: Operation): readonly Refusal[] {
  const parts = [operation.params, operation.query, operation.body];
  const hasFields = parts.some((part) => Object.keys(part.properties).length > 0);
  const repeated = operation.routes.some(changes) ? [nonUniqueValue] : [];
  return [
    ...new Map(
      [...(hasFields ? [operation.fieldErrors] : []), ...repeated, ...operation.refusals].map((refusal) => [
        refusal.name,
        refusal,
      ]),
    ).values(),
  ];
}

function idOf(operation: Operation, route: Route, index: number): string {
  if (route.suffix !== undefined) return `${operation.name}_${route.suffix}`;
  if (index === 0) return operation.name;
  const version = /^\/(v\d+)\//.exec(route.path)?.[1] ?? 'alias';
  return `${operation.name}_${version}`;
}
