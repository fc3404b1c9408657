import type { Queryable } from '../kernel/database.ts';
import type { EventDraft } from '../kernel/event.ts';
import type { JobDraft } from '../kernel/job.ts';
import type { HandleContext } from '../kernel/operation.ts';
import { type IdempotencyKey, KeyTaken, type Posting } from '../kernel/posting.ts';
import { isRefused, type Refused } from '../kernel/refusal.ts';
import { classify } from '../kernel/sqlstate.ts';
import { audit } from './audit.ts';
import { type Answer, type CheckedCall, first, type InvokeOptions, keyConflict } from './call.ts';
import { onlyToken, refused, success } from './envelope.ts';

const attempts = 5;

/**
 * Runs an ordinary operation: what it asks of third parties first, then one transaction with idempotency, savepoint,
 * `handle`, check of the answer, outcome, audit row, jobs, events. After a collision with another transaction that runs
 * again, whole.
 */
export async function runHandle(options: InvokeOptions, call: CheckedCall): Promise<Answer> {
  const asked = call.operation.ask && (await ask(options, call));
  if (asked !== undefined && 'answer' in asked) return asked.answer;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const jobs: JobDraft[] = [];
      const answer = await options.database.transaction((tx) => handleWithin(options, call, tx, jobs, asked?.reply));
      if (jobs.length > 0) options.scheduled();
      return answer;
    } catch (error) {
      const collided = error instanceof KeyTaken || classify(error) === 'again';
      if (!collided || attempt === attempts) throw error;
    }
  }
}

/** Third parties are asked once for an idempotency key that has an answer: the one stored is looked for before. */
async function ask(options: InvokeOptions, call: CheckedCall): Promise<{ reply: unknown } | { answer: Answer }> {
  const { database: db, ledger, vault, environment, port, clock, events } = options;
  const { caller, requestId, idempotency } = call;
  const earlier = idempotency && (await earlierAnswer(options, call, idempotency, db));
  if (earlier !== undefined) return { answer: earlier };
  const now = await ledger.now(db, caller.instance);
  const context = { caller, requestId, now, environment, vault, db, port, events, realTime: clock.now() };
  return { reply: await call.operation.ask!(context, call.request) };
}

async function handleWithin(
  options: InvokeOptions,
  call: CheckedCall,
  tx: Queryable,
  jobs: JobDraft[],
  asked: unknown,
): Promise<Answer> {
  const { operation, caller, idempotency } = call;
  const earlier = idempotency && (await earlierAnswer(options, call, idempotency, tx));
  if (earlier !== undefined) return earlier;

  const events: EventDraft[] = [];
  const context = await contextOf(options, call, tx, events, jobs);
  // What a refused operation wrote is undone, unless the refusal is its result; that it was refused stays, under its
  // idempotency key.
  if (call.method !== 'GET') await tx.query('savepoint handle');
  const result = isRefused(asked) ? asked : await operation.handle!(context, call.request, asked);
  const wasRefused = isRefused(result);
  const isUndone = wasRefused && result.onRecord !== true;
  if (isUndone && call.method !== 'GET') await tx.query('rollback to savepoint handle');
  const body = wasRefused ? refused(result) : success(result);
  if (!wasRefused && options.checkAnswers) assertAnswer(call, body);

  if (idempotency !== undefined) {
    const kept = operation.answersSecret ? onlyToken(body) : body;
    await options.outcomes.store(tx, caller.instance, [{ ...idempotency, body: kept }]);
  }
  if (!isUndone) {
    if (jobs.length > 0) await options.schedule.add(tx, jobs, context.now);
    await leaveTraces(options, call, tx, events);
  }
  return first(body);
}

async function earlierAnswer(options: InvokeOptions, call: CheckedCall, idempotency: IdempotencyKey, tx: Queryable) {
  const found = await options.outcomes.probe(tx, call.caller.instance, [idempotency]);
  const outcome = found.get(`${idempotency.operation}|${idempotency.key}`);
  if (outcome === undefined) return undefined;
  return outcome.fingerprint === idempotency.fingerprint ? { body: outcome.body, replayed: true } : keyConflict();
}

async function contextOf(
  { ledger, vault, environment, events, operations, clock, constraints }: InvokeOptions,
  { caller, requestId }: CheckedCall,
  tx: Queryable,
  emitted: EventDraft[],
  scheduled: JobDraft[],
): Promise<HandleContext> {
  return {
    caller,
    requestId,
    now: await ledger.now(tx, caller.instance),
    environment,
    vault,
    tx,
    events,
    operations,
    realTime: clock.now(),
    emit: (event) => void emitted.push(event),
    schedule: (job) => void scheduled.push({ ...job, instance: caller.instance }),
    post: <Name extends string>(
      plan: Parameters<HandleContext['post']>[0],
      decide: Parameters<HandleContext['post']>[1],
    ) =>
      // The engine hands on what `decide` answered, so the refusals are the ones it can give.
      ledger.postWithin(tx, {
        instance: caller.instance,
        ...constraints.bind(caller, plan, decide),
        caller: caller.key,
        requestId,
      }) as Promise<Posting | Refused<Name>>,
  };
}

/** The audit row and the events, in this order: events lock the instance's head row, which comes last. */
async function leaveTraces({ clock, ledger }: InvokeOptions, call: CheckedCall, tx: Queryable, events: EventDraft[]) {
  const { operation, caller, requestId, request, method } = call;
  if (method !== 'GET') {
    const { instance, key } = caller;
    await audit(tx, { instance, at: clock.now(), key, operation: operation.name, requestId, params: request.params });
  }
  if (events.length > 0) await ledger.record(tx, caller.instance, events);
}

/** An answer that its own schema does not know is a bug, found before anything of it is committed. */
export function assertAnswer({ operation, validator }: CheckedCall, body: string): void {
  const { data } = JSON.parse(body) as { data: unknown };
  const [error] = validator.response(data);
  if (error === undefined) return;
  throw new Error(`${operation.name} answered data.${error.field} against its schema: ${error.rule}`);
}
