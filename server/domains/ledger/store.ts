import type { Queryable } from '../../kernel/database.ts';
import type { EventRow } from '../../kernel/event.ts';
import type { HoldFact, Side, TransactionFact } from '../../kernel/posting.ts';
import { plainArray, textArray } from '../../kernel/sql-array.ts';
import type { BalanceAmounts, NewBalance, NewGate, StatusChange } from './model.ts';
import type { StoredTransaction, TransactionDetails } from './record.ts';

export async function readClockOffset(db: Queryable, instance: string): Promise<number> {
  const [row] = await db.query<{ clock_offset_ms: bigint }>(
    'select clock_offset_ms from ledger.heads where instance_id = $1',
    [instance],
  );
  return Number(row?.clock_offset_ms ?? 0n);
}

/** The clocks of all instances. */
export async function readClocks(db: Queryable): Promise<{ instance: string; offsetMs: number }[]> {
  const rows = await db.query<{ instance: string; offset: bigint }>(
    'select instance_id as instance, clock_offset_ms as offset from ledger.heads',
  );
  return rows.map(({ instance, offset }) => ({ instance, offsetMs: Number(offset) }));
}

export async function updateClockOffset(db: Queryable, instance: string, offsetMs: number): Promise<void> {
  await db.query('update ledger.heads set clock_offset_ms = $2 where instance_id = $1', [instance, offsetMs]);
}

export async function insertHead(tx: Queryable, instance: string, genesis: Buffer, at: Date): Promise<void> {
  await tx.query('insert into ledger.heads (instance_id, seal_mac, last_at) values ($1, $2, $3)', [
    instance,
    genesis,
    at,
  ]);
}

interface EventColumns {
  no: bigint;
  action: string;
  at: Date;
  subject_id: string;
  transaction_id: string | null;
  version: bigint | null;
  posted: bigint | null;
  held: bigint | null;
  status_before: string | null;
  status_after: string | null;
  data: Record<string, unknown> | null;
}

/** Events of an instance after a number, in the order of their numbers. */
export async function readEvents(db: Queryable, instance: string, after: bigint, limit: number): Promise<EventRow[]> {
  const rows = await db.query<EventColumns>(
    `select no, action, at, subject_id, transaction_id, version, posted, held, status_before, status_after, data
       from ledger.events
      where instance_id = $1 and no > $2
      order by no
      limit $3`,
    [instance, after, limit],
  );
  return rows.map((row) => ({
    instance,
    number: row.no,
    action: row.action,
    at: row.at,
    subject: row.subject_id,
    transaction: row.action.startsWith('TRANSACTION.') ? row.subject_id : row.transaction_id,
    balance: row.action === 'BALANCE.UPDATE' ? row.subject_id : null,
    version: row.version,
    posted: row.posted,
    held: row.held,
    before: row.status_before,
    after: row.status_after,
    data: row.data,
  }));
}

export async function readEventNumber(db: Queryable, instance: string): Promise<bigint> {
  const [row] = await db.query<{ event_no: bigint }>('select event_no from ledger.heads where instance_id = $1', [
    instance,
  ]);
  return row?.event_no ?? 0n;
}

/** Opens house accounts; those that exist stay as they are. */
export async function insertHouse(
  tx: Queryable,
  instance: string,
  accounts: readonly { id: string; kind: string; currency: string }[],
): Promise<void> {
  await tx.query(
    `insert into ledger.balances (instance_id, balance_id, kind, currency)
     select $1, id, kind, currency from unnest($2::uuid[], $3::text[], $4::text[]) as u(id, kind, currency)
         on conflict (instance_id, balance_id) do nothing`,
    [
      instance,
      plainArray(accounts, (row) => row.id),
      plainArray(accounts, (row) => row.kind),
      plainArray(accounts, (row) => row.currency),
    ],
  );
}

export async function insertGates(tx: Queryable, gates: readonly NewGate[]): Promise<void> {
  await tx.query(
    `insert into ledger.gates (instance_id, gate_id, kind, state, main_id, merchant_id, user_id, holder_name)
     select instance_id, gate_id, kind, 'active', main_id, merchant_id, user_id, holder_name
       from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[])
            as u(instance_id, gate_id, kind, main_id, merchant_id, user_id, holder_name)`,
    [
      plainArray(gates, (row) => row.instance),
      plainArray(gates, (row) => row.id),
      plainArray(gates, (row) => row.kind),
      plainArray(gates, (row) => row.main),
      plainArray(gates, (row) => row.merchant),
      plainArray(gates, (row) => row.user),
      textArray(gates, (row) => row.holderName),
    ],
  );
}

