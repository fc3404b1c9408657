import type { Queryable } from '../../kernel/database.ts';
import type { EventRow } from '../../kernel/event.ts';
import type { BalanceFact, GateFact, HoldFact } from '../../kernel/posting.ts';
import { type Batch, type Head, readCounters, type Seal, type StoredCounters, writeCounters } from './model.ts';
import { detailsText } from './seal.ts';
import type { BalanceAmounts, NewBalance, NewGate } from './service.ts';

type Plain = string | bigint | boolean | null | undefined;

/** A PostgreSQL array of ids, numbers or our own words: nothing in them needs quotes. */
function plain<Row>(rows: readonly Row[], column: (row: Row) => Plain): string {
  return `{${rows.map((row) => column(row) ?? 'NULL').join(',')}}`;
}

/** A PostgreSQL array of free text. */
function quoted<Row>(rows: readonly Row[], column: (row: Row) => string | null | undefined): string {
  return `{${rows.map((row) => quote(column(row))).join(',')}}`;
}

function quote(text: string | null | undefined): string {
  return text == null ? 'NULL' : `"${text.replace(/["\\]/g, '\\$&')}"`;
}

interface BalanceColumns {
  balance_id: string;
  kind: string;
  account_id: string | null;
  program: string | null;
  currency: string;
  iban: string | null;
  bic: string | null;
  sort_code: string | null;
  account_number: string | null;
  posted: bigint;
  held: bigint;
  forced: bigint;
  floor: bigint | null;
  version: bigint;
  counters: StoredCounters | null;
}

/** A balance as locked, with the version that a write has to find. */
export interface LockedBalance {
  readonly fact: BalanceFact;
  readonly version: bigint;
}

/** Step 1: locks the balances of one instance in the order of their ids, and reads them as they are under the lock. */
export async function lockBalances(tx: Queryable, instance: string, ids: readonly string[]): Promise<LockedBalance[]> {
  const rows = await tx.query<BalanceColumns>(
    `select balance_id, kind, account_id, program, currency, iban, bic, sort_code, account_number, posted, held,
            forced, floor, version, counters
       from ledger.balances
      where instance_id = $1 and balance_id = any($2::uuid[])
      order by balance_id
        for no key update`,
    [instance, plain(ids, (id) => id)],
  );
  return rows.map((row) => ({
    version: row.version,
    fact: {
      instance,
      id: row.balance_id,
      kind: row.kind,
      account: row.account_id,
      program: row.program,
      currency: row.currency,
      iban: row.iban,
      bic: row.bic,
      sortCode: row.sort_code,
      accountNumber: row.account_number,
      postedMinor: row.posted,
      heldMinor: row.held,
      forcedMinor: row.forced,
      floorMinor: row.floor,
      counters: readCounters(row.counters),
    },
  }));
}

/** Step 2: the clock and the gates of one instance, with a snapshot younger than the locks. */
export async function readGates(
  tx: Queryable,
  instance: string,
  ids: readonly string[],
): Promise<{ clockOffsetMs: number; gates: GateFact[] }> {
  const rows = await tx.query<{
    clock_offset_ms: bigint;
    gate_id: string | null;
    kind: GateFact['kind'];
    state: string;
    merchant_id: string | null;
    user_id: string | null;
    holder_name: string;
  }>(
    `select h.clock_offset_ms, g.gate_id, g.kind, g.state, g.merchant_id, g.user_id, g.holder_name
       from ledger.heads h
       left join ledger.gates g on g.instance_id = h.instance_id and g.gate_id = any($2::uuid[])
      where h.instance_id = $1`,
    [instance, plain(ids, (id) => id)],
  );
  const gates = rows.flatMap((row) =>
    row.gate_id === null
      ? []
      : [
          {
            instance,
            id: row.gate_id,
            kind: row.kind,
            state: row.state,
            merchant: row.merchant_id,
            user: row.user_id,
            holderName: row.holder_name,
          },
        ],
  );
  return { clockOffsetMs: Number(rows[0]?.clock_offset_ms ?? 0n), gates };
}

