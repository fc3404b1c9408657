import type { Faults } from '../kernel/faults.ts';
import { isWebhookFault } from '../kernel/faults.ts';
import { fault, outcomeUnknown, refuse, tooManyRequests } from '../kernel/refusal.ts';
import { type Answer, type Call, first } from './call.ts';
import { refused } from './envelope.ts';
import type { Invoke } from './invoke.ts';

/**
 * Does wrong what a partner of the sandbox ordered to be done wrong: answers late, fails, refuses for too many requests,
 * or loses the answer of something that was done. Simulations themselves always work, or nothing could be cleared.
 */
export function withFaults(invoke: Invoke, faults: Faults): Invoke {
  return async (call) => {
    if (call.operation.sandboxOnly) return invoke(call);
    const ordered = await faults.take(call.caller.instance, call.operation.name, (kind) => !isWebhookFault(kind));
    switch (ordered?.kind) {
      case 'latency':
        await pause(ordered.delayMs);
        return invoke(call);
      case 'error':
        return first(refused(refuse(fault, { request_id: call.requestId })));
      case 'rate_limit':
        return { ...first(refused(refuse(tooManyRequests))), headers: ['retry-after', '1'] };
      case 'timeout_after_commit':
        return lose(await invoke(call), call, ordered.delayMs);
      default:
        return invoke(call);
    }
  };
}

/** What was done stays done; the caller hears that nobody knows. */
async function lose(answer: Answer, call: Call, delayMs: number): Promise<Answer> {
  await pause(delayMs);
  const { data } = JSON.parse(answer.body) as { data?: { transaction?: string; token?: string } };
  const transaction = data?.transaction ?? data?.token ?? null;
  return first(refused(refuse(outcomeUnknown, { transaction, request_id: call.requestId })));
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
