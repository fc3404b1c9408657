import type { Context } from '../../kernel/operation.ts';
import type { FieldError } from '../../kernel/refusal.ts';
import { actions, type Endpoint, testAction, type WebhookChange } from './model.ts';
import { targetError } from './target.ts';

/** Spec 6: three retries, ten seconds apart. */
const maxTries = 4;
const retryMilliseconds = 10_000;

/** Where a delivery stands after an attempt. */
export interface Standing {
  readonly state: 'delivered' | 'waiting' | 'failed';
  readonly nextAt: Date;
}

/**
 * What follows from an answer. Only HTTP 200 is a success; anything else, and no answer, is tried again ten seconds
 * later, four times in all.
 *
 * @param tries attempts made in this round, this one counted
 */
export function standing(status: number | null, tries: number, now: Date): Standing {
  if (status === 200) return { state: 'delivered', nextAt: now };
  return {
    state: tries < maxTries ? 'waiting' : 'failed',
    nextAt: new Date(now.getTime() + retryMilliseconds),
  };
}

/** Whether an endpoint wants an event. Programs narrow down only what belongs to a program. */
export function wants(
  endpoint: Pick<Endpoint, 'id' | 'actions' | 'programs'>,
  event: { readonly action: string; readonly subject: string; readonly program: string | null },
): boolean {
  if (event.action === testAction) return event.subject === endpoint.id;
  if (event.program !== null && endpoint.programs.length > 0 && !endpoint.programs.includes(event.program)) {
    return false;
  }
  return endpoint.actions.some((pattern) => matches(pattern, event.action));
}

function matches(pattern: string, action: string): boolean {
  return pattern === '*' || pattern === action || (pattern.endsWith('.*') && action.startsWith(pattern.slice(0, -1)));
}

/*
 * How many attempts may be under way at an endpoint at once. An endpoint that answers quickly needs few. One that is slow
 * gets as many as it takes to hand over the same number a second (Little's law: number under way = rate × time), within
 * what a process can afford, so that a slow receiver is not also a late one.
 */
const leastInFlight = 32;
const mostInFlight = 512;
const targetPerSecond = 320;

/** Attempts that may be under way at once, given how long the endpoint takes to answer on average. */
export function inFlightLimit(averageMilliseconds: number): number {
  const needed = Math.ceil((targetPerSecond * averageMilliseconds) / 1000);
  return Math.min(mostInFlight, Math.max(leastInFlight, needed));
}

/** Every endpoint may have this many attempts under way, however busy the process is with others. */
export const guaranteedInFlight = leastInFlight;

/** All bad fields of an endpoint to create or change. */
export function endpointErrors(change: WebhookChange, environment: Context['environment']): FieldError[] {
  const target = change.url === undefined ? undefined : targetError(change.url, environment);
  return [...(target ? [target] : []), ...actionErrors(change.actions ?? []), ...headerErrors(change.headers ?? {})];
}

const families = new Set(actions.filter((name) => name.includes('.')).map((name) => `${name.split('.')[0]}.*`));

function actionErrors(names: readonly string[]): FieldError[] {
  return names.flatMap((name, index) =>
    name === '*' || families.has(name) || (actions as readonly string[]).includes(name)
      ? []
      : [{ field: `actions[${index}]`, rule: 'enum', message: 'is not the name of an event' }],
  );
}

// Ours, and those that belong to the connection.
const reserved =
  /^(host|content-.*|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|proxy-.*|x-api-key|x-timestamp|x-hash.*|x-event|x-delivery-attempt|webhook-.*)$/;
const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/;
const headerValue = /^[\x21-\x7e]([\x20-\x7e\t]*[\x21-\x7e])?$/;
const mask = '***';

function headerErrors(headers: Readonly<Record<string, string>>): FieldError[] {
  const seen = new Set<string>();
  return Object.entries(headers).flatMap(([name, value]) => {
    const lower = name.toLowerCase();
    const problem = headerProblem(lower, value) ?? (seen.has(lower) ? ['duplicate', 'stands there twice'] : undefined);
    seen.add(lower);
    return problem ? [{ field: `headers.${name}`, rule: problem[0]!, message: problem[1]! }] : [];
  });
}

function headerProblem(name: string, value: string): readonly [string, string] | undefined {
  if (!headerName.test(name)) return ['header_name', 'is not the name of a header'];
  if (reserved.test(name)) return ['reserved', 'is set by the service'];
  if (value === mask) return ['masked', 'give the value itself: answers mask it'];
  if (!headerValue.test(value)) return ['header_value', 'must be printable ASCII, without blanks around it'];
  return undefined;
}

const credential = /auth|token|secret|key|cookie|password|signature|credential/i;

/** Static headers as answers show them: the values of those that carry credentials are masked. */
export function maskedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, credential.test(name) ? mask : value]),
  );
}
