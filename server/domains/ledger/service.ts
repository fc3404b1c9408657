import { hash } from 'node:crypto';
import type { Database, Queryable } from '../../kernel/database.ts';
import type { EventRow } from '../../kernel/event.ts';
import type { Vault } from '../../kernel/operation.ts';
import type { HoldFact, TransactionFact } from '../../kernel/posting.ts';
import { clearingAccount, type HouseAccount, houseAccounts, houseBalance } from './chart.ts';
import { lockBalances } from './engine-store.ts';
import type { BalanceAmounts, NewBalance, NewGate } from './model.ts';
import { renderTransaction, type TransactionRecord } from './record.ts';
import { genesisMac } from './seal.ts';
import * as store from './store.ts';

export { clearingAccount, houseBalance } from './chart.ts';
export { readTransactionFacts as transactionFacts } from './store.ts';

/** The currencies in which every instance keeps house accounts from the start (spec 2.1). */
const houseCurrencies = ['EUR', 'GBP', 'BGN'] as const;

/** Opens the books of a new instance: its head row, with the chain's first digest, and its house accounts. */
export async function openInstance(tx: Queryable, vault: Vault, instance: string, at: Date): Promise<void> {
  await store.insertHead(tx, instance, genesisMac(vault, instance), at);
  await openHouses(tx, instance, houseCurrencies);
}

/** Opens every house account in some currencies; those that exist stay as they are. */
async function openHouses(tx: Queryable, instance: string, currencies: readonly string[]): Promise<void> {
  const accounts = Object.keys(houseAccounts) as HouseAccount[];
  await store.insertHouse(
    tx,
    instance,
    accounts.flatMap((kind) =>
      currencies.map((currency) => ({ id: houseBalance(instance, kind, currency), kind, currency })),
    ),
  );
}

const clearingOpened = new Set<string>();

/** Makes sure that two instances have a clearing account towards each other in a currency. */
export async function openClearing(db: Database, one: string, other: string, currency: string): Promise<void> {
  const pair = [one, other].sort();
  const name = `${pair.join('|')}|${currency}`;
  if (clearingOpened.has(name)) return;
  await db.transaction(async (tx) => {
    for (const [mine, theirs] of [pair, pair.toReversed()] as [string, string][]) {
      const kind = clearingAccount(theirs);
      await store.insertHouse(tx, mine, [{ id: houseBalance(mine, kind, currency), kind, currency }]);
    }
  });
  clearingOpened.add(name);
}

/** Opens gates, in the state `active`. */
export async function openGates(tx: Queryable, gates: readonly NewGate[]): Promise<void> {
  await store.insertGates(tx, gates);
}

/** Opens guarded balances, and the house accounts of a currency that is new to their instance. */
export async function openBalances(tx: Queryable, balances: readonly NewBalance[]): Promise<void> {
  for (const { instance, currency } of balances) {
    if (!houseCurrencies.some((known) => known === currency)) await openHouses(tx, instance, [currency]);
  }
  await store.insertBalances(tx, balances);
}

/**
 * Changes the state of a gate. It first locks every balance that the gate guards (a virtual account's and a card's:
 * the main account's), so no posting that saw the old state can commit after this transaction has.
 */
export async function setGate(tx: Queryable, gate: { instance: string; id: string; state: string }): Promise<void> {
  await store.lockGuarded(tx, gate.instance, gate.id);
  await store.updateGate(tx, gate.instance, gate.id, gate.state);
}

/**
 * Locks balances in the one order in which everybody locks them, for a transaction that changes gates and posts as
 * well: what is decided afterwards holds until its end.
 */
export async function lockForPosting(tx: Queryable, instance: string, balances: readonly string[]): Promise<void> {
  await lockBalances(tx, instance, balances);
}

/** Closes the gate of an account, and those of its virtual accounts and cards; locks as `setGate` does. */
export async function closeGates(tx: Queryable, instance: string, account: string): Promise<void> {
  await store.lockGuarded(tx, instance, account);
  await store.closeGates(tx, instance, account);
}

/** The holds on some balances of which something is still open. */
export async function openHolds(tx: Queryable, instance: string, balances: readonly string[]): Promise<HoldFact[]> {
  return store.readOpenHolds(tx, instance, balances);
}

/** The account and the currency of a balance; undefined for a house account and for what the instance does not have. */
export async function ownerOf(
  db: Queryable,
  instance: string,
  balance: string,
): Promise<{ account: string; currency: string } | undefined> {
  const owner = (await store.readBalanceOwners(db, instance, [balance])).get(balance);
  return owner?.account == null ? undefined : owner;
}

/** What an account paid since a moment, newest first: at most the last hundred of its transactions are looked at. */
export async function recentDebits(
  db: Queryable,
  instance: string,
  account: string,
  since: Date,
): Promise<TransactionFact[]> {
  return store.readRecentDebits(db, instance, account, since);
}

/** A transaction's record as the API shows it; undefined when the instance has none such. */
export async function shownTransaction(
  db: Queryable,
  instance: string,
  transaction: string,
): Promise<TransactionRecord | undefined> {
  const [row] = await store.readTransactions(db, instance, [transaction]);
  return row && renderTransaction(row);
}

/** Changes the name that counterparts see, on every gate of a holder. */
export async function renameHolder(tx: Queryable, instance: string, holder: string, name: string): Promise<void> {
  await store.updateHolderName(tx, instance, holder, name);
}

/** What stands on the balances of some accounts, in minor units. */
export async function amountsOf(
  db: Queryable,
  instance: string,
  accounts: readonly string[],
): Promise<BalanceAmounts[]> {
  return store.readAmounts(db, instance, accounts);
}

/** The program of each of some balances; it never changes. */
export async function programsOfBalances(
  db: Queryable,
  instance: string,
  balances: readonly string[],
): Promise<Map<string, string>> {
  return store.readBalancePrograms(db, instance, balances);
}

/** Events of an instance after a number, in commit order, at most `limit`. */
export async function eventsAfter(db: Queryable, instance: string, after: bigint, limit: number): Promise<EventRow[]> {
  return store.readEvents(db, instance, after, limit);
}

/** The number of the newest event of an instance; 0 when there is none. */
export async function lastEventNumber(db: Queryable, instance: string): Promise<bigint> {
  return store.readEventNumber(db, instance);
}

/** The id of an event: a UUID (version 8) made of its instance and its number, so it needs no column and no index. */
export function eventId(instance: string, number: bigint): string {
  const tag = instanceTag(instance);
  const low = number.toString(16).padStart(15, '0');
  return `${tag.slice(0, 8)}-${tag.slice(8, 12)}-8${tag.slice(12, 15)}-8${low.slice(0, 3)}-${low.slice(3)}`;
}

/** The number of an event by its id; undefined when it is not an event of this instance. */
export function eventNumber(instance: string, id: string): bigint | undefined {
  const number = BigInt(`0x${id.slice(20, 23)}${id.slice(24)}`);
  return eventId(instance, number) === id ? number : undefined;
}

function instanceTag(instance: string): string {
  return hash('sha256', `events|${instance}`).slice(0, 15);
}
