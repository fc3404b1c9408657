import type { Queryable } from '../../kernel/database.ts';
import type { AccountBalance, AccountRow, AccountStatus, AccountWithBalances, NumberEntry } from './model.ts';

/**
 * Claims account numbers in the directories and answers which entries got theirs. Sort codes come first, so an IBAN in
 * GBP never leads anywhere before its sort code does. Of equal numbers, stored or given, one wins.
 */
export async function claimNumbers(tx: Queryable, entries: readonly NumberEntry[]): Promise<Set<NumberEntry>> {
  const british = entries.filter((entry) => entry.sortCode !== null);
  const claimedCodes = british.length === 0 ? new Set<string>() : await claimSortCodes(tx, british);
  const ready = entries.filter((entry) => entry.sortCode === null || claimedCodes.delete(entry.iban));
  if (ready.length === 0) return new Set();
  const rows = await tx.query<{ account_id: string; balance_id: string }>(
    `insert into accounts.ibans
       (iban, instance_id, account_id, balance_id, currency, bic, sort_code, account_number)
     select * from unnest($1::text[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[])
     on conflict do nothing
     returning account_id, balance_id`,
    [
      ready.map((entry) => entry.iban),
      ready.map((entry) => entry.instance),
      ready.map((entry) => entry.account),
      ready.map((entry) => entry.balance),
      ready.map((entry) => entry.currency),
      ready.map((entry) => entry.bic),
      ready.map((entry) => entry.sortCode),
      ready.map((entry) => entry.accountNumber),
    ],
  );
  const claimed = new Set(rows.map((row) => `${row.account_id}|${row.balance_id}`));
  return new Set(ready.filter((entry) => claimed.has(`${entry.account}|${entry.balance}`)));
}

async function claimSortCodes(tx: Queryable, entries: readonly NumberEntry[]): Promise<Set<string>> {
  const rows = await tx.query<{ iban: string }>(
    `insert into accounts.sort_codes (sort_code, account_number, iban)
     select * from unnest($1::text[], $2::text[], $3::text[])
     on conflict do nothing
     returning iban`,
    [
      entries.map((entry) => entry.sortCode),
      entries.map((entry) => entry.accountNumber),
      entries.map((entry) => entry.iban),
    ],
  );
  return new Set(rows.map((row) => row.iban));
}

interface EntryColumns {
  iban: string;
  instance_id: string;
  account_id: string;
  balance_id: string;
  currency: string;
  bic: string;
  sort_code: string | null;
  account_number: string | null;
}

/** What some IBANs lead to; those that are none of ours are left out. */
export async function readIbans(db: Queryable, ibans: readonly string[]): Promise<NumberEntry[]> {
  const rows = await db.query<EntryColumns>(
    `select iban, instance_id, account_id, balance_id, currency, bic, sort_code, account_number
       from accounts.ibans
      where iban = any ($1::text[])`,
    [ibans],
  );
  return rows.map((row) => ({
    instance: row.instance_id,
    account: row.account_id,
    balance: row.balance_id,
    currency: row.currency,
    iban: row.iban,
    bic: row.bic,
    sortCode: row.sort_code,
    accountNumber: row.account_number,
  }));
}

export async function readSortCode(
  db: Queryable,
  sortCode: string,
  accountNumber: string,
): Promise<string | undefined> {
  const [row] = await db.query<{ iban: string }>(
    'select iban from accounts.sort_codes where sort_code = $1 and account_number = $2',
    [sortCode, accountNumber],
  );
  return row?.iban;
}

/** Writes new accounts, all alike but for their ids, with their balances. */
export async function insertAccounts(
  tx: Queryable,
  instance: string,
  opened: readonly AccountWithBalances[],
): Promise<void> {
  const first = opened[0]?.account;
  if (first === undefined) return;
  await tx.query(
    `insert into accounts.accounts
       (instance_id, account_id, type, program, merchant_id, user_id, main_id, alias, status, created_at)
     select $1, account_id, $3, $4, $5, $6, $7, $8, $9, $10 from unnest($2::uuid[]) as u (account_id)`,
    [
      instance,
      opened.map(({ account }) => account.id),
      first.type,
      first.program,
      first.merchant,
      first.user,
      first.main,
      first.alias,
      first.status,
      first.createdAt,
    ],
  );
  await insertBalances(tx, instance, opened);
}

