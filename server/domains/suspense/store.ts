import type { Queryable } from '../../kernel/database.ts';
import { joinedJson, plainArray, textArray } from '../../kernel/sql-array.ts';
import type { IncomingPayment } from '../../ports/payment-rail/port.ts';
import type { Decision, QueueRail, QueueStatus, Rule } from './model.ts';

/** A received payment as JSON keeps it: without the amount, which is a column. */
export type Message = Omit<IncomingPayment, 'kind' | 'answerBy' | 'amountMinor' | 'currency'> & {
  /** Its sender is on a sanctions list. */
  readonly isSanctioned?: boolean;
};

export interface SuspenseRow {
  readonly id: string;
  readonly transaction: string;
  readonly status: QueueStatus;
  readonly rail: QueueRail;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly reference: string | null;
  readonly merchant: string | null;
  readonly user: string | null;
  readonly account: string;
  readonly balance: string;
  readonly message: Message;
  readonly queuedAt: Date;
  readonly deadline: Date;
  readonly decision: Decision | null;
  readonly returnId: string | null;
}

/** Writes the records of one group. */
export async function insertRecords(tx: Queryable, instance: string, rows: readonly SuspenseRow[]): Promise<void> {
  await tx.query(
    `insert into suspense.records (instance_id, record_id, transaction_id, status, rail, amount, currency, reference,
       merchant_id, user_id, account_id, balance_id, message, queued_at, deadline)
     select $1, id, transaction, 'in_queue', rail, amount, currency, reference, merchant, person, account, balance,
            message, queued, deadline
       from unnest($2::uuid[], $3::uuid[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::uuid[], $9::uuid[],
                   $10::uuid[], $11::uuid[], string_to_array($12, U&'\\001E', '')::json[], $13::timestamptz[],
                   $14::timestamptz[])
            as u(id, transaction, rail, amount, currency, reference, merchant, person, account, balance, message,
                 queued, deadline)`,
    [
      instance,
      plainArray(rows, (row) => row.id),
      plainArray(rows, (row) => row.transaction),
      plainArray(rows, (row) => row.rail),
      plainArray(rows, (row) => row.amountMinor),
      plainArray(rows, (row) => row.currency),
      textArray(rows, (row) => row.reference),
      plainArray(rows, (row) => row.merchant),
      plainArray(rows, (row) => row.user),
      plainArray(rows, (row) => row.account),
      plainArray(rows, (row) => row.balance),
      joinedJson(rows, (row) => JSON.stringify(row.message)),
      plainArray(rows, (row) => row.queuedAt.toISOString()),
      plainArray(rows, (row) => row.deadline.toISOString()),
    ],
  );
  await countWaiting(tx, instance, rows, 1);
}

/** Counts records in, or out: for the instance as a whole, and for each merchant. */
export async function countWaiting(
  tx: Queryable,
  instance: string,
  records: readonly Pick<SuspenseRow, 'merchant'>[],
  each: 1 | -1,
): Promise<void> {
  const changes = new Map<string, number>();
  for (const { merchant } of records) {
    for (const owner of merchant === null ? [instance] : [instance, merchant]) {
      changes.set(owner, (changes.get(owner) ?? 0) + each);
    }
  }
  const owners = [...changes.keys()].sort();
  await tx.query(
    `insert into suspense.waiting as w (instance_id, owner_id, count)
     select $1, owner, 0 from unnest($2::uuid[]) as u(owner) on conflict (instance_id, owner_id) do nothing`,
    [instance, owners],
  );
  await tx.query(
    `update suspense.waiting w set count = w.count + u.change
       from unnest($2::uuid[], $3::bigint[]) as u(owner, change)
      where w.instance_id = $1 and w.owner_id = u.owner`,
    [instance, owners, owners.map((owner) => changes.get(owner))],
  );
}

const columns = `record_id as id, transaction_id as transaction, status, rail, amount as "amountMinor", currency,
  reference, merchant_id as merchant, user_id as "user", account_id as account, balance_id as balance, message,
  queued_at as "queuedAt", deadline, decision, return_id as "returnId"`;

export async function readRecord(db: Queryable, instance: string, id: string): Promise<SuspenseRow | undefined> {
  const [row] = await db.query<SuspenseRow>(
    `select ${columns} from suspense.records where instance_id = $1 and record_id = $2`,
    [instance, id],
  );
  return row;
}

export async function readRecords(db: Queryable, instance: string, ids: readonly string[]): Promise<SuspenseRow[]> {
  return db.query<SuspenseRow>(
    `select ${columns} from suspense.records where instance_id = $1 and record_id = any ($2::uuid[])`,
    [instance, ids],
  );
}

/** Reads a record and locks it: what is decided afterwards holds until the transaction's end. */
export async function lockRecord(tx: Queryable, instance: string, id: string): Promise<SuspenseRow | undefined> {
  const [row] = await tx.query<SuspenseRow>(
    `select ${columns} from suspense.records where instance_id = $1 and record_id = $2 for no key update`,
    [instance, id],
  );
  return row;
}

