import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../kernel/log.ts';
import type { Metrics } from '../kernel/metrics.ts';
import { badRequest, fault, notFound, type Refused, refuse } from '../kernel/refusal.ts';
import type { SigningKey } from '../kernel/signing-key.ts';
import { type Answer, first } from './call.ts';
import type { Entry, Knock } from './door.ts';
import { codeOf, refused } from './envelope.ts';
import { readBody, type Serve, send } from './http.ts';
import type { Invoke } from './invoke.ts';
import type { RequestLog } from './request-log.ts';
import type { Match, Router } from './router.ts';

const bodyLimit = 1024 * 1024;
const documentBodyLimit = 15 * 1024 * 1024;

export interface ApiOptions {
  readonly route: Router;
  readonly enter: (knock: Knock) => Promise<Entry>;
  readonly invoke: Invoke;
  readonly requestLog: RequestLog;
  readonly metrics: Metrics;
  readonly log: Log;
}

/** What came of a request, for its answer and for the logs. */
interface Served {
  readonly answer: Answer;
  readonly headers: readonly string[];
  readonly key?: SigningKey | undefined;
  readonly reason?: string | undefined;
}

/** The API over HTTP: route, body, signed door, invoke, answer; then the request log and the metrics. */
export function openApi(options: ApiOptions): Serve {
  return async (request, response, requestId) => {
    const start = performance.now();
    const match = options.route(request.method ?? '', request.url ?? '');
    const served = match === undefined ? deny(notFound) : await serve(options, request, response, requestId, match);
    const replayed = served.answer.replayed ? ['x-idempotent-replay', 'true'] : [];
    const headers = [...served.headers, ...(match?.headers ?? []), ...replayed, ...(served.answer.headers ?? [])];
    send(response, requestId, served.answer.body, headers);
    record(options, served, match?.operation.name ?? '', requestId, performance.now() - start);
  };
}

async function serve(
  { enter, invoke, log }: ApiOptions,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  { operation, params, query }: Match,
): Promise<Served> {
  const body = await readBody(request, response, operation.takesDocuments ? documentBodyLimit : bodyLimit);
  if (body === undefined) return deny(badRequest);
  const { method = '', url = '', headers } = request;
  const address = request.socket.remoteAddress ?? '';
  let entry: Entry;
  try {
    entry = await enter({ method, url, headers, address, operation, body });
  } catch (err) {
    log.error({ requestId, operation: operation.name, err }, 'the signed door failed');
    return deny(fault);
  }
  const { key, denied, reason, headers: limits } = entry;
  if (denied !== undefined || key === undefined)
    return { answer: first(refused(denied!)), headers: limits, key, reason };
  const answer = await invoke({
    operation,
    caller: key.caller,
    requestId,
    method,
    url,
    params,
    query,
    body,
    idempotencyKey: method === 'GET' ? undefined : (headers['x-idempotency-key'] as string | undefined),
    replayGuard: key.replayGuard && operation.post !== undefined ? String(headers['x-hash']).toLowerCase() : undefined,
  });
  return { answer, headers: limits, key };
}

function deny(refusal: Refused['refused']): Served {
  return { answer: first(refused(refuse(refusal))), headers: [] };
}

function record(
  { requestLog, metrics, log }: ApiOptions,
  served: Served,
  operation: string,
  requestId: string,
  tookMs: number,
) {
  const { key, reason } = served;
  const code = codeOf(served.answer.body);
  metrics.request(operation, code, tookMs / 1000);
  // Whose key nobody knows has no instance that could look the request up; the log of the server keeps it.
  if (key === undefined)
    return void log.info({ requestId, operation, code, reason: reason ?? '' }, 'a stranger was refused');
  const { instance, key: apiKey } = key.caller;
  const milliseconds = Math.round(tookMs);
  requestLog.add({
    instance,
    requestId,
    at: new Date(),
    key: apiKey,
    operation,
    code,
    authReason: reason ?? null,
    milliseconds,
  });
}
