import type { Database, Queryable } from '../../kernel/database.ts';
import type { Vault } from '../../kernel/operation.ts';
import { type Note, type Problem, Rederivation } from './rederive.ts';
import { blockMac, eventHash, genesisMac, movementHash } from './seal.ts';
import * as store from './verify-store.ts';

export interface InstanceReport {
  readonly instance: string;
  readonly movements: string;
  readonly events: string;
  readonly seals: string;
  readonly balances: number;
  /** What stands on all balances together, per currency, in minor units: always zero. */
  readonly sums: Readonly<Record<string, string>>;
  readonly problems: readonly Problem[];
}

export interface LedgerReport {
  readonly ok: boolean;
  readonly instances: readonly InstanceReport[];
}

const mostProblems = 1000;
/** Blocks read at once: full ones hold some thousand rows each, and all of them stand in memory together. */
const sealPage = 16;
const hashBytes = 32;

/** How far the check of one instance has come. */
export interface Walked {
  readonly instance: string;
  readonly seals: number;
  readonly ofSeals: number;
}

/**
 * Checks the whole ledger in one snapshot: the sealed chain over every movement and event, every balance, version,
 * hold and event derived again from the rows, and the sums. Out: a report that names each row that is wrong; on the way
 * `walked` hears how far it has come, every few blocks.
 */
export async function verifyLedger(
  database: Database,
  vault: Vault,
  walked: (walked: Walked) => void = () => {},
): Promise<LedgerReport> {
  return database.transaction(async (tx) => {
    await store.freezeSnapshot(tx);
    const instances: InstanceReport[] = [];
    for (const instance of await store.readInstances(tx)) {
      instances.push(await verifyInstance(tx, vault, instance, walked));
    }
    return { ok: instances.every(({ problems }) => problems.length === 0), instances };
  });
}

async function verifyInstance(
  tx: Queryable,
  vault: Vault,
  instance: string,
  walked: (walked: Walked) => void,
): Promise<InstanceReport> {
  const problems: Problem[] = [];
  const note: Note = (problem) => {
    if (problems.length < mostProblems) problems.push(problem);
  };
  const head = await store.readHead(tx, instance);
  for (const { table, no } of await store.readBeyondHead(tx, instance, head)) {
    note({ rule: 'inserted_row', table, row: String(no), message: 'has a number that the head row never gave' });
  }
  const books = new Rederivation(await allBalances(tx, instance), note);
  const atSeal = (seal: bigint) => walked({ instance, seals: Number(seal), ofSeals: Number(head.sealNumber) });
  await verifyChain(tx, vault, instance, head, books, note, atSeal);
  await verifyHolds(tx, instance, books);
  books.finish();
  return {
    instance,
    movements: String(head.movementNumber),
    events: String(head.eventNumber),
    seals: String(head.sealNumber),
    balances: books.size,
    sums: books.sums(),
    problems,
  };
}

async function allBalances(tx: Queryable, instance: string): Promise<store.BalanceRow[]> {
  const balances: store.BalanceRow[] = [];
  for (let after = '00000000-0000-0000-0000-000000000000'; ; after = balances.at(-1)!.id) {
    const page = await store.readBalances(tx, instance, after, 5000);
    balances.push(...page);
    if (page.length < 5000) return balances;
  }
}

async function verifyHolds(tx: Queryable, instance: string, books: Rederivation): Promise<void> {
  const held = books.balancesWithHolds();
  for (let start = 0; start < held.length; start += 1000) {
    books.takeHolds(await store.readHoldChanges(tx, instance, held.slice(start, start + 1000)));
  }
}

type Head = Awaited<ReturnType<typeof store.readHead>>;

/** Walks the blocks in order: their numbers, their rows, their digests. */
async function verifyChain(
  tx: Queryable,
  vault: Vault,
  instance: string,
  head: Head,
  books: Rederivation,
  note: Note,
  atSeal: (seal: bigint) => void,
): Promise<void> {
  const chain = { number: 0n, movement: 0n, event: 0n, mac: genesisMac(vault, instance) };
  let statusChanges = 0n;
  for (;;) {
    const seals = await store.readSeals(tx, instance, chain.number, sealPage);
    const rows = await readRows(tx, instance, seals);
    statusChanges += verifyStatuses(rows, await changesOf(tx, instance, rows), note);
    for (const seal of seals) {
      if (seal.no > head.sealNumber) break;
      verifyNumbers(chain, seal, note);
      verifyRows(instance, seal, rows, books, note);
      const block = {
        number: seal.no,
        firstMovement: seal.first_movement,
        movements: seal.movements,
        firstEvent: seal.first_event,
        events: seal.events,
      };
      if (!blockMac(vault, instance, chain.mac, block, seal.row_hashes).equals(seal.mac)) {
        note({
          rule: 'broken_seal',
          table: 'seals',
          row: String(seal.no),
          message: 'does not fit its rows and the seal before',
        });
      }
      chain.number = seal.no;
      chain.movement = seal.first_movement + BigInt(seal.movements) - 1n;
      chain.event = seal.first_event + BigInt(seal.events) - 1n;
      chain.mac = seal.mac;
    }
    atSeal(chain.number);
    if (seals.length < sealPage) break;
  }
  if (statusChanges !== (await store.countStatusChanges(tx, instance))) {
    const message = `its transactions changed ${statusChanges} times by their events`;
    note({ rule: 'status', table: 'transactions', row: instance, message });
  }
  if (chain.number !== head.sealNumber || !chain.mac.equals(head.sealMac)) {
    note({
      rule: 'broken_head',
      table: 'heads',
      row: instance,
      message: `the last seal is ${chain.number}, not ${head.sealNumber}`,
    });
  }
  if (chain.movement !== head.movementNumber || chain.event !== head.eventNumber) {
    note({ rule: 'broken_head', table: 'heads', row: instance, message: 'its numbers are not those of the last seal' });
  }
}

