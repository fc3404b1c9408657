import { namedId } from '../../kernel/ids.ts';
import type { WorkContext } from '../../kernel/job.ts';
import type { IncomingReturn } from '../../ports/payment-rail/port.ts';
import { returned } from '../suspense/service.ts';
import type { Wire, WireState } from './model.ts';
import { comesBackPlan, decideComesBack, decideFailure, decideSettlement, endPlan } from './outgoing.ts';
import { answeredByReturn } from './recalls.ts';
import { endWire, lockWire } from './store.ts';

/** What a transaction of a job, of an operation or of a simulation can do. */
export type Effects = Pick<WorkContext, 'tx' | 'now' | 'emit' | 'post'>;

type WireKey = Pick<Wire, 'instance' | 'transaction'>;

const open: readonly WireState[] = ['queued', 'submitting', 'submitted', 'canceling'];

/** Locks a wire that has not ended; undefined when it has. */
async function lockOpen({ tx }: Effects, { instance, transaction }: WireKey): Promise<Wire | undefined> {
  const wire = await lockWire(tx, instance, transaction);
  return wire !== undefined && open.includes(wire.state) ? wire : undefined;
}

/** Books that a wire is settled; false when it has ended already. */
export async function settleWire(context: Effects, key: WireKey): Promise<boolean> {
  const wire = await lockOpen(context, key);
  if (wire === undefined) return false;
  if (wire.parent !== null) await returned(context, wire.instance, wire.parent);
  await context.post(endPlan(wire), (facts) => decideSettlement(wire, facts));
  await endWire(context.tx, wire, 'settled', null, context.now);
  return true;
}

/** Books that a wire will not be made, for a reason of the scheme or because it was canceled; false when it has ended. */
export async function failWire(
  context: Effects,
  key: WireKey,
  state: 'rejected' | 'canceled',
  reasonCode: string | null,
): Promise<boolean> {
  const wire = await lockOpen(context, key);
  if (wire === undefined) return false;
  await context.post(endPlan(wire), (facts) => decideFailure(wire, state, reasonCode, facts));
  await endWire(context.tx, wire, state, reasonCode, context.now);
  return true;
}

/**
 * Books that a payment of ours has come back. It has settled then, whether or not we were told. The same return again
 * changes nothing. False when there is nothing that could come back.
 */
export async function giveBack(context: Effects, key: WireKey, item: IncomingReturn): Promise<boolean> {
  const id = namedId(`return|${key.instance}|${item.rail}|${item.senderBic}|${item.id}`);
  await settleWire(context, key);
  const wire = await lockWire(context.tx, key.instance, key.transaction);
  if (wire === undefined || !['settled', 'returned'].includes(wire.state)) return false;
  if (item.currency !== wire.currency || item.amountMinor > wire.amountMinor) return false;
  if (wire.state === 'returned') return true;
  const back = { id, amountMinor: item.amountMinor, reasonCode: item.reasonCode };
  await context.post(comesBackPlan(wire, back), (facts) => decideComesBack(wire, back, facts));
  await endWire(context.tx, wire, 'returned', item.reasonCode, context.now);
  await answeredByReturn(context, wire);
  return true;
}