/** Step 2, only where a plan names holds: what of each is still open. */
export async function readHolds(tx: Queryable, instance: string, ids: readonly string[]): Promise<HoldFact[]> {
  const rows = await tx.query<{ hold_id: string; balance_id: string; transaction_id: string; open: bigint }>(
    `select h.hold_id, h.balance_id, h.transaction_id, h.amount - coalesce(sum(e.amount), 0)::bigint as open
       from ledger.holds h
       left join ledger.hold_ends e on e.instance_id = h.instance_id and e.hold_id = h.hold_id
      where h.instance_id = $1 and h.hold_id = any($2::uuid[])
      group by h.instance_id, h.hold_id`,
    [instance, plain(ids, (id) => id)],
  );
  return rows.map((row) => ({
    instance,
    id: row.hold_id,
    balance: row.balance_id,
    transaction: row.transaction_id,
    openMinor: row.open,
  }));
}

/** Step 4: locks the head row. Everything else of the group is locked before it. */
export async function lockHead(tx: Queryable, instance: string): Promise<Head> {
  const [row] = await tx.query<{
    movement_no: bigint;
    event_no: bigint;
    seal_no: bigint;
    seal_mac: Buffer;
    last_at: Date;
  }>(
    `select movement_no, event_no, seal_no, seal_mac, last_at from ledger.heads where instance_id = $1
        for no key update`,
    [instance],
  );
  if (row === undefined) throw new Error(`instance ${instance} has no head row`);
  return {
    movementNumber: row.movement_no,
    eventNumber: row.event_no,
    sealNumber: row.seal_no,
    sealMac: row.seal_mac,
    lastAt: row.last_at,
  };
}

const write = `select ledger.write($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
  $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42,
  $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63, $64, $65,
  $66, $67, $68, $69)`;

/** Step 5: writes everything of one instance in one call. */
export async function writeBatch(
  tx: Queryable,
  instance: string,
  head: Head,
  at: string,
  batch: Batch,
  seal: Seal,
): Promise<void> {
  const firstEvent = head.eventNumber + 1n;
  await tx.query(write, [
    instance,
    at,
    ...balanceColumns(batch.balances),
    head.movementNumber + 1n,
    ...movementColumns(batch.movements),
    ...holdColumns(batch.holds),
    ...holdEndColumns(batch.holdEnds),
    ...transactionColumns(batch.transactions, firstEvent),
    firstEvent,
    ...eventColumns(batch.events),
    seal.number,
    seal.rowHashes,
    seal.mac,
  ]);
}

function balanceColumns(rows: Batch['balances']): string[] {
  return [
    plain(rows, (row) => row.fact.id),
    plain(rows, (row) => row.seenVersion),
    plain(rows, (row) => row.version),
    plain(rows, (row) => row.fact.postedMinor),
    plain(rows, (row) => row.fact.heldMinor),
    plain(rows, (row) => row.fact.forcedMinor),
    quoted(rows, (row) => writeCounters(row.fact.counters)),
  ];
}

function movementColumns(rows: Batch['movements']): string[] {
  return [
    plain(rows, (row) => row.amountMinor),
    plain(rows, (row) => row.currency),
    plain(rows, (row) => row.debit),
    plain(rows, (row) => row.debitVersion),
    plain(rows, (row) => row.debitPosted),
    plain(rows, (row) => row.debitTransaction),
    plain(rows, (row) => row.credit),
    plain(rows, (row) => row.creditVersion),
    plain(rows, (row) => row.creditPosted),
    plain(rows, (row) => row.creditTransaction),
    plain(rows, (row) => row.forced === true),
  ];
}

function holdColumns(rows: Batch['holds']): string[] {
  return [
    plain(rows, (row) => row.id),
    plain(rows, (row) => row.balance),
    plain(rows, (row) => row.transaction),
    plain(rows, (row) => row.amountMinor),
    plain(rows, (row) => row.version),
  ];
}

function holdEndColumns(rows: Batch['holdEnds']): string[] {
  return [
    plain(rows, (row) => row.hold),
    plain(rows, (row) => row.version),
    plain(rows, (row) => row.amountMinor),
    plain(rows, (row) => row.openAfter),
    plain(rows, (row) => row.reason),
  ];
}