/** The token of the record of an incoming transaction. */
export async function readRecordId(db: Queryable, instance: string, transaction: string): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(
    'select record_id as id from suspense.records where instance_id = $1 and transaction_id = $2',
    [instance, transaction],
  );
  return row?.id;
}

/** The record of an incoming transaction, locked. */
export async function lockRecordOf(
  tx: Queryable,
  instance: string,
  transaction: string,
): Promise<SuspenseRow | undefined> {
  const [row] = await tx.query<SuspenseRow>(
    `select ${columns} from suspense.records where instance_id = $1 and transaction_id = $2 for no key update`,
    [instance, transaction],
  );
  return row;
}

export async function updateRecord(
  tx: Queryable,
  instance: string,
  id: string,
  { status, decision, returnId }: Pick<SuspenseRow, 'status' | 'decision' | 'returnId'>,
): Promise<void> {
  await tx.query(
    `update suspense.records set status = $3, decision = $4, return_id = $5
      where instance_id = $1 and record_id = $2`,
    [instance, id, status, decision === null ? null : JSON.stringify(decision), returnId],
  );
}

export interface QueueFilter {
  readonly merchant: string | null;
  readonly status: QueueStatus | null;
}

/** Each filter reads along one index: one that may be absent would hide it from the planner. */
const conditions = {
  waiting: `status in ('in_queue', 'expired')`,
  merchant: `merchant_id = $2 and status in ('in_queue', 'expired')`,
  status: '($2::uuid is null or merchant_id = $2) and status = $3',
};

function conditionOf({ merchant, status }: QueueFilter): { where: string; values: readonly (string | null)[] } {
  if (status !== null) return { where: conditions.status, values: [merchant, status] };
  if (merchant !== null) return { where: conditions.merchant, values: [merchant] };
  return { where: conditions.waiting, values: [] };
}

/** Records, newest first. */
export async function listRecords(
  db: Queryable,
  instance: string,
  filter: QueueFilter,
  limit: number,
  offset: number,
): Promise<SuspenseRow[]> {
  const { where, values } = conditionOf(filter);
  const at = values.length + 2;
  return db.query<SuspenseRow>(
    `select ${columns} from suspense.records where instance_id = $1 and ${where}
      order by record_id desc limit $${at} offset $${at + 1}`,
    [instance, ...values, limit, offset],
  );
}

/** How many there are. What waits is counted as it comes and goes; of one status, up to `most` are counted now. */
export async function countRecords(
  db: Queryable,
  instance: string,
  { merchant, status }: QueueFilter,
  most: number,
): Promise<number> {
  const [row] =
    status === null
      ? await db.query<{ count: bigint }>(
          'select count from suspense.waiting where instance_id = $1 and owner_id = $2',
          [instance, merchant ?? instance],
        )
      : await db.query<{ count: bigint }>(
          `select count(*) as count
             from (select 1 from suspense.records
                    where instance_id = $1 and ($2::uuid is null or merchant_id = $2) and status = $3
                    limit $4) as counted`,
          [instance, merchant, status, most],
        );
  return Number(row?.count ?? 0n);
}

export interface Approval {
  readonly id: string;
  readonly enabled: boolean;
  readonly by: string;
  readonly note: string | null;
  readonly at: Date;
}

export async function insertApproval(tx: Queryable, instance: string, approval: Approval): Promise<void> {
  const { id, enabled, by, note, at } = approval;
  await tx.query(
    `insert into suspense.approvals (instance_id, approval_id, enabled, approved_by, note, approved_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [instance, id, enabled, by, note, at],
  );
}

/** Whether the newest approval enables the queue. */
export async function readEnabled(db: Queryable, instance: string): Promise<boolean> {
  const [row] = await db.query<{ enabled: boolean }>(
    `select enabled from suspense.approvals where instance_id = $1 order by approval_id desc limit 1`,
    [instance],
  );
  return row?.enabled ?? false;
}

/** A partner's rules, in their order. */
export async function readRules(db: Queryable, instance: string): Promise<Rule[]> {
  const [row] = await db.query<{ rules: Rule[] }>('select rules from suspense.rules where instance_id = $1', [
    instance,
  ]);
  return row?.rules ?? [];
}

export async function upsertRules(
  tx: Queryable,
  instance: string,
  rules: readonly Rule[],
  by: string,
  at: Date,
): Promise<void> {
  await tx.query(
    `insert into suspense.rules (instance_id, rules, set_by, set_at) values ($1, $2, $3, $4)
     on conflict (instance_id) do update set rules = excluded.rules, set_by = excluded.set_by, set_at = excluded.set_at`,
    [instance, JSON.stringify(rules), by, at],
  );
}