function verifyNumbers(
  chain: { number: bigint; movement: bigint; event: bigint },
  seal: store.SealRow,
  note: Note,
): void {
  const fits =
    seal.no === chain.number + 1n &&
    seal.first_movement === chain.movement + 1n &&
    seal.first_event === chain.event + 1n &&
    seal.row_hashes.length === (seal.movements + seal.events) * hashBytes;
  if (!fits)
    note({ rule: 'broken_seal', table: 'seals', row: String(seal.no), message: 'does not follow the seal before' });
}

interface Rows {
  readonly movements: ReadonlyMap<bigint, store.NumberedMovement>;
  readonly events: ReadonlyMap<bigint, store.NumberedEvent>;
  readonly transactions: ReadonlyMap<bigint, store.SealedTransaction>;
}

async function readRows(tx: Queryable, instance: string, seals: readonly store.SealRow[]): Promise<Rows> {
  const first = seals[0];
  const last = seals.at(-1);
  if (first === undefined || last === undefined)
    return { movements: new Map(), events: new Map(), transactions: new Map() };
  const lastMovement = last.first_movement + BigInt(last.movements) - 1n;
  const lastEvent = last.first_event + BigInt(last.events) - 1n;
  const movements = await store.readMovements(tx, instance, first.first_movement, lastMovement);
  const events = await store.readEventRows(tx, instance, first.first_event, lastEvent);
  const transactions = await store.readTransactionRows(tx, instance, first.first_event, lastEvent);
  return {
    movements: new Map(movements.map((row) => [row.no, row])),
    events: new Map(events.map((row) => [row.no, row])),
    transactions: new Map(transactions.map((row) => [row.no, row])),
  };
}

const isUpdate = ({ action }: store.NumberedEvent) => action === 'TRANSACTION.UPDATE';

function changesOf(tx: Queryable, instance: string, { events }: Rows) {
  const updated = [...events.values()].filter(isUpdate).map(({ subject }) => subject);
  return updated.length === 0 ? new Map() : store.readStatusChanges(tx, instance, updated);
}

/** A transaction's status is what its events made it; answers how many changes the events tell of. */
function verifyStatuses(
  { events, transactions }: Rows,
  changes: Awaited<ReturnType<typeof store.readStatusChanges>>,
  note: Note,
): bigint {
  for (const { no, id, status, changes: own } of transactions.values()) {
    const is = own?.at(-1)?.status ?? events.get(no)?.after;
    if (is !== status) note({ rule: 'status', table: 'transactions', row: id, message: `is ${status}, not ${is}` });
  }
  const updates = [...events.values()].filter(isUpdate);
  for (const { no, subject, before, after } of updates) {
    const change = changes.get(no);
    if (change?.before === before && change.status === after) continue;
    note({ rule: 'status', table: 'transactions', row: subject, message: `does not know its event ${no}` });
  }
  return BigInt(updates.length);
}

/** Compares each row of a block with its hash, then hands the block to the books. */
function verifyRows(instance: string, seal: store.SealRow, rows: Rows, books: Rederivation, note: Note): void {
  const movements: store.NumberedMovement[] = [];
  const events: store.NumberedEvent[] = [];
  const check = (table: string, no: bigint, index: number, hash: string | undefined) => {
    if (hash === undefined)
      return note({ rule: 'missing_row', table, row: String(no), message: 'is not there any more' });
    const sealed = seal.row_hashes.toString('latin1', index * hashBytes, (index + 1) * hashBytes);
    if (hash !== sealed) note({ rule: 'changed_row', table, row: String(no), message: 'is not what was sealed' });
  };
  for (let index = 0; index < seal.movements; index += 1) {
    const no = seal.first_movement + BigInt(index);
    const row = rows.movements.get(no);
    check('movements', no, index, row && movementHash(instance, no, row.at.toISOString(), row));
    if (row !== undefined) movements.push(row);
  }
  for (let index = 0; index < seal.events; index += 1) {
    const no = seal.first_event + BigInt(index);
    const row = rows.events.get(no);
    const transaction = rows.transactions.get(no);
    const booked = row?.action === 'TRANSACTION.NEW';
    if (row !== undefined) events.push(row);
    if (booked && transaction === undefined) {
      note({ rule: 'missing_row', table: 'transactions', row: row.subject, message: 'is not there any more' });
      continue;
    }
    if (!booked && transaction !== undefined) {
      note({ rule: 'inserted_row', table: 'transactions', row: transaction.id, message: 'has no event' });
    }
    const sealed = row && (booked ? { ...row, row: transaction! } : row);
    check('events', no, seal.movements + index, sealed && eventHash(instance, no, row.at.toISOString(), sealed));
  }
  books.takeBlock(movements, events);
}
