import type { Queryable } from '../../kernel/database.ts';
import { newId } from '../../kernel/ids.ts';
import type { JobDraft, WorkContext } from '../../kernel/job.ts';
import { type Posting, type RecordKind, recordOf } from '../../kernel/posting.ts';
import { invalid, isRefused, type Refused, validationError } from '../../kernel/refusal.ts';
import type { IncomingPayment } from '../../ports/payment-rail/port.ts';
import { queueUpdate, recordEvent, transactionSuspended } from './events.ts';
import type { Decision, QueueRail, QueueRecord, ReturnReason, Rule } from './model.ts';
import { decideRelease, decideReturn, nextMorning, releasePlan, ruleFor, shownRecord, windowOf } from './rules.ts';
import {
  type Approval,
  countWaiting,
  insertApproval,
  insertRecords,
  lockRecord,
  lockRecordOf,
  readEnabled,
  type SuspenseRow,
  updateRecord,
} from './store.ts';

export { wayBack } from './rules.ts';
export { readRecord as findRecord, readRecordId as findRecordOf, readRules as queueRulesOf } from './store.ts';

/** Whether an instance has its incoming transfers queued, by the operator's newest recorded approval. */
export function queueEnabled(db: Queryable, instance: string): Promise<boolean> {
  return readEnabled(db, instance);
}

/** Records that an operator (or the sandbox's partner) turns the queue of an instance on or off. */
export async function approveQueue(tx: Queryable, instance: string, approval: Omit<Approval, 'id'>): Promise<void> {
  await insertApproval(tx, instance, { id: newId(), ...approval });
}

const recordKind: RecordKind<SuspenseRow> = { name: 'suspense.records', write: insertRecords };

/** An incoming transfer to hold, and whose it is. */
export interface Suspending {
  readonly instance: string;
  /** Token of the record, made before so that it survives repetitions. */
  readonly id: string;
  readonly transaction: string;
  readonly payment: IncomingPayment & { readonly rail: QueueRail };
  readonly merchant: string | null;
  readonly user: string | null;
  readonly account: string;
  readonly balance: string;
  /** Its sender is on a sanctions list: it can be sent back, and not released. */
  readonly isSanctioned: boolean;
  /** The partner's rules; the first that fits decides it by a job. */
  readonly rules: readonly Rule[];
  readonly at: Date;
}

/** What goes into the posting that puts a transfer on suspense: its record, TRANSACTION.SUSPENDED, the watch over it. */
export function suspended(suspending: Suspending): Required<Pick<Posting, 'records' | 'events' | 'jobs'>> {
  const { instance, id, transaction, payment, merchant, user, account, balance, isSanctioned, at } = suspending;
  const { kind: _, answerBy: __, amountMinor, currency, ...message } = payment;
  const { remindAt, deadline } = windowOf(payment.rail, at);
  const row: SuspenseRow = {
    id,
    transaction,
    status: 'in_queue',
    rail: payment.rail,
    amountMinor,
    currency,
    reference: payment.reference,
    merchant,
    user,
    account,
    balance,
    message: { ...message, ...(isSanctioned && { isSanctioned }) },
    queuedAt: at,
    deadline,
    decision: null,
    returnId: null,
  };
  const watch: JobDraft = { instance, name: 'suspense.watch', subject: id, at: remindAt };
  const rule = isSanctioned ? undefined : ruleFor(suspending.rules, payment, merchant);
  return {
    records: [recordOf(recordKind, instance, row)],
    events: [{ instance, ...recordEvent(transactionSuspended, row) }],
    jobs: rule === undefined ? [watch] : [watch, { instance, name: 'suspense.decide', subject: id, data: { rule } }],
  };
}

type Verdict = Pick<Decision, 'by' | 'comment' | 'external_case'> & { readonly reasonCode: string | null };
type Effects = Pick<WorkContext, 'tx' | 'now' | 'emit' | 'post'>;

/**
 * Releases a locked record: its money is credited to the account. Where that has been blocked or closed since, the
 * transfer goes back by itself (AC06, AC04).
 */
