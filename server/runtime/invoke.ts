import { isUtf8 } from 'node:buffer';
import { InexactNumber, parseJson } from '../kernel/json.ts';
import type { Log } from '../kernel/log.ts';
import { allows } from '../kernel/operation.ts';
import { type IdempotencyKey, OutcomeUnknown } from '../kernel/posting.ts';
import { badRequest, fault, forbidden, invalid, outcomeUnknown, refuse } from '../kernel/refusal.ts';
import { type Answer, type Call, type CheckedCall, first, type InvokeOptions } from './call.ts';
import { refused } from './envelope.ts';
import { runHandle } from './handle.ts';
import { checkIdempotencyKey, fingerprintOf } from './idempotency.ts';
import { runPost } from './post.ts';
import { compile, type Validator } from './validation.ts';

export type Invoke = (call: Call) => Promise<Answer>;

/** Opens the one way to run an operation: permission, parse, validate, then `handle` or `post`. Never rejects. */
export function openInvoke(options: InvokeOptions): Invoke {
  const validators = new Map(options.operations.map((operation) => [operation, compile(operation)]));
  const moneyTime = cachedTime(options);
  return async (call) => {
    const checked = check(call, validators.get(call.operation)!);
    if (typeof checked === 'string') return first(checked);
    try {
      const outside = await options.constraints.refuse(call.caller, checked.request);
      if (outside !== undefined) return first(refused(outside));
      return call.operation.post === undefined
        ? await runHandle(options, checked)
        : await runPost(options, checked, await moneyTime(call.caller.instance));
    } catch (err) {
      return first(refused(failure(err, call, options.log)));
    }
  };
}

/** The checked call, or the text of the answer that ends it here: nothing of this is kept under an idempotency key. */
function check(call: Call, validator: Validator): CheckedCall | string {
  const { operation, caller, params, query } = call;
  if (!allows(caller.scopes, operation)) return refused(refuse(forbidden));
  const parsed = parseBody(call.method === 'GET' ? noBody : call.body);
  if (parsed === undefined) return refused(refuse(badRequest));
  const { body, bodyText } = parsed;
  const errors = [
    ...validator.request({ params, query, body, bodyText }),
    ...(call.idempotencyKey === undefined ? [] : checkIdempotencyKey(call.idempotencyKey)),
  ];
  if (errors.length > 0) return refused(invalid(operation.fieldErrors, ...errors));
  return { ...call, validator, request: { params, query, body }, idempotency: idempotencyOf(call, bodyText) };
}

const noBody = Buffer.alloc(0);

function parseBody(bytes: Buffer): { body: Record<string, unknown>; bodyText: string } | undefined {
  if (bytes.length === 0) return { body: {}, bodyText: '' };
  if (!isUtf8(bytes)) return undefined;
  const bodyText = bytes.toString('utf8');
  try {
    const body = parseJson(bodyText);
    const isObject =
      typeof body === 'object' && body !== null && !Array.isArray(body) && !(body instanceof InexactNumber);
    return isObject ? { body: body as Record<string, unknown>, bodyText } : undefined;
  } catch {
    return undefined;
  }
}

function idempotencyOf(call: Call, bodyText: string): IdempotencyKey | undefined {
  const { operation, method, url, idempotencyKey, replayGuard } = call;
  const key = idempotencyKey ?? (replayGuard === undefined ? undefined : `replay:${replayGuard}`);
  if (key === undefined || method === 'GET') return undefined;
  return { operation: operation.name, key, fingerprint: fingerprintOf(`${method} ${url}`, bodyText) };
}

/** A thrown error is a bug or an outage: the caller learns that it happened, the log learns all of it. */
function failure(err: unknown, { operation, caller, requestId }: Call, log: Log) {
  const fields = { requestId, operation: operation.name, instance: caller.instance, err };
  if (err instanceof OutcomeUnknown) {
    log.error(fields, 'the outcome is not known yet');
    return refuse(outcomeUnknown, { transaction: err.transaction ?? null, request_id: requestId });
  }
  log.error(fields, 'an operation failed');
  return refuse(fault, { request_id: requestId });
}

const timeKeptMs = 1000;

/**
 * The instance's clock for the `prepare` of money operations, read at most once a second: what counts is the moment
 * that the engine reads for the whole group.
 */
function cachedTime({ ledger, database, clock }: InvokeOptions): (instance: string) => Promise<Date> {
  const known = new Map<string, { readAt: number; ahead: Promise<number> }>();
  return async (instance) => {
    const now = clock.now().getTime();
    let entry = known.get(instance);
    if (entry === undefined || now - entry.readAt >= timeKeptMs) {
      entry = { readAt: now, ahead: ledger.now(database, instance).then((time) => time.getTime() - now) };
      known.set(instance, entry);
      entry.ahead.catch(() => known.delete(instance));
    }
    return new Date(now + (await entry.ahead));
  };
}
