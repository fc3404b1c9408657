import type { PrepareContext } from '../kernel/operation.ts';
import type { Facts, Posting, Work } from '../kernel/posting.ts';
import { isRefused, type Refused } from '../kernel/refusal.ts';
import { type Answer, type CheckedCall, first, type InvokeOptions, keyConflict } from './call.ts';
import { refused, success } from './envelope.ts';
import { assertAnswer } from './handle.ts';

/** Runs an operation that moves money: `prepare` outside every transaction, the rest is the posting engine's. */
export async function runPost(options: InvokeOptions, call: CheckedCall, now: Date): Promise<Answer> {
  const { database: db, ledger, vault, environment, port, clock, events } = options;
  const { operation, caller, requestId, request, idempotency } = call;
  const context: PrepareContext = {
    caller,
    requestId,
    now,
    environment,
    vault,
    db,
    port,
    events,
    realTime: clock.now(),
  };
  const prepared = await operation.post!.prepare(context, request);
  // A refusal without an idempotency key leaves nothing behind, so the engine need not hear of it.
  if (isRefused(prepared) && idempotency === undefined) return first(refused(prepared));

  const decide = isRefused(prepared)
    ? () => prepared
    : (facts: Facts) => checkedPosting(options, call, operation.post!.decide(prepared.data, facts));
  const plan = isRefused(prepared) ? { balances: [], transactions: [] } : prepared.plan;
  const work: Work = {
    instance: caller.instance,
    ...options.constraints.bind(caller, plan, decide),
    respond,
    ...(idempotency && { idempotency }),
    caller: caller.key,
    requestId,
  };
  const outcome = await ledger.post(work);
  return 'conflict' in outcome ? keyConflict() : outcome;
}

function respond(outcome: Posting | Refused): string {
  return isRefused(outcome) ? refused(outcome) : success(outcome.answer);
}

function checkedPosting(options: InvokeOptions, call: CheckedCall, outcome: Posting | Refused): Posting | Refused {
  if (options.checkAnswers && !isRefused(outcome)) assertAnswer(call, success(outcome.answer));
  return outcome;
}
