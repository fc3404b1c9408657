import { randomInt } from 'node:crypto';
import type { Queryable } from '../../kernel/database.ts';
import { newId } from '../../kernel/ids.ts';
import { toMajor } from '../../kernel/money.ts';
import { sandboxModulusTable } from '../../kernel/uk-modulus.ts';
import type { BalanceAmounts } from '../ledger/model.ts';
import { amountsOf, openBalances, openGates } from '../ledger/service.ts';
import type { Holder } from '../parties/model.ts';
import { findByExternalReference as usersByExternalReference } from '../parties/service.ts';
import { issuerOf, type Program } from '../programs/model.ts';
import type { Account, AccountBalance, AccountNumber, AccountRow, AccountWithBalances, NumberEntry } from './model.ts';
import { type Digits, drawNumber, floorMinor, hasNumbers, numbered, plannedBalances } from './rules.ts';
import { claimNumbers, insertAccounts, readBalances, readIbans, readMainAccounts, readSortCode } from './store.ts';

export { readAccount as findAccount, readFundingAccounts as fundingAccounts } from './store.ts';

/** Accounts to open, all alike but for their tokens and numbers. What may be opened is decided before. */
export interface NewAccounts {
  readonly instance: string;
  readonly program: Program;
  readonly holder: Holder;
  /** The main account of virtual ones, with its balances. */
  readonly main: AccountWithBalances | null;
  readonly alias: string | null;
  /** Instead of the program's own type. */
  readonly type?: 'funding';
  readonly skipNumbers: boolean;
  readonly at: Date;
}

/**
 * Opens accounts: numbers, rows, gates and balances, in a number of statements that does not depend on `count`. It
 * emits nothing; ACCOUNT.IBAN is the caller's.
 */
export async function openAccounts(
  tx: Queryable,
  opening: NewAccounts,
  count: number,
  digits: Digits = randomDigits,
): Promise<AccountWithBalances[]> {
  const blank = Array.from({ length: count }, () => blankAccount(opening));
  const opened = opening.skipNumbers ? blank : await withNumbers(tx, opening, blank, digits);
  await insertAccounts(tx, opening.instance, opened);
  await openGates(
    tx,
    opened.map(({ account }) => ({
      instance: opening.instance,
      id: account.id,
      kind: account.main === null ? ('account' as const) : ('virtual' as const),
      main: account.main,
      merchant: account.merchant,
      user: account.user,
      holderName: opening.holder.name,
    })),
  );
  if (opening.main === null) await openLedgerBalances(tx, opening, opened);
  return opened;
}

function blankAccount(opening: NewAccounts): AccountWithBalances {
  const { program, holder, main, alias, at } = opening;
  const account: AccountRow = {
    id: newId(),
    type: main === null ? (opening.type ?? program.account_type) : 'virtual',
    program: program.code,
    merchant: holder.merchant,
    user: holder.user,
    main: main?.account.id ?? null,
    alias,
    status: 'active',
    statusReason: null,
    createdAt: at,
  };
  const balances = main?.balances ?? plannedBalances(program).map((planned) => ({ ...planned, balance: newId() }));
  return {
    account,
    balances: balances.map(({ balance, currency }, position) => ({
      account: account.id,
      balance,
      type: position === 0 ? 'primary' : 'secondary',
      currency,
      number: null,
    })),
  };
}

const maxRounds = 50;

/**
 * Gives accounts their numbers. They are drawn at random, not counted: a counter row would be locked until its
 * transaction ends, and so let one account be opened at a time over all instances and processes, while numbers in
 * memory would be lost or doubled by a roll-back. Of a hundred million numbers few are taken; who meets a taken one
 * draws again, and nobody can guess a neighbour.
 */
async function withNumbers(
  tx: Queryable,
  opening: NewAccounts,
  accounts: readonly AccountWithBalances[],
  digits: Digits,
): Promise<AccountWithBalances[]> {
  let waiting = accounts.flatMap(({ balances }) =>
    balances.filter(({ currency }, position) => hasNumbers(currency) && numbered(opening.program, position)),
  );
  const given = new Map<string, NumberEntry>();
  for (let round = 0; waiting.length > 0; round++) {
    if (round === maxRounds) throw new Error(`hardly any account number of ${opening.program.code}'s issuer is free`);
    // Two transactions that want some of the same numbers ask for them in the same order, so neither blocks the other.
    const drawn = waiting.map((balance) => draw(opening, balance, digits)).sort((a, b) => (a.iban < b.iban ? -1 : 1));
    for (const entry of await claimNumbers(tx, drawn)) given.set(key(entry), entry);
    waiting = waiting.filter((balance) => !given.has(key(balance)));
  }
  return accounts.map(({ account, balances }) => ({
    account,
    balances: balances.map((balance) => ({ ...balance, number: numberOf(given.get(key(balance))) })),
  }));
}

function numberOf(entry: NumberEntry | undefined): AccountNumber | null {
  if (entry === undefined) return null;
  const { iban, bic, sortCode, accountNumber } = entry;
  return { iban, bic, sortCode, accountNumber };
}

function key({ account, balance }: { readonly account: string; readonly balance: string }): string {
  return `${account}|${balance}`;
}