export async function insertBalances(tx: Queryable, balances: readonly NewBalance[]): Promise<void> {
  await tx.query(
    `insert into ledger.balances (instance_id, balance_id, kind, account_id, program, currency, floor, iban, bic,
       sort_code, account_number)
     select instance_id, balance_id, 'holder', account_id, program, currency, floor, iban, bic, sort_code,
            account_number
       from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::text[],
                   $9::text[], $10::text[])
            as u(instance_id, balance_id, account_id, program, currency, floor, iban, bic, sort_code, account_number)`,
    [
      plainArray(balances, (row) => row.instance),
      plainArray(balances, (row) => row.id),
      plainArray(balances, (row) => row.account),
      plainArray(balances, (row) => row.program),
      plainArray(balances, (row) => row.currency),
      plainArray(balances, (row) => row.floorMinor),
      plainArray(balances, (row) => row.iban),
      plainArray(balances, (row) => row.bic),
      plainArray(balances, (row) => row.sortCode),
      plainArray(balances, (row) => row.accountNumber),
    ],
  );
}

/** Locks the balances that a gate guards: those of its main account, or of itself when it is one. */
export async function lockGuarded(tx: Queryable, instance: string, gate: string): Promise<void> {
  await tx.query(
    `select b.balance_id
       from ledger.balances b
      where b.instance_id = $1
        and b.account_id = (select coalesce(g.main_id, g.gate_id) from ledger.gates g
                             where g.instance_id = $1 and g.gate_id = $2)
      order by b.balance_id
        for no key update`,
    [instance, gate],
  );
}

export async function updateGate(tx: Queryable, instance: string, gate: string, state: string): Promise<void> {
  await tx.query('update ledger.gates set state = $3 where instance_id = $1 and gate_id = $2', [instance, gate, state]);
}

/** Closes a gate and every gate that guards the balances of the same main account. */
export async function closeGates(tx: Queryable, instance: string, gate: string): Promise<void> {
  await tx.query(`update ledger.gates set state = 'closed' where instance_id = $1 and (gate_id = $2 or main_id = $2)`, [
    instance,
    gate,
  ]);
}

/** The holds on some balances of which something is still open. */
export async function readOpenHolds(tx: Queryable, instance: string, balances: readonly string[]): Promise<HoldFact[]> {
  const rows = await tx.query<{ hold_id: string; balance_id: string; transaction_id: string; open: bigint }>(
    `select * from (
       select h.hold_id, h.balance_id, h.transaction_id,
              h.amount - coalesce((select sum(e.amount) from ledger.hold_ends e
                                    where e.instance_id = $1 and e.hold_id = h.hold_id), 0)::bigint as open
         from ledger.holds h
        where h.instance_id = $1 and h.balance_id = any($2::uuid[])) as h
      where open > 0
      order by hold_id`,
    [instance, plainArray(balances, (id) => id)],
  );
  return rows.map((row) => ({
    instance,
    id: row.hold_id,
    balance: row.balance_id,
    transaction: row.transaction_id,
    openMinor: row.open,
  }));
}

export async function updateHolderName(tx: Queryable, instance: string, holder: string, name: string): Promise<void> {
  await tx.query(
    'update ledger.gates set holder_name = $3 where instance_id = $1 and (merchant_id = $2 or user_id = $2)',
    [instance, holder, name],
  );
}

export async function readAmounts(
  db: Queryable,
  instance: string,
  accounts: readonly string[],
): Promise<BalanceAmounts[]> {
  const rows = await db.query<{
    balance_id: string;
    account_id: string;
    currency: string;
    posted: bigint;
    held: bigint;
  }>(
    `select balance_id, account_id, currency, posted, held from ledger.balances
      where instance_id = $1 and account_id = any($2::uuid[])
      order by balance_id`,
    [instance, plainArray(accounts, (id) => id)],
  );
  return rows.map((row) => ({
    balance: row.balance_id,
    account: row.account_id,
    currency: row.currency,
    postedMinor: row.posted,
    heldMinor: row.held,
  }));
}

interface TransactionColumns {
  transaction_id: string;
  no: bigint;
  code: string;
  channel: string;
  status: string;
  side: string;
  amount: bigint;
  currency: string;
  fee: bigint;
  balance_id: string;
  balance_posted: bigint;
  account_id: string | null;
  merchant_id: string | null;
  user_id: string | null;
  card_id: string | null;
  parent_id: string | null;
  link_id: string | null;
  reference: string | null;
  hidden: boolean;
  reason_code: string | null;
  details: TransactionDetails | null;
  changes: StatusChange[] | null;
  created_at: Date;
}

