import type { Queryable } from '../../kernel/database.ts';
import type { BalanceFact, GateFact, HoldFact } from '../../kernel/posting.ts';
import { joinedJson, plainArray, textArray } from '../../kernel/sql-array.ts';
import {
  type Batch,
  type Head,
  readCounters,
  type Seal,
  type StatusChange,
  type StoredCounters,
  writeCounters,
} from './model.ts';
import { detailsText } from './seal.ts';

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
    [instance, plainArray(ids, (id) => id)],
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

/**
 * Step 2: the clock of one instance, the gates named and those of the balances' accounts, with a snapshot younger than
 * the locks.
 */
export async function readGates(
  tx: Queryable,
  instance: string,
  ids: readonly string[],
  balances: readonly string[],
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
       left join ledger.gates g
              on g.instance_id = h.instance_id
             and g.gate_id = any($2::uuid[] || array(
                   select b.account_id from ledger.balances b
                    where b.instance_id = $1 and b.balance_id = any($3::uuid[])))
      where h.instance_id = $1`,
    [instance, plainArray(ids, (id) => id), plainArray(balances, (id) => id)],
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
    [instance, plainArray(ids, (id) => id)],
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
  $66, $67, $68, $69, $70)`;

/** Step 5: writes everything of one instance in one call. What it answers is the statement's own promise. */
export function writeBatch(
  tx: Queryable,
  instance: string,
  head: Head,
  at: string,
  batch: Batch,
  seal: Seal,
): Promise<unknown> {
  const firstEvent = head.eventNumber + 1n;
  const written = tx.query(write, [
    instance,
    at,
    ...balanceColumns(batch.balances),
    head.movementNumber + 1n,
    ...movementColumns(batch.movements),
    ...holdColumns(batch.holds),
    ...holdEndColumns(batch.holdEnds),
    ...transactionColumns(batch.transactions, firstEvent),
    firstEvent,
    ...eventColumns(batch.events, firstEvent),
    seal.number,
    seal.rowHashes,
    seal.mac,
  ]);
  if (batch.updates.length === 0) return written;
  return Promise.all([written, writeStatuses(tx, instance, at, batch.updates, firstEvent)]);
}

/** The new statuses, each transaction once with all its changes. As in `ledger.write`, ids ascend for width_bucket. */
function writeStatuses(
  tx: Queryable,
  instance: string,
  at: string,
  updates: Batch['updates'],
  firstEvent: bigint,
): Promise<unknown> {
  const rows = [...Map.groupBy(updates, ({ transaction }) => transaction)].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const changesOf = (found: Batch['updates']) =>
    found.map(({ eventIndex, before, status, reasonCode, wires }): StatusChange => {
      const no = Number(firstEvent) + eventIndex;
      return { no, before, status, at, ...(reasonCode && { reason_code: reasonCode }), ...(wires && { wires }) };
    });
  return tx.query(
    `update ledger.transactions
        set status = ($3::text[])[width_bucket(transaction_id, $2::uuid[])],
            changes = coalesce(changes, '[]') || (ledger.jsons($4)::jsonb[])[width_bucket(transaction_id, $2::uuid[])]
      where instance_id = $1 and transaction_id = any($2::uuid[])`,
    [
      instance,
      plainArray(rows, ([id]) => id),
      plainArray(rows, ([, found]) => found.at(-1)!.status),
      joinedJson(rows, ([, found]) => JSON.stringify(changesOf(found))),
    ],
  );
}

function balanceColumns(rows: Batch['balances']): string[] {
  return [
    plainArray(rows, (row) => row.fact.id),
    plainArray(rows, (row) => row.seenVersion),
    plainArray(rows, (row) => row.version),
    plainArray(rows, (row) => row.fact.postedMinor),
    plainArray(rows, (row) => row.fact.heldMinor),
    plainArray(rows, (row) => row.fact.forcedMinor),
    joinedJson(rows, (row) => writeCounters(row.fact.counters)),
  ];
}

function movementColumns(rows: Batch['movements']): string[] {
  return [
    plainArray(rows, (row) => row.amountMinor),
    plainArray(rows, (row) => row.currency),
    plainArray(rows, (row) => row.debit),
    plainArray(rows, (row) => row.debitVersion),
    plainArray(rows, (row) => row.debitPosted),
    plainArray(rows, (row) => row.debitTransaction),
    plainArray(rows, (row) => row.credit),
    plainArray(rows, (row) => row.creditVersion),
    plainArray(rows, (row) => row.creditPosted),
    plainArray(rows, (row) => row.creditTransaction),
    plainArray(rows, (row) => row.forced === true),
  ];
}

function holdColumns(rows: Batch['holds']): string[] {
  return [
    plainArray(rows, (row) => row.id),
    plainArray(rows, (row) => row.balance),
    plainArray(rows, (row) => row.transaction),
    plainArray(rows, (row) => row.amountMinor),
    plainArray(rows, (row) => row.version),
  ];
}

function holdEndColumns(rows: Batch['holdEnds']): string[] {
  return [
    plainArray(rows, (row) => row.hold),
    plainArray(rows, (row) => row.version),
    plainArray(rows, (row) => row.amountMinor),
    plainArray(rows, (row) => row.openAfter),
    plainArray(rows, (row) => row.reason),
  ];
}

function transactionColumns(rows: Batch['transactions'], firstEvent: bigint): string[] {
  return [
    plainArray(rows, (row) => row.id),
    plainArray(rows, (row) => firstEvent + BigInt(row.eventIndex)),
    plainArray(rows, (row) => row.code),
    plainArray(rows, (row) => row.channel),
    plainArray(rows, (row) => row.status),
    plainArray(rows, (row) => row.side),
    plainArray(rows, (row) => row.amountMinor),
    plainArray(rows, (row) => row.currency),
    plainArray(rows, (row) => row.feeMinor ?? 0n),
    plainArray(rows, (row) => row.balance),
    plainArray(rows, (row) => row.balanceVersion),
    plainArray(rows, (row) => row.balancePosted),
    plainArray(rows, (row) => row.account),
    plainArray(rows, (row) => row.merchant),
    plainArray(rows, (row) => row.user),
    plainArray(rows, (row) => row.card),
    plainArray(rows, (row) => row.parent),
    plainArray(rows, (row) => row.link),
    textArray(rows, (row) => row.reference),
    plainArray(rows, (row) => row.hidden === true),
    plainArray(rows, (row) => row.reasonCode),
    joinedJson(rows, detailsText),
    textArray(rows, (row) => row.caller),
    plainArray(rows, (row) => row.requestId),
  ];
}

/** The events that do not follow from the transaction columns, each with its number. */
function eventColumns(events: Batch['events'], firstEvent: bigint): (string | number)[] {
  const rows = events.flatMap((event, index) =>
    event.row === undefined ? [{ ...event, number: firstEvent + BigInt(index) }] : [],
  );
  return [
    events.length,
    plainArray(rows, (row) => row.number),
    plainArray(rows, (row) => row.action),
    plainArray(rows, (row) => row.subject),
    plainArray(rows, (row) => row.transaction),
    plainArray(rows, (row) => row.version),
    plainArray(rows, (row) => row.posted),
    plainArray(rows, (row) => row.held),
    plainArray(rows, (row) => row.before),
    plainArray(rows, (row) => row.after),
    joinedJson(rows, (row) => row.data),
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
    [instance, plainArray(ids, (id) => id)],
  );
  return new Set(rows.map((row) => row.transaction_id));
}