function transactionColumns(rows: Batch['transactions'], firstEvent: bigint): string[] {
  return [
    plain(rows, (row) => row.id),
    plain(rows, (row) => firstEvent + BigInt(row.eventIndex)),
    plain(rows, (row) => row.code),
    plain(rows, (row) => row.channel),
    plain(rows, (row) => row.status),
    plain(rows, (row) => row.side),
    plain(rows, (row) => row.amountMinor),
    plain(rows, (row) => row.currency),
    plain(rows, (row) => row.feeMinor ?? 0n),
    plain(rows, (row) => row.balance),
    plain(rows, (row) => row.balanceVersion),
    plain(rows, (row) => row.balancePosted),
    plain(rows, (row) => row.account),
    plain(rows, (row) => row.merchant),
    plain(rows, (row) => row.user),
    plain(rows, (row) => row.card),
    plain(rows, (row) => row.parent),
    plain(rows, (row) => row.link),
    quoted(rows, (row) => row.reference),
    plain(rows, (row) => row.hidden === true),
    plain(rows, (row) => row.reasonCode),
    quoted(rows, detailsText),
    quoted(rows, (row) => row.caller),
    plain(rows, (row) => row.requestId),
  ];
}

function eventColumns(rows: Batch['events']): string[] {
  return [
    plain(rows, (row) => row.action),
    plain(rows, (row) => row.subject),
    plain(rows, (row) => row.transaction),
    plain(rows, (row) => row.balance),
    plain(rows, (row) => row.version),
    plain(rows, (row) => row.posted),
    plain(rows, (row) => row.held),
    plain(rows, (row) => row.before),
    plain(rows, (row) => row.after),
    quoted(rows, (row) => row.data),
  ];
}

/** Which of these transactions are in the books: tells whether a group whose commit got no answer was written. */
export async function existingTransactions(
  tx: Queryable,
  instance: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.query<{ transaction_id: string }>(
    'select transaction_id from ledger.transactions where instance_id = $1 and transaction_id = any($2::uuid[])',
    [instance, plain(ids, (id) => id)],
  );
  return new Set(rows.map((row) => row.transaction_id));
}

export async function readClockOffset(db: Queryable, instance: string): Promise<number> {
  const [row] = await db.query<{ clock_offset_ms: bigint }>(
    'select clock_offset_ms from ledger.heads where instance_id = $1',
    [instance],
  );
  return Number(row?.clock_offset_ms ?? 0n);
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
  balance_id: string | null;
  version: bigint | null;
  posted: bigint | null;
  held: bigint | null;
  status_before: string | null;
  status_after: string | null;
  data: Record<string, unknown> | null;
}

/** Events of an instance after a number, in the order of their numbers. */
export async function readEvents(
  db: Queryable,
  instance: string,
  after: bigint,
  limit: number,
): Promise<EventRow[]> {
  const rows = await db.query<EventColumns>(
    `select no, action, at, subject_id, transaction_id, balance_id, version, posted, held, status_before, status_after,
            data
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
    transaction: row.transaction_id,
    balance: row.balance_id,
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
      plain(accounts, (row) => row.id),
      plain(accounts, (row) => row.kind),
      plain(accounts, (row) => row.currency),
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
      plain(gates, (row) => row.instance),
      plain(gates, (row) => row.id),
      plain(gates, (row) => row.kind),
      plain(gates, (row) => row.main),
      plain(gates, (row) => row.merchant),
      plain(gates, (row) => row.user),
      quoted(gates, (row) => row.holderName),
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
      plain(balances, (row) => row.instance),
      plain(balances, (row) => row.id),
      plain(balances, (row) => row.account),
      plain(balances, (row) => row.program),
      plain(balances, (row) => row.currency),
      plain(balances, (row) => row.floorMinor),
      plain(balances, (row) => row.iban),
      plain(balances, (row) => row.bic),
      plain(balances, (row) => row.sortCode),
      plain(balances, (row) => row.accountNumber),
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
  await tx.query('update ledger.gates set state = $3 where instance_id = $1 and gate_id = $2', [
    instance,
    gate,
    state,
  ]);
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
    [instance, plain(accounts, (id) => id)],
  );
  return rows.map((row) => ({
    balance: row.balance_id,
    account: row.account_id,
    currency: row.currency,
    postedMinor: row.posted,
    heldMinor: row.held,
  }));
}
