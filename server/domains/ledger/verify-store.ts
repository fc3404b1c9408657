import type { Queryable } from '../../kernel/database.ts';
import { plainArray } from '../../kernel/sql-array.ts';
import type { Head, MovementRow, NewEvent, StatusChange, TransactionRow } from './model.ts';

/** All reads of one verification see the same moment, however long it takes. */
export async function freezeSnapshot(tx: Queryable): Promise<void> {
  await tx.query('set transaction isolation level repeatable read, read only');
}

export async function readInstances(tx: Queryable): Promise<string[]> {
  const rows = await tx.query<{ instance_id: string }>('select instance_id from ledger.heads order by instance_id');
  return rows.map((row) => row.instance_id);
}

export async function readHead(tx: Queryable, instance: string): Promise<Head> {
  const [row] = await tx.query<{
    movement_no: bigint;
    event_no: bigint;
    seal_no: bigint;
    seal_mac: Buffer;
    last_at: Date;
  }>('select movement_no, event_no, seal_no, seal_mac, last_at from ledger.heads where instance_id = $1', [instance]);
  return {
    movementNumber: row!.movement_no,
    eventNumber: row!.event_no,
    sealNumber: row!.seal_no,
    sealMac: row!.seal_mac,
    lastAt: row!.last_at,
  };
}

export interface BalanceRow {
  readonly id: string;
  readonly currency: string;
  readonly floor: bigint | null;
  readonly posted: bigint;
  readonly held: bigint;
  readonly version: bigint;
  /** The open remainder of its holds, summed from the hold rows. */
  readonly open: bigint;
}

/** Balances after an id, in order, with what their holds leave open. */
export async function readBalances(
  tx: Queryable,
  instance: string,
  after: string,
  limit: number,
): Promise<BalanceRow[]> {
  return tx.query<BalanceRow>(
    `select b.balance_id as id, b.currency, b.floor, b.posted, b.held, b.version,
            coalesce((select sum(h.amount - coalesce((select sum(e.amount) from ledger.hold_ends e
                                                        where e.instance_id = $1 and e.hold_id = h.hold_id), 0))
                        from ledger.holds h
                       where h.instance_id = $1 and h.balance_id = b.balance_id), 0)::bigint as open
       from ledger.balances b
      where b.instance_id = $1 and b.balance_id > $2
      order by b.balance_id
      limit $3`,
    [instance, after, limit],
  );
}

export interface SealRow {
  readonly no: bigint;
  readonly first_movement: bigint;
  readonly movements: number;
  readonly first_event: bigint;
  readonly events: number;
  readonly row_hashes: Buffer;
  readonly mac: Buffer;
}

export async function readSeals(tx: Queryable, instance: string, after: bigint, limit: number): Promise<SealRow[]> {
  return tx.query<SealRow>(
    `select no, first_movement, movements, first_event, events, row_hashes, mac from ledger.seals
      where instance_id = $1 and no > $2
      order by no
      limit $3`,
    [instance, after, limit],
  );
}

export interface NumberedMovement extends MovementRow {
  readonly no: bigint;
  readonly at: Date;
}

/** Movements by number, both ends included. */
export async function readMovements(
  tx: Queryable,
  instance: string,
  from: bigint,
  to: bigint,
): Promise<NumberedMovement[]> {
  const rows = await tx.query<Omit<NumberedMovement, 'instance'>>(
    `select no, at, amount as "amountMinor", currency, debit_id as debit, debit_version as "debitVersion",
            debit_posted as "debitPosted", debit_transaction_id as "debitTransaction", credit_id as credit,
            credit_version as "creditVersion", credit_posted as "creditPosted",
            credit_transaction_id as "creditTransaction", forced
       from ledger.movements
      where instance_id = $1 and no between $2 and $3
      order by no`,
    [instance, from, to],
  );
  return rows.map((row) => ({ instance, ...row }));
}

export interface NumberedEvent extends Omit<NewEvent, 'row'> {
  readonly no: bigint;
  readonly at: Date;
}