function draw(
  { instance, program, main }: NewAccounts,
  { account, balance, currency }: AccountBalance,
  digits: Digits,
): NumberEntry {
  if (!hasNumbers(currency)) throw new Error(`no account numbers in ${currency}`);
  const number = drawNumber(issuerOf(program), currency, main !== null, sandboxModulusTable, digits);
  return { instance, account, balance, currency, ...number };
}

function randomDigits(count: number): string {
  return String(randomInt(10 ** count)).padStart(count, '0');
}

async function openLedgerBalances(
  tx: Queryable,
  { instance, program }: NewAccounts,
  opened: readonly AccountWithBalances[],
): Promise<void> {
  await openBalances(
    tx,
    opened.flatMap(({ balances }) =>
      balances.map(({ account, balance, currency, number }) => ({
        instance,
        id: balance,
        account,
        currency,
        program: program.code,
        floorMinor: floorMinor(program, currency),
        iban: number?.iban ?? null,
        bic: number?.bic ?? null,
        sortCode: number?.sortCode ?? null,
        accountNumber: number?.accountNumber ?? null,
      })),
    ),
  );
}

// Directory entries never change, so a process may keep what it has read. A number that is not found is asked for
// again each time, for it may be given out at any moment.
const maxCached = 100_000;
const entriesByIban = new Map<string, NumberEntry>();
const ibansBySortCode = new Map<string, string>();

function remember<Value>(cache: Map<string, Value>, key: string, value: Value): void {
  if (cache.size >= maxCached) cache.delete(cache.keys().next().value!);
  cache.set(key, value);
}

/** What an IBAN (electronic form) leads to, in whichever instance; undefined when it is none of ours. */
export async function findByIban(db: Queryable, iban: string): Promise<NumberEntry | undefined> {
  return (await findByIbans(db, [iban])).get(iban);
}

/** The same of many at once; those that are none of ours are left out. */
export async function findByIbans(db: Queryable, ibans: readonly string[]): Promise<Map<string, NumberEntry>> {
  const missing = [...new Set(ibans)].filter((iban) => !entriesByIban.has(iban));
  const read = missing.length === 0 ? [] : await readIbans(db, missing);
  const found = new Map(read.map((entry) => [entry.iban, entry]));
  for (const iban of ibans) {
    const cached = entriesByIban.get(iban);
    if (cached !== undefined) found.set(iban, cached);
  }
  for (const entry of read) remember(entriesByIban, entry.iban, entry);
  return found;
}

/** What a sort code (6 digits) and account number (8 digits) lead to; undefined when they are none of ours. */
export async function findBySortCode(
  db: Queryable,
  sortCode: string,
  accountNumber: string,
): Promise<NumberEntry | undefined> {
  const number = `${sortCode}${accountNumber}`;
  const iban = ibansBySortCode.get(number) ?? (await readSortCode(db, sortCode, accountNumber));
  if (iban === undefined) return undefined;
  remember(ibansBySortCode, number, iban);
  return findByIban(db, iban);
}

/**
 * The primary balance of the account that a partner means by a holder's `external_reference`: the user's one main
 * account that is not closed. Undefined when there is none, `ambiguous` when several could be meant.
 */
export async function findByExternalReference(
  db: Queryable,
  instance: string,
  reference: string,
): Promise<AccountBalance | 'ambiguous' | undefined> {
  const users = await usersByExternalReference(db, instance, reference);
  if (users.length > 1) return 'ambiguous';
  const accounts = users.length === 0 ? [] : await readMainAccounts(db, instance, users[0]!);
  if (accounts.length > 1) return 'ambiguous';
  return accounts.length === 0 ? undefined : (await accountBalances(db, instance, accounts[0]!))[0];
}

/** The balances of an account of this instance, the primary one first; none when there is no such account. */
export async function accountBalances(db: Queryable, instance: string, account: string): Promise<AccountBalance[]> {
  return readBalances(db, instance, [account]);
}

/** An account's whole record as the API shows it, with the amounts that stand on its balances now. */
export async function shownAccount(db: Queryable, instance: string, shown: AccountWithBalances): Promise<Account> {
  return (await shownAccounts(db, instance, [shown]))[0]!;
}

/** The same of several accounts, in their order. */
export async function shownAccounts(
  db: Queryable,
  instance: string,
  shown: readonly AccountWithBalances[],
): Promise<Account[]> {
  const amounts = await amountsOf(
    db,
    instance,
    shown.map(({ account }) => account.main ?? account.id),
  );
  const byBalance = new Map(amounts.map((amount) => [amount.balance, amount]));
  return shown.map(({ account, balances }) => ({
    token: account.id,
    type: account.type,
    program: account.program,
    merchant: account.merchant,
    user: account.user,
    main: account.main,
    alias: account.alias,
    status: account.status,
    status_reason: account.statusReason,
    card: null,
    created_at: account.createdAt.toISOString(),
    balances: balances.map((balance) => shownBalance(balance, byBalance.get(balance.balance)!)),
  }));
}

function shownBalance(
  { balance, type, currency, number }: AccountBalance,
  { postedMinor, heldMinor }: BalanceAmounts,
): Account['balances'][number] {
  return {
    token: balance,
    type,
    currency,
    available: toMajor(postedMinor - heldMinor, currency),
    blocked: toMajor(heldMinor, currency),
    current: toMajor(postedMinor, currency),
    iban: number?.iban ?? null,
    bic: number?.bic ?? null,
    sort_code: number?.sortCode ?? null,
    account_number: number?.accountNumber ?? null,
  };
}
