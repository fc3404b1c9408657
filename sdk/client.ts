import { NoAnswerError, OpenEmiError } from './errors.ts';
import { routes } from './generated/routes.ts';
import type { Operations } from './generated/types.ts';
import { everyItem, type Page } from './paging.ts';
import { type Credentials, signatureHeaders } from './signing.ts';

/** Where the bank is, who calls, and how patiently. */
export interface OpenEmiOptions extends Credentials {
  /** The API's address with its root path: `https://api.example.com`. */
  readonly baseUrl: string;
  /** How long one try may take; 30,000 if it is not said. */
  readonly timeoutMs?: number;
  /** How often a call is sent again; 4 times if it is not said. */
  readonly retries?: number;
  /** Adds `x-hash-v2`, for keys that require it. */
  readonly strongSignature?: boolean;
  /** For tests and other networks. */
  readonly fetch?: typeof fetch;
  readonly sleep?: (milliseconds: number) => Promise<unknown>;
  readonly now?: () => number;
}

/** What one call may say for itself. */
export interface CallOptions {
  /** Under which a change is done once, however often it is sent (48 hours); made for each call if it is not said. */
  readonly idempotencyKey?: string;
  readonly timeoutMs?: number;
  readonly retries?: number;
  /** Gives the call up. A change may have been done then. */
  readonly signal?: AbortSignal;
}

/** One method for each operation: `transfer_create` is `transferCreate`. */
export type OpenEmi = Operations;

/** A route as the generated table holds it. */
interface Route {
  /** The operation's name, which is signed. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** Which fields go into the query; with GET all that the path does not name. */
  readonly query?: readonly string[];
  /** Of a list: how many items `all` reads at once. */
  readonly pageLimit?: number;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * A client of one bank, as one API key. Its methods take the fields of path, query and body as one object and answer
 * `data`; a refusal is thrown as `OpenEmiError`. A call without answer, one too many a second (429) and an unknown
 * outcome are sent again, changes under one idempotency key, so that nothing is done twice.
 */
export function openEmi(options: OpenEmiOptions): OpenEmi {
  const methods = Object.entries<Route>(routes).map(([method, route]) => {
    const call = (input: Fields = {}, own: CallOptions = {}) => send(options, route, input, own);
    const { pageLimit } = route;
    if (pageLimit === undefined) return [method, call];
    const read = call as (input: Fields, own?: CallOptions) => Promise<Page<Fields>>;
    const all = (input: Fields = {}, own?: CallOptions) => everyItem(read, input, pageLimit, own);
    return [method, Object.assign(call, { all })];
  });
  return Object.freeze(Object.fromEntries(methods)) as OpenEmi;
}

/** What came back on one try: the bank's answer, or why there was none. */
type Outcome =
  | { readonly answer: Answer; readonly requestId: string | undefined; readonly retryAfterMs: number }
  | { readonly failure: unknown };

interface Answer {
  readonly code: number;
  readonly message: string;
  readonly key: string;
  // biome-ignore lint/suspicious/noExplicitAny: its type is the operation's
  readonly data?: any;
}

const outcomeUnknown = 'services.general.outcome_unknown';
const pauseWait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function send(options: OpenEmiOptions, route: Route, input: Fields, own: CallOptions): Promise<unknown> {
  const { sleep = pauseWait } = options;
  const retries = own.retries ?? options.retries ?? 4;
  const idempotencyKey = route.method === 'GET' ? undefined : (own.idempotencyKey ?? crypto.randomUUID());
  for (let tried = 0; ; tried += 1) {
    own.signal?.throwIfAborted();
    const outcome = await sendOnce(options, route, input, own, idempotencyKey);
    if ('answer' in outcome) {
      const { answer, requestId, retryAfterMs } = outcome;
      if (answer.code === 0) return answer.data;
      const isRetried = answer.code === 429 || answer.key === outcomeUnknown;
      if (!isRetried || tried >= retries) {
        throw new OpenEmiError(answer, { operation: route.name, requestId, idempotencyKey });
      }
      await sleep(Math.max(retryAfterMs, pauseMs(tried)));
    } else {
      own.signal?.throwIfAborted();
      if (tried >= retries) throw new NoAnswerError(route.name, outcome.failure, idempotencyKey);
      await sleep(pauseMs(tried));
    }
  }
}

/** 1, 2, 4, 8 seconds and so on, up to half more by chance, so that not all come back at once. */
function pauseMs(tried: number): number {
  // A second at least: within one, the same request has the same signature, which counts as replayed.
  return 1000 * 2 ** Math.min(tried, 4) * (1 + Math.random() / 2);
}

async function sendOnce(
  options: OpenEmiOptions,
  route: Route,
  input: Fields,
  own: CallOptions,
  idempotencyKey: string | undefined,
): Promise<Outcome> {
  const { baseUrl, fetch = globalThis.fetch, now = Date.now, strongSignature = false } = options;
  const { path, body } = requestOf(route, input);
  const url = new URL(baseUrl.replace(/\/+$/, '') + path);
  const signed = await signatureHeaders(options, {
    operation: route.name,
    method: route.method,
    path: url.pathname + url.search,
    at: now(),
    strong: strongSignature,
    ...(body !== undefined && { body }),
  });
  const timeout = AbortSignal.timeout(own.timeoutMs ?? options.timeoutMs ?? 30_000);
  const headers = {
    ...signed,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'x-idempotency-key': idempotencyKey }),
  };
  try {
    const response = await fetch(url.href, {
      method: route.method,
      headers,
      signal: own.signal === undefined ? timeout : AbortSignal.any([timeout, own.signal]),
      ...(body !== undefined && { body }),
    });
    const answer = JSON.parse(await response.text()) as Answer;
    // The bank's status is always 200: another one comes from a proxy on the way.
    if (response.status !== 200 || typeof answer?.code !== 'number') return { failure: notTheBank(response.status) };
    const retryAfterMs = 1000 * Number(response.headers.get('retry-after') ?? 0) || 0;
    return { answer, requestId: response.headers.get('x-request-id') ?? undefined, retryAfterMs };
  } catch (error) {
    return { failure: error instanceof SyntaxError ? notTheBank() : error };
  }
}

function notTheBank(status?: number): Error {
  return new Error(
    `something else than the bank answered${status === undefined ? '' : `, with HTTP status ${status}`}`,
  );
}

/** Sorts the fields of one object: what the path names goes there, then what the query knows, the rest is body. */
function requestOf(route: Route, input: Fields): { path: string; body: string | undefined } {
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || route.path.includes(`{${name}}`)) continue;
    if (route.method === 'GET' || route.query?.includes(name)) query.append(name, String(value));
    else body[name] = value;
  }
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = input[name];
    if (value === undefined || value === null || value === '') throw new TypeError(`${route.name} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  const search = query.toString();
  const hasBody = route.method === 'POST' || route.method === 'PUT' || Object.keys(body).length > 0;
  return { path: search === '' ? path : `${path}?${search}`, body: hasBody ? JSON.stringify(body) : undefined };
}