async function insertBalances(tx: Queryable, instance: string, opened: readonly AccountWithBalances[]): Promise<void> {
  const rows = opened.flatMap(({ balances }) => balances.map((balance, position) => ({ ...balance, position })));
  await tx.query(
    `insert into accounts.balances
       (instance_id, account_id, position, balance_id, type, currency, iban, bic, sort_code, account_number)
     select $1, u.*
       from unnest($2::uuid[], $3::integer[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
                   $10::text[]) as u`,
    [
      instance,
      rows.map((row) => row.account),
      rows.map((row) => row.position),
      rows.map((row) => row.balance),
      rows.map((row) => row.type),
      rows.map((row) => row.currency),
      rows.map((row) => row.number?.iban ?? null),
      rows.map((row) => row.number?.bic ?? null),
      rows.map((row) => row.number?.sortCode ?? null),
      rows.map((row) => row.number?.accountNumber ?? null),
    ],
  );
}

interface AccountColumns {
  account_id: string;
  type: AccountRow['type'];
  program: string;
  merchant_id: string | null;
  user_id: string | null;
  main_id: string | null;
  alias: string | null;
  status: AccountStatus;
  status_reason: string | null;
  created_at: Date;
}

const accountColumns = `account_id, type, program, merchant_id, user_id, main_id, alias, status, status_reason,
  created_at`;
const account = `select ${accountColumns} from accounts.accounts where instance_id = $1 and account_id = $2`;

function accountRow(row: AccountColumns): AccountRow {
  return {
    id: row.account_id,
    type: row.type,
    program: row.program,
    merchant: row.merchant_id,
    user: row.user_id,
    main: row.main_id,
    alias: row.alias,
    status: row.status,
    statusReason: row.status_reason,
    createdAt: row.created_at,
  };
}

export async function readAccount(db: Queryable, instance: string, id: string): Promise<AccountRow | undefined> {
  const [row] = await db.query<AccountColumns>(account, [instance, id]);
  return row && accountRow(row);
}

/** Locks an account against everything that changes it, and against virtual accounts being opened on it. */
export async function lockAccount(tx: Queryable, instance: string, id: string): Promise<AccountRow | undefined> {
  const [row] = await tx.query<AccountColumns>(`${account} for no key update`, [instance, id]);
  return row && accountRow(row);
}

/** Locks an account against a change of its status while a virtual account is opened on it. */
export async function holdAccount(tx: Queryable, instance: string, id: string): Promise<AccountRow | undefined> {
  const [row] = await tx.query<AccountColumns>(`${account} for share`, [instance, id]);
  return row && accountRow(row);
}

export async function updateStatus(
  tx: Queryable,
  instance: string,
  id: string,
  status: AccountStatus,
  reason: string | null = null,
): Promise<void> {
  await tx.query(
    'update accounts.accounts set status = $3, status_reason = $4 where instance_id = $1 and account_id = $2',
    [instance, id, status, reason],
  );
}

/** Closes an account and its virtual ones; answers each that was not closed before, with the status it had. */
export async function closeAccounts(tx: Queryable, instance: string, id: string): Promise<AccountRow[]> {
  const rows = await tx.query<AccountColumns>(
    `select ${accountColumns} from accounts.accounts
      where instance_id = $1 and (account_id = $2 or main_id = $2) and status <> 'closed'
      order by (account_id = $2) desc, account_id
        for no key update`,
    [instance, id],
  );
  await tx.query(
    `update accounts.accounts set status = 'closed', status_reason = null
      where instance_id = $1 and account_id = any($2::uuid[])`,
    [instance, rows.map((row) => row.account_id)],
  );
  return rows.map(accountRow);
}

/** The main accounts of a user that are not closed, at most two: more than one is as good as none. */
export async function readMainAccounts(db: Queryable, instance: string, user: string): Promise<string[]> {
  const rows = await db.query<{ account_id: string }>(
    `select account_id from accounts.accounts
      where instance_id = $1 and user_id = $2 and main_id is null and status <> 'closed'
      limit 2`,
    [instance, user],
  );
  return rows.map((row) => row.account_id);
}