export async function release(
  context: Effects,
  instance: string,
  record: SuspenseRow,
  verdict: Verdict,
): Promise<SuspenseRow> {
  const booked = { ...record, instance };
  const outcome = await context.post(releasePlan(booked), (facts) => decideRelease(booked, facts));
  if (isRefused(outcome)) {
    const reasonCode = outcome.data?.status === 'blocked' ? 'AC06' : 'AC04';
    return sendBack(context, instance, record, { ...verdict, by: 'account not active', reasonCode });
  }
  return decided(context, instance, record, {
    status: 'released',
    decision: decisionOf('process', verdict, context.now),
  });
}

/** Sends a locked record back to its sender: `return_pending` until the return is settled. */
export async function sendBack(
  context: Effects,
  instance: string,
  record: SuspenseRow,
  verdict: Verdict & { readonly reasonCode: string },
): Promise<SuspenseRow> {
  const booked = { ...record, instance };
  const returnId = newId();
  await context.post({ ...releasePlan(booked), transactions: [returnId] }, (facts) =>
    decideReturn(booked, returnId, verdict.reasonCode, facts),
  );
  const decision = decisionOf('return', verdict, context.now);
  return decided(context, instance, record, { status: 'return_pending', decision, returnId });
}

function decisionOf(
  action: Decision['action'],
  { by, reasonCode, comment, external_case }: Verdict,
  at: Date,
): Decision {
  return { action, by, at: at.toISOString(), reason_code: reasonCode, comment, external_case };
}

function isWaiting({ status }: Pick<SuspenseRow, 'status'>): boolean {
  return status === 'in_queue' || status === 'expired';
}

/** Writes a record's next state and tells of it. */
export async function decided(
  { tx, emit }: Pick<Effects, 'tx' | 'emit'>,
  instance: string,
  record: SuspenseRow,
  change: Partial<Pick<SuspenseRow, 'status' | 'decision' | 'returnId'>>,
): Promise<SuspenseRow> {
  const next = { ...record, ...change };
  await updateRecord(tx, instance, record.id, next);
  if (isWaiting(record) && !isWaiting(next)) await countWaiting(tx, instance, [record], -1);
  emit(recordEvent(queueUpdate, next, record.status));
  return next;
}

/** The record of a transaction whose return is settled. */
export async function returned(
  context: Pick<Effects, 'tx' | 'emit'>,
  instance: string,
  incoming: string,
): Promise<void> {
  const record = await lockRecordOf(context.tx, instance, incoming);
  if (record?.status === 'return_pending') await decided(context, instance, record, { status: 'returned' });
}

/**
 * Whether a record can still be decided. The same decision again is answered with what stands; another one, or one that
 * comes too late, is refused.
 */
export function openFor(action: Decision['action'], record: SuspenseRow): boolean | Refused<'validation_error'> {
  if (record.status === 'in_queue') {
    if (action === 'return' || record.message.isSanctioned !== true) return true;
    const message = 'its sender is on a sanctions list';
    return invalid(validationError, { field: 'token', rule: 'sanctions_match', message });
  }
  if (record.status !== 'expired' && record.decision?.action === action) return false;
  const rule = record.status === 'expired' ? 'expired' : 'already_decided';
  return invalid(validationError, { field: 'token', rule, message: `the record is ${record.status}` });
}

export const defaultReturnReason: ReturnReason = 'MS03';

/** An operator sends back what has expired; undefined when there is no such record. */
export async function returnExpired(
  context: Effects,
  instance: string,
  id: string,
  by: string,
): Promise<QueueRecord | undefined> {
  const record = await lockRecord(context.tx, instance, id);
  if (record?.status !== 'expired') return undefined;
  const verdict = { by, reasonCode: defaultReturnReason, comment: null, external_case: null };
  return shownRecord(await sendBack(context, instance, record, verdict), context.now);
}

/** Lets a record expire at once, as its deadline would; false when it waits no longer. */
export async function expireNow(
  context: Pick<WorkContext, 'tx' | 'now' | 'emit' | 'schedule'>,
  instance: string,
  id: string,
): Promise<QueueRecord | false | undefined> {
  const record = await lockRecord(context.tx, instance, id);
  if (record?.status !== 'in_queue') return record && false;
  const expired = await decided(context, instance, record, { status: 'expired' });
  context.schedule({ name: 'suspense.watch', subject: id, at: nextMorning(context.now) });
  return shownRecord(expired, context.now);
}
