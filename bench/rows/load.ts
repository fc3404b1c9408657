import type { Client } from 'pg';
import type { Bank } from '../../server/bank.ts';
import { progressBar } from '../../server/cli/progress.ts';
import { type LockedBalance, lockBalances, lockHead } from '../../server/domains/ledger/engine-store.ts';
import { Books } from '../../server/domains/ledger/group.ts';
import type { Head } from '../../server/domains/ledger/model.ts';
import { sealBatch } from '../../server/domains/ledger/seal.ts';
import { houseBalance } from '../../server/domains/ledger/service.ts';
import { newId } from '../../server/kernel/ids.ts';
import type { GateFact } from '../../server/kernel/posting.ts';
import { withLongClient } from '../../server/runtime/archive/long-client.ts';
import type { Funded } from '../fixture.ts';
import { copyIn } from './copy-in.ts';
import { addGroup, type History, historyTables, noHistory } from './tables.ts';
import { type Holder, type Houses, workOf } from './works.ts';

const worksOfGroup = 256;
const groupsOfPortion = 40;
/** The history is spread over this time before now, so that filters by date have something to choose. */
export const spanMs = 180 * 86_400_000;

/**
 * Writes the history of so many transactions into an instance, as the engine would have: its own books decide group by
 * group, its own seals seal them; only the rows go in by COPY, some ten thousand works at a time, and nothing waits for
 * a disk. What is there afterwards is verified like any other ledger.
 */
export async function loadHistory(bank: Bank, url: string, of: Funded, transactions: number): Promise<void> {
  const state = await readState(bank, of);
  const bar = progressBar('loading transactions', transactions);
  try {
    await withLongClient(url, async (client) => {
      await client.query('set synchronous_commit = off');
      for (let written = 0; written < transactions; ) {
        const { history, at } = makePortion(bank, state, written, transactions);
        await writePortion(client, state, history, at);
        written += history.transactions.length;
        bar.tick(history.transactions.length);
      }
      await client.query('vacuum analyze ledger.transactions, ledger.events, ledger.movements, ledger.balances');
      await client.query('checkpoint');
    });
  } finally {
    bar.done();
  }
}

/** The instance as the next group finds it; the loader is the only one who writes. */
interface State {
  readonly instance: string;
  readonly caller: string;
  readonly holders: readonly Holder[];
  readonly houses: Houses;
  readonly balances: Map<string, LockedBalance>;
  head: Head;
  turn: number;
  /** Balances that have changed since they were written. */
  readonly changed: Set<string>;
}

async function readState(bank: Bank, { instance, balances: ids, apiKey }: Funded): Promise<State> {
  const houses = {
    settlement: houseBalance(instance, 'settlement:load', 'EUR'),
    feeIncome: houseBalance(instance, 'fee-income', 'EUR'),
  };
  const all = [...ids, houses.settlement, houses.feeIncome];
  const locked = await bank.database.transaction((tx) => lockBalances(tx, instance, all));
  const balances = new Map(locked.map((balance) => [balance.fact.id, balance]));
  const gates = await readGates(bank, instance);
  const holders = ids.map((id) => {
    const { fact } = balances.get(id)!;
    return { fact, gate: gates.get(fact.account!)! };
  });
  const head = await bank.database.transaction((tx) => lockHead(tx, instance));
  return { instance, caller: apiKey, holders, houses, balances, head, turn: 0, changed: new Set() };
}

async function readGates(bank: Bank, instance: string): Promise<Map<string, GateFact>> {
  const rows = await bank.database.query<GateFact>(
    `select instance_id as instance, gate_id as id, kind, state, merchant_id as merchant, user_id as user,
            holder_name as "holderName"
       from ledger.gates where instance_id = $1`,
    [instance],
  );
  return new Map(rows.map((gate) => [gate.id, gate]));
}

function makePortion(bank: Bank, state: State, written: number, wanted: number): { history: History; at: string } {
  const history = noHistory();
  let at = '';
  for (let group = 0; group < groupsOfPortion && written + history.transactions.length < wanted; group += 1) {
    const share = (written + history.transactions.length) / wanted;
    at = new Date(Math.max(state.head.lastAt.getTime(), Date.now() - spanMs * (1 - share))).toISOString();
    makeGroup(bank, state, history, at);
  }
  return { history, at };
}

/** One group: decided by the engine's books, sealed, and made the state that the next one finds. */
function makeGroup({ vault }: Bank, state: State, history: History, at: string): void {
  const { instance, holders, houses, balances, caller } = state;
  const works = Array.from({ length: worksOfGroup }, (_, index) => workOf(state.turn + index, holders, houses));
  state.turn += worksOfGroup;
  const named = new Set(works.flatMap(({ transactions }) => transactions.map(({ balance }) => balance)));
  const gathered = [...named, houses.settlement, houses.feeIncome].map((id) => balances.get(id)!);
  const books = new Books({ now: new Date(at), balances: gathered, gates: [], holds: [], transactions: [] });
  for (const work of works) books.apply(work, caller, newId());
  const batch = books.take(instance);
  const { head } = state;
  const seal = sealBatch(vault, instance, head, at, batch);
  addGroup(history, instance, head, at, batch, seal);
  for (const { fact, version } of batch.balances) {
    balances.set(fact.id, { fact, version });
    state.changed.add(fact.id);
  }
  state.head = {
    movementNumber: head.movementNumber + BigInt(batch.movements.length),
    eventNumber: head.eventNumber + BigInt(batch.events.length),
    sealNumber: seal.number,
    sealMac: seal.mac,
    lastAt: new Date(at),
  };
}

async function writePortion(client: Client, state: State, history: History, at: string): Promise<void> {
  await client.query('begin');
  for (const [table, columns] of Object.entries(historyTables)) {
    await copyIn(client, `ledger.${table}`, columns.split(' '), history[table as keyof History].join(''));
  }
  const changed = [...state.changed].map((id) => state.balances.get(id)!);
  await client.query(
    `update ledger.balances b set version = u.version, posted = u.posted
       from unnest($2::uuid[], $3::bigint[], $4::bigint[]) as u(id, version, posted)
      where b.instance_id = $1 and b.balance_id = u.id`,
    [
      state.instance,
      changed.map(({ fact }) => fact.id),
      changed.map(({ version }) => String(version)),
      changed.map(({ fact }) => String(fact.postedMinor)),
    ],
  );
  const { movementNumber, eventNumber, sealNumber, sealMac } = state.head;
  await client.query(
    `update ledger.heads set movement_no = $2, event_no = $3, seal_no = $4, seal_mac = $5, last_at = $6
      where instance_id = $1`,
    [state.instance, String(movementNumber), String(eventNumber), String(sealNumber), sealMac, at],
  );
  await client.query('commit');
  state.changed.clear();
}