/** Events by number, both ends included; their data as the text that was sealed. */
export async function readEventRows(
  tx: Queryable,
  instance: string,
  from: bigint,
  to: bigint,
): Promise<NumberedEvent[]> {
  return tx.query<NumberedEvent>(
    `select no, at, action, subject_id as subject, transaction_id as transaction, version,
            posted, held, status_before as before, status_after as after, data::text as data
       from ledger.events
      where instance_id = $1 and no between $2 and $3
      order by no`,
    [instance, from, to],
  );
}

export interface SealedTransaction extends TransactionRow {
  readonly no: bigint;
  readonly detailsText: string | null;
  readonly changes: readonly StatusChange[] | null;
}

/** Transactions by their number, both ends included. */
export async function readTransactionRows(
  tx: Queryable,
  instance: string,
  from: bigint,
  to: bigint,
): Promise<SealedTransaction[]> {
  const rows = await tx.query<Omit<SealedTransaction, 'instance' | 'eventIndex'>>(
    `select no, transaction_id as id, code, channel, status, side, amount as "amountMinor", currency,
            fee as "feeMinor", balance_id as balance, balance_version as "balanceVersion",
            balance_posted as "balancePosted", account_id as account, merchant_id as merchant, user_id as "user",
            card_id as card, parent_id as parent, link_id as link, reference, hidden, reason_code as "reasonCode",
            details::text as "detailsText", changes, caller, request_id as "requestId"
       from ledger.transactions
      where instance_id = $1 and no between $2 and $3
      order by no`,
    [instance, from, to],
  );
  return rows.map((row) => ({ ...row, instance, eventIndex: 0 }));
}

/** What some transactions say became of them, each entry by the number of its event. */
export async function readStatusChanges(
  tx: Queryable,
  instance: string,
  ids: readonly string[],
): Promise<Map<bigint, StatusChange>> {
  const rows = await tx.query<{ changes: StatusChange[] | null }>(
    'select changes from ledger.transactions where instance_id = $1 and transaction_id = any($2::uuid[])',
    [instance, plainArray(ids, (id) => id)],
  );
  return new Map(rows.flatMap(({ changes }) => changes ?? []).map((change) => [BigInt(change.no), change]));
}

/** How often statuses changed, as the transactions say. */
export async function countStatusChanges(tx: Queryable, instance: string): Promise<bigint> {
  const [row] = await tx.query<{ count: bigint }>(
    `select coalesce(sum(jsonb_array_length(changes)), 0)::bigint as count from ledger.transactions
      where instance_id = $1 and changes is not null`,
    [instance],
  );
  return row!.count;
}

/** Rows whose numbers the head has never given: somebody put them in. */
export async function readBeyondHead(
  tx: Queryable,
  instance: string,
  head: Head,
): Promise<{ table: string; no: bigint }[]> {
  return tx.query<{ table: string; no: bigint }>(
    `select 'movements' as table, no from ledger.movements where instance_id = $1 and (no > $2 or no < 1)
      union all
     select 'events', no from ledger.events where instance_id = $1 and (no > $3 or no < 1)
      union all
     select 'transactions', no from ledger.transactions where instance_id = $1 and (no > $3 or no < 1)
      union all
     select 'seals', no from ledger.seals where instance_id = $1 and (no > $4 or no < 1)
      limit 100`,
    [instance, head.movementNumber, head.eventNumber, head.sealNumber],
  );
}

/** Hold rows whose version the balance's events do not know cannot be; this finds each hold row of some balances. */
export async function readHoldChanges(
  tx: Queryable,
  instance: string,
  balances: readonly string[],
): Promise<{ balance: string; version: bigint }[]> {
  return tx.query<{ balance: string; version: bigint }>(
    `select h.balance_id as balance, h.version from ledger.holds h
      where h.instance_id = $1 and h.balance_id = any($2::uuid[])
      union all
     select h.balance_id, e.version
       from ledger.holds h
       join ledger.hold_ends e on e.instance_id = h.instance_id and e.hold_id = h.hold_id
      where h.instance_id = $1 and h.balance_id = any($2::uuid[])`,
    [instance, plainArray(balances, (id) => id)],
  );
}
