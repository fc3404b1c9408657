import type { Job, JobContext } from '../../kernel/job.ts';
import {
  type PaymentState,
  paymentRails,
  type Rail,
  type RailContext,
  type Submission,
} from '../../ports/payment-rail/port.ts';
import { failWire, settleWire } from './ending.ts';
import { paymentOf, type Wire } from './model.ts';
import { receiveFor } from './receive.ts';
import { moveWire, readWire } from './store.ts';

type Again = { readonly againAt: Date } | undefined;

/**
 * Brings a wire to its end. Before it is handed in it is marked as `submitting`, in a commit of its own: whoever finds
 * it so afterwards does not know whether the scheme has it, and inquires. It is handed in once more only when the
 * scheme is sure that it does not have it, and then under the same id: no payment is made twice.
 */
export async function followWire(context: JobContext, { instance, subject }: Job): Promise<Again> {
  const wire = await readWire(context.db, instance, subject);
  switch (wire?.state) {
    case 'queued':
      if (!(await moveWire(context.db, wire, 'queued', 'submitting', context.now))) return { againAt: context.now };
      return handIn(context, wire);
    case 'submitting':
    case 'submitted':
      return inquire(context, wire);
    case 'canceling':
      await context.transact((work) => failWire(work, wire, 'canceled', null));
      return undefined;
    case 'settled':
      // Something more was announced: the other bank may have sent it back.
      await receiveFor(context, [instance]);
      return undefined;
    default:
      return undefined;
  }
}

async function handIn(context: JobContext, wire: Wire): Promise<Again> {
  const submission = await submit(context, wire);
  if (submission.status === 'rejected') {
    await context.transact((work) => failWire(work, wire, 'rejected', submission.reasonCode));
    return undefined;
  }
  if (submission.status === 'unknown') return { againAt: pause(wire, context.now) };
  await moveWire(context.db, wire, 'submitting', 'submitted', context.now);
  return inquire(context, wire);
}

type HandingIn = RailContext & Pick<JobContext, 'port' | 'now'>;

/** Hands a wire in that still waits for it; how it ends is left to the job that follows it. */
export async function ensureHandedIn(context: HandingIn, wire: Wire): Promise<void> {
  if (wire.state !== 'queued' || !(await moveWire(context.db, wire, 'queued', 'submitting', context.now))) return;
  const { status } = await submit(context, wire);
  if (status === 'accepted') await moveWire(context.db, wire, 'submitting', 'submitted', context.now);
}

function submit(context: HandingIn, wire: Wire): Promise<Submission> {
  const rails = context.port(paymentRails);
  if (wire.returned === null) return rails.submit(context, paymentOf(wire));
  const { instance, networkId: id, amountMinor, currency, settlementDate } = wire;
  const { reasonCode, ...original } = wire.returned;
  return rails.returnPayment(context, {
    instance,
    id,
    original: { ...original, amountMinor, currency },
    reasonCode,
    settlementDate,
  });
}

async function inquire(context: JobContext, wire: Wire): Promise<Again> {
  const state = await context.port(paymentRails).inquire(context, paymentOf(wire));
  if (state.status === 'absent') return handIn(context, wire);
  return applyState(context, wire, state);
}

async function applyState(
  context: JobContext,
  wire: Wire,
  state: Exclude<PaymentState, { status: 'absent' }>,
): Promise<Again> {
  switch (state.status) {
    case 'settled':
      await context.transact((work) => settleWire(work, wire));
      return state.lookAt && { againAt: state.lookAt };
    case 'rejected':
      await context.transact((work) => failWire(work, wire, 'rejected', state.reasonCode));
      return undefined;
    case 'pending':
      await moveWire(context.db, wire, 'submitting', 'submitted', context.now);
      return { againAt: state.lookAt ?? pause(wire, context.now) };
    case 'unknown':
      return { againAt: state.lookAt ?? pause(wire, context.now) };
  }
}

const shortestPauseMs = 2_000;
/** Who pays instantly waits for an answer; a batch scheme has one once a day. */
const longestPauseMs: Readonly<Record<Rail, number>> = {
  sct_inst: 5_000,
  fps: 5_000,
  sct: 3_600_000,
  bisera: 3_600_000,
};

/** Until the next inquiry: as long as the payment has been under way, so each is twice as far from it as the last. */
function pause({ submittedAt, rail }: Wire, now: Date): Date {
  const underWayMs = submittedAt === null ? 0 : now.getTime() - submittedAt.getTime();
  return new Date(now.getTime() + Math.min(Math.max(underWayMs, shortestPauseMs), longestPauseMs[rail]));
}