const transactionColumns = `transaction_id, no, code, channel, status, side, amount, currency, fee, balance_id,
  balance_posted, account_id, merchant_id, user_id, card_id, parent_id, link_id, reference, hidden, reason_code,
  details, changes, created_at`;

function storedTransaction(row: TransactionColumns): StoredTransaction {
  return {
    id: row.transaction_id,
    number: row.no,
    code: row.code,
    channel: row.channel,
    status: row.status,
    side: row.side,
    amountMinor: row.amount,
    currency: row.currency,
    feeMinor: row.fee,
    balance: row.balance_id,
    balancePosted: row.balance_posted,
    account: row.account_id,
    merchant: row.merchant_id,
    user: row.user_id,
    card: row.card_id,
    parent: row.parent_id,
    link: row.link_id,
    reference: row.reference,
    hidden: row.hidden,
    reasonCode: row.reason_code,
    details: row.details,
    changes: row.changes ?? [],
    createdAt: row.created_at,
  };
}

export async function readTransactions(
  db: Queryable,
  instance: string,
  ids: readonly string[],
): Promise<StoredTransaction[]> {
  const rows = await db.query<TransactionColumns>(
    `select ${transactionColumns} from ledger.transactions
      where instance_id = $1 and transaction_id = any($2::uuid[])`,
    [instance, plainArray(ids, (id) => id)],
  );
  return rows.map(storedTransaction);
}

/** Transactions as the posting engine sees them, under the locks of their balances. */
export async function readTransactionFacts(
  tx: Queryable,
  instance: string,
  ids: readonly string[],
): Promise<TransactionFact[]> {
  const rows = await readTransactions(tx, instance, ids);
  return rows.map((row) => transactionFact(instance, row));
}

function transactionFact(instance: string, row: StoredTransaction): TransactionFact {
  return { ...row, instance, side: row.side as Side, details: { ...row.details } };
}

/** The debits since a moment among the last hundred transactions of an account, newest first. */
export async function readRecentDebits(
  db: Queryable,
  instance: string,
  account: string,
  since: Date,
): Promise<TransactionFact[]> {
  const rows = await db.query<TransactionColumns>(
    `select ${transactionColumns} from ledger.transactions
      where instance_id = $1 and account_id = $2 order by no desc limit 100`,
    [instance, account],
  );
  return rows
    .filter(({ side, created_at }) => side === 'debit' && created_at >= since)
    .map((row) => transactionFact(instance, storedTransaction(row)));
}

export async function readTransactionsByNumber(
  db: Queryable,
  instance: string,
  numbers: readonly bigint[],
): Promise<StoredTransaction[]> {
  const rows = await db.query<TransactionColumns>(
    `select ${transactionColumns} from ledger.transactions where instance_id = $1 and no = any($2::bigint[])`,
    [instance, plainArray(numbers, (no) => no)],
  );
  return rows.map(storedTransaction);
}

/** Currency and account of some balances: neither ever changes. */
export async function readBalanceOwners(
  db: Queryable,
  instance: string,
  ids: readonly string[],
): Promise<Map<string, { account: string; currency: string }>> {
  const rows = await db.query<{ balance_id: string; account_id: string; currency: string }>(
    `select balance_id, account_id, currency from ledger.balances
      where instance_id = $1 and balance_id = any($2::uuid[])`,
    [instance, plainArray(ids, (id) => id)],
  );
  return new Map(rows.map((row) => [row.balance_id, { account: row.account_id, currency: row.currency }]));
}

export async function readBalancePrograms(
  db: Queryable,
  instance: string,
  balances: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.query<{ balance_id: string; program: string }>(
    `select balance_id, program from ledger.balances
      where instance_id = $1 and balance_id = any($2::uuid[]) and program is not null`,
    [instance, plainArray(balances, (id) => id)],
  );
  return new Map(rows.map((row) => [row.balance_id, row.program]));
}

/** The newest seal of every instance. */
export async function readSealHeads(db: Queryable): Promise<{ instance: string; number: bigint; mac: Buffer }[]> {
  return db.query<{ instance: string; number: bigint; mac: Buffer }>(
    'select instance_id as instance, seal_no as number, seal_mac as mac from ledger.heads order by instance_id',
  );
}
