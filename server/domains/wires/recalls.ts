import { addBusinessDays, localDate } from '../../kernel/calendar.ts';
import { namedId, newId } from '../../kernel/ids.ts';
import type { WorkContext } from '../../kernel/job.ts';
import type { Facts, Plan, Posting, TransactionDraft } from '../../kernel/posting.ts';
import {
  entityNotFound,
  insufficientFunds,
  invalid,
  isRefused,
  type Refused,
  refuse,
  validationError,
} from '../../kernel/refusal.ts';
import type { IncomingAnswer, IncomingRecall, IncomingRecallRefusal } from '../../ports/payment-rail/port.ts';
import { transactionFacts } from '../ledger/service.ts';
import { recallEvent } from './events.ts';
import { incomingId } from './incoming.ts';
import { networkIdOf, type RecallRow, type Wire } from './model.ts';
import { railRules, recallDeadline, settlementDate } from './rules.ts';
import { endRecall, insertRecall, insertWires, lockOpenRecall, lockWire, readRecalls } from './store.ts';

/** Why a payment of ours is asked for: by the bank (DUPL, TECH, FRAD) or by its customer. */
export const recallReasons = ['DUPL', 'TECH', 'FRAD', 'CUST', 'AM09', 'AC03'] as const;
export type RecallReason = (typeof recallReasons)[number];

/** Why a recall of another bank is refused (SCT rulebook, reason codes of the negative answer). */
export const refusalReasons = ['CUST', 'NOAS', 'AM04', 'AC04', 'ARDT', 'LEGL', 'NOOR'] as const;
export type RefusalReason = (typeof refusalReasons)[number];

type Effects = Pick<WorkContext, 'tx' | 'now' | 'emit' | 'post' | 'schedule'>;

function noRecall(rule: string, message: string): Refused<'validation_error'> {
  return invalid(validationError, { field: 'transaction', rule, message });
}

/** Days in which a bank may recall for its own mistakes, and months for fraud and customers' requests. */
const ownMistakeDays = 10;
const otherMonths = 13;

function isTooLate({ rail, endedAt }: Wire, reason: RecallReason, now: Date): boolean {
  const { calendar, zone } = railRules[rail];
  const settled = localDate(zone, endedAt!);
  if (reason === 'DUPL' || reason === 'TECH')
    return localDate(zone, now) > addBusinessDays(calendar, settled, ownMistakeDays);
  const last = new Date(endedAt!);
  last.setUTCMonth(last.getUTCMonth() + otherMonths);
  return now > last;
}

/** Asks the other bank for a settled payment of ours. One request at a time; its answer is TRANSFER.RECALL. */
export async function askBack(
  context: Effects,
  instance: string,
  transaction: string,
  reasonCode: RecallReason,
): Promise<RecallRow | Refused<'entity_not_found' | 'validation_error'>> {
  const wire = await lockWire(context.tx, instance, transaction);
  if (wire === undefined) return refuse(entityNotFound, { field: 'transaction' });
  if (wire.state !== 'settled' || wire.parent !== null) {
    return noRecall('not_settled', `only a completed payment can be recalled, this one is ${wire.state}`);
  }
  if (isTooLate(wire, reasonCode, context.now)) return noRecall('recall_too_late', `too late for ${reasonCode}`);
  const recall: RecallRow = {
    id: newId(),
    transaction,
    direction: 'out',
    networkId: '',
    state: 'open',
    reasonCode,
    original: null,
    deadline: recallDeadline(wire.rail, context.now),
    openedAt: context.now,
    answeredAt: null,
    answerCode: null,
  };
  const sent = { ...recall, networkId: networkIdOf(recall.id) };
  if (!(await insertRecall(context.tx, instance, sent))) {
    return noRecall('recall_open', 'a recall of it waits for its answer');
  }
  context.emit(recallEvent(sent));
  context.schedule({ name: 'wires.recall', subject: sent.id });
  return sent;
}

async function end(
  { tx, emit, now }: Pick<Effects, 'tx' | 'emit' | 'now'>,
  instance: string,
  recall: RecallRow,
  state: 'accepted' | 'refused',
  answerCode: string | null,
): Promise<RecallRow> {
  const ended = { ...recall, state, answerCode, answeredAt: now };
  await endRecall(tx, instance, recall.id, { state, answerCode, at: now });
  emit(recallEvent(ended));
  return ended;
}

/** The other bank has sent a payment back: if we had asked for it, that is its yes. */
export async function answeredByReturn(
  context: Pick<Effects, 'tx' | 'emit' | 'now'>,
  { instance, transaction }: Pick<Wire, 'instance' | 'transaction'>,
): Promise<void> {
  const recall = await lockOpenRecall(context.tx, instance, transaction, 'out');
  if (recall !== undefined) await end(context, instance, recall, 'accepted', null);
}

/** The other bank's no. */
export async function recallRefused(
  context: Pick<Effects, 'tx' | 'emit' | 'now'>,
  { instance, transaction }: Pick<Wire, 'instance' | 'transaction'>,
  { reasonCode }: Pick<IncomingRecallRefusal, 'reasonCode'>,
): Promise<IncomingAnswer> {
  const recall = await lockOpenRecall(context.tx, instance, transaction, 'out');
  if (recall !== undefined) await end(context, instance, recall, 'refused', reasonCode);
  return { accepted: true };
}

/**
 * Another bank asks for a payment that we received. The partner is told and answers until the deadline; one that is not
 * ours, or has gone back already, is answered at once.
 */
