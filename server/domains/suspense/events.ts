import type { EventDefinition, EventDraft } from '../../kernel/event.ts';
import { type Decision, exampleQueueRecord, queueRecord } from './model.ts';
import { shownRecord } from './rules.ts';
import { readRecords, type SuspenseRow } from './store.ts';

/** What all events of the queue carry: the record as it was then. */
const common: Pick<EventDefinition, 'payload' | 'render'> = {
  payload: queueRecord,
  async render(db, rows) {
    const instance = rows[0]!.instance;
    const found = await readRecords(db, instance, [...new Set(rows.map((row) => row.subject))]);
    const byId = new Map(found.map((record) => [record.id, record]));
    return rows.map(({ subject, after, data, at }) => {
      const decision = (data?.decision ?? null) as Decision | null;
      const returnId = (data?.return_transaction ?? null) as string | null;
      return shownRecord({ ...byId.get(subject)!, status: after as SuspenseRow['status'], decision, returnId }, at);
    });
  },
};

/** An incoming transfer waits for the partner's decision. Sent up to four times, like every event. */
export const transactionSuspended: EventDefinition = {
  ...common,
  action: 'TRANSACTION.SUSPENDED',
  when: 'An incoming transfer entered the suspense queue',
  example: exampleQueueRecord,
};

/** A record was decided, went back, or was not decided in time. */
export const queueUpdate: EventDefinition = {
  ...common,
  action: 'QUEUE.UPDATE',
  when: 'A record of the suspense queue was decided, returned or expired',
  example: { ...exampleQueueRecord, status: 'expired', business_days_left: 0 },
};

/** Two business days are left to decide. */
export const queueExpiring: EventDefinition = {
  ...common,
  action: 'QUEUE.EXPIRING',
  when: 'Two business days are left to decide a record of the suspense queue',
  example: { ...exampleQueueRecord, business_days_left: 2 },
};

/** The event of a record as it is now. */
export function recordEvent(
  { action }: EventDefinition,
  row: Pick<SuspenseRow, 'id' | 'status' | 'decision' | 'returnId'>,
  before?: SuspenseRow['status'],
): EventDraft {
  const data = {
    ...(row.decision && { decision: row.decision }),
    ...(row.returnId && { return_transaction: row.returnId }),
  };
  return { action, subject: row.id, ...(before && { before }), after: row.status, data };
}