/** Whether a merchant has a funding account under a program that is not closed. */
export async function hasFundingAccount(
  db: Queryable,
  instance: string,
  merchant: string,
  program: string,
): Promise<boolean> {
  const rows = await db.query(
    `select 1 from accounts.accounts
      where instance_id = $1 and merchant_id = $2 and program = $3 and type = 'funding' and status <> 'closed'
      limit 1`,
    [instance, merchant, program],
  );
  return rows.length > 0;
}

/** The funding accounts of a merchant that are not closed, with their main balances. */
export async function readFundingAccounts(
  db: Queryable,
  instance: string,
  merchant: string,
): Promise<{ account: string; currency: string; iban: string | null }[]> {
  return db.query(
    `select a.account_id as account, b.currency, b.iban
       from accounts.accounts a
       join accounts.balances b on b.instance_id = $1 and b.account_id = a.account_id and b.position = 0
      where a.instance_id = $1 and a.merchant_id = $2 and a.type = 'funding' and a.status <> 'closed'
      order by a.account_id`,
    [instance, merchant],
  );
}

/** Locks the accounts of a merchant that are in one status, for one reason where it is named. */
export async function lockAccountsOf(
  tx: Queryable,
  instance: string,
  merchant: string,
  status: AccountStatus,
  reason: string | null,
): Promise<AccountRow[]> {
  const rows = await tx.query<AccountColumns>(
    `select ${accountColumns} from accounts.accounts
      where instance_id = $1 and merchant_id = $2 and status = $3 and ($4::text is null or status_reason = $4)
      order by account_id
        for no key update`,
    [instance, merchant, status, reason],
  );
  return rows.map(accountRow);
}

/** What a list of accounts is asked for; null asks nothing. */
export interface AccountFilter {
  readonly merchant: string | null;
  readonly user: string | null;
  readonly program: string | null;
}

/** The conditions of a filter, one text for each set of what is asked, so that each gets its index. */
function conditionsOf(filter: AccountFilter): { text: string; values: string[] } {
  const asked = [
    ['merchant_id', filter.merchant],
    ['user_id', filter.user],
    ['program', filter.program],
  ].filter((pair): pair is [string, string] => pair[1] !== null);
  const text = asked.map(([column], index) => ` and ${column} = $${index + 4}`).join('');
  return { text, values: asked.map(([, value]) => value) };
}

/** Accounts, newest first. */
export async function listAccounts(
  db: Queryable,
  instance: string,
  filter: AccountFilter,
  limit: number,
  offset: number,
): Promise<AccountRow[]> {
  const { text, values } = conditionsOf(filter);
  const rows = await db.query<AccountColumns>(
    `select ${accountColumns} from accounts.accounts
      where instance_id = $1${text}
      order by account_id desc limit $2 offset $3`,
    [instance, limit, offset, ...values],
  );
  return rows.map(accountRow);
}

/** How many there are, counted up to `most`. */
export async function countAccounts(
  db: Queryable,
  instance: string,
  filter: AccountFilter,
  most: number,
): Promise<number> {
  const { text, values } = conditionsOf(filter);
  const [row] = await db.query<{ count: bigint }>(
    `select count(*) from (
       select 1 from accounts.accounts where instance_id = $1${text} limit $2 offset $3) as counted`,
    [instance, most, 0, ...values],
  );
  return Number(row!.count);
}

interface BalanceColumns {
  account_id: string;
  balance_id: string;
  type: AccountBalance['type'];
  currency: string;
  iban: string | null;
  bic: string | null;
  sort_code: string | null;
  account_number: string | null;
}

/** The balances of some accounts, each account's primary one first. */
export async function readBalances(
  db: Queryable,
  instance: string,
  accounts: readonly string[],
): Promise<AccountBalance[]> {
  const rows = await db.query<BalanceColumns>(
    `select account_id, balance_id, type, currency, iban, bic, sort_code, account_number
       from accounts.balances
      where instance_id = $1 and account_id = any($2::uuid[])
      order by account_id, position`,
    [instance, accounts],
  );
  return rows.map((row) => ({
    account: row.account_id,
    balance: row.balance_id,
    type: row.type,
    currency: row.currency,
    number: row.iban === null ? null : numberOf(row.iban, row),
  }));
}

function numberOf(iban: string, row: BalanceColumns): AccountBalance['number'] {
  return { iban, bic: row.bic!, sortCode: row.sort_code, accountNumber: row.account_number };
}