export async function recallReceived(
  context: Effects,
  instance: string,
  item: IncomingRecall,
): Promise<IncomingAnswer> {
  const { amountMinor: _, currency: __, ...original } = item.original;
  const transaction = incomingId(instance, original);
  const [booked] = await transactionFacts(context.tx, instance, [transaction]);
  if (booked === undefined) return { accepted: false, reasonCode: 'NOOR' };
  if (booked.status !== 'completed' && booked.status !== 'suspended') return { accepted: false, reasonCode: 'ARDT' };
  const recall: RecallRow = {
    id: namedId(`recall|${instance}|${original.rail}|${original.senderBic}|${item.id}`),
    transaction,
    direction: 'in',
    networkId: item.id,
    state: 'open',
    reasonCode: item.reasonCode,
    original,
    deadline: recallDeadline(original.rail, context.now),
    openedAt: context.now,
    answeredAt: null,
    answerCode: null,
  };
  if (await insertRecall(context.tx, instance, recall)) {
    context.emit(recallEvent(recall));
    context.schedule({ name: 'wires.recall-deadline', subject: recall.id, at: recall.deadline });
  }
  return { accepted: true };
}

/** Answers a recall with no; the other bank is told by a job. */
export async function refuseRecall(
  context: Effects,
  instance: string,
  transaction: string,
  reasonCode: RefusalReason,
): Promise<RecallRow | Refused<'entity_not_found'>> {
  const recall = await lockOpenRecall(context.tx, instance, transaction, 'in');
  if (recall === undefined) return refuse(entityNotFound, { field: 'transaction' });
  context.schedule({ name: 'wires.recall', subject: recall.id });
  return end(context, instance, recall, 'refused', reasonCode);
}

/**
 * Answers a recall with yes: the amount is held on the account that was credited, and goes back as a return with the
 * reason FOCR. Refused where it is not available, or still waits in the suspense queue.
 */
export async function acceptRecall(
  context: Effects,
  instance: string,
  transaction: string,
): Promise<RecallRow | Refused<'entity_not_found' | 'validation_error' | 'insufficient_funds'>> {
  const recall = await lockOpenRecall(context.tx, instance, transaction, 'in');
  const [received] = await transactionFacts(context.tx, instance, [transaction]);
  if (recall === undefined || received === undefined) return refuse(entityNotFound, { field: 'transaction' });
  if (received.status === 'suspended') return noRecall('in_queue', 'it waits in the suspense queue: decide it there');
  if (received.status !== 'completed') return noRecall('not_completed', `it is ${received.status}`);
  const ids = { transaction: newId(), hold: newId() };
  const plan: Plan = {
    balances: [{ instance, id: received.balance }],
    lookups: [{ instance, id: transaction }],
    transactions: [ids.transaction],
  };
  const posted = await context.post(plan, (facts) => decideGivingBack(received, ids, facts));
  if (isRefused(posted)) return posted;
  await insertWires(context.tx, instance, [returnOf(recall, received, ids, context.now)]);
  context.schedule({ name: 'wires.follow', subject: ids.transaction });
  return end(context, instance, recall, 'accepted', null);
}

type Received = Awaited<ReturnType<typeof transactionFacts>>[number];

function decideGivingBack(
  received: Received,
  ids: { readonly transaction: string; readonly hold: string },
  facts: Facts,
): Posting | Refused<'insufficient_funds'> {
  const {
    instance,
    amountMinor,
    currency,
    balance: id,
    account,
    merchant,
    user,
    channel,
    reference,
    details,
  } = received;
  const balance = facts.balance({ instance, id })!;
  if (balance.postedMinor - balance.heldMinor - (balance.floorMinor ?? 0n) < amountMinor)
    return refuse(insufficientFunds);
  const row: TransactionDraft = {
    instance,
    id: ids.transaction,
    code: 'wire-transfer',
    channel,
    status: 'pending',
    side: 'debit',
    amountMinor,
    currency,
    balance: id,
    account,
    merchant,
    user,
    parent: received.id,
    reasonCode: 'FOCR',
    ...(reference !== null && { reference }),
    details: { counterpart: details.counterpart },
  };
  const hold = { instance, id: ids.hold, balance: id, transaction: ids.transaction, amountMinor };
  return { transactions: [row], movements: [], holds: [hold], answer: {} };
}

function returnOf(
  { original }: RecallRow,
  { instance, id: parent, amountMinor, currency, balance, reference }: Received,
  ids: { readonly transaction: string; readonly hold: string },
  at: Date,
): Wire {
  const nobody = { name: '', iban: null, sortCode: null, accountNumber: null, bic: null, address: null };
  const { rail } = original!;
  return {
    instance,
    transaction: ids.transaction,
    networkId: networkIdOf(ids.transaction),
    rail,
    state: 'queued',
    source: 'hold',
    balance,
    hold: ids.hold,
    feeId: null,
    amountMinor,
    feeMinor: 0n,
    currency,
    settlementDate: settlementDate(rail, at),
    message: { debtor: nobody, creditor: nobody, reference, endToEndId: original!.endToEndId, purposeCode: null },
    returned: { ...original!, reasonCode: 'FOCR' },
    parent,
    reasonCode: 'FOCR',
    acceptedAt: at,
    submittedAt: null,
    endedAt: null,
  };
}

/** Whether a wire of ours has a recall that waits for its answer; undefined when there is no such wire. */
export async function isRecalled(
  tx: WorkContext['tx'],
  { instance, transaction }: Pick<Wire, 'instance' | 'transaction'>,
): Promise<boolean | undefined> {
  if ((await lockWire(tx, instance, transaction)) === undefined) return undefined;
  return (await lockOpenRecall(tx, instance, transaction, 'out')) !== undefined;
}

/** A recall by its token. */
export async function findRecall(db: WorkContext['tx'], instance: string, id: string): Promise<RecallRow | undefined> {
  return (await readRecalls(db, instance, [id]))[0];
}
