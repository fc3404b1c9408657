import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '../../kernel/ids.ts';
import { type DirectBank, openDirectBank } from '../../test/direct-invoke.ts';
import { transactionsList } from './operations/transactions-list.ts';
import { openBalances, openGates } from './service.ts';

/** Rows of every sort, and a list of ten lines that says what each filter has to find. */

interface Row {
  readonly token: string;
  readonly no: number;
  readonly code: string;
  readonly channel: string;
  readonly status: string;
  readonly side: string;
  readonly hidden: boolean;
  readonly balance: string;
  readonly account: string;
  readonly merchant: string | null;
  readonly user: string | null;
  readonly card: string | null;
  readonly reference: string | null;
  readonly at: Date;
}

let bank: DirectBank;
const rows: Row[] = [];
const users = [newId(), newId()] as const;
const card = newId();
const start = Date.UTC(2026, 0, 1);
/** So many numbers that a usual reference is too common to be looked up by itself. */
const numbers = 9000;
const timeOf = (no: number) => new Date(start + Math.floor(no / 3) * 240_000);

/** The same numbers in each run. */
let state = 7;
function below(limit: number): number {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((state / 2_147_483_648) * limit);
}
const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)]!;

interface Account {
  readonly account: string;
  readonly merchant: string | null;
  readonly user: string | null;
  readonly balances: readonly { id: string; currency: string }[];
}

async function openAccounts(): Promise<Account[]> {
  const { instance } = bank;
  const eur = { id: newId(), currency: 'EUR' };
  const gbp = { id: newId(), currency: 'GBP' };
  const accounts: Account[] = [
    { account: newId(), merchant: null, user: users[0], balances: [eur, gbp] },
    { account: newId(), merchant: null, user: users[0], balances: [eur, gbp] },
    { account: newId(), merchant: null, user: users[1], balances: [{ id: newId(), currency: 'EUR' }] },
    { account: newId(), merchant: bank.merchant, user: null, balances: [{ id: newId(), currency: 'EUR' }] },
  ];
  const [main, virtual] = accounts;
  await openGates(
    bank.db,
    accounts.map(({ account, merchant, user }) => ({
      instance,
      id: account,
      kind: account === virtual!.account ? ('virtual' as const) : ('account' as const),
      main: account === virtual!.account ? main!.account : null,
      merchant,
      user,
      holderName: 'Ann',
    })),
  );
  const number = {
    program: 'EUR-CONSUMER',
    floorMinor: 0n,
    iban: null,
    bic: null,
    sortCode: null,
    accountNumber: null,
  };
  await openBalances(
    bank.db,
    accounts
      .filter(({ account }) => account !== virtual!.account)
      .flatMap(({ account, balances }) => balances.map((balance) => ({ ...number, ...balance, instance, account }))),
  );
  return accounts;
}

function randomRow(no: number, accounts: readonly Account[]): Row & { currency: string } {
  const { account, merchant, user, balances } = pick(accounts);
  const usual = below(3) > 0;
  const balance = below(10) > 0 ? balances[0]! : balances.at(-1)!;
  return {
    token: newId(),
    no,
    code: usual ? 'internal-transfer' : pick(['internal-transfer', 'load', 'fee', 'authorization', 'refund']),
    channel: usual ? 'internal' : pick(['internal', 'load', 'atm', 'portal']),
    status: usual ? 'completed' : pick(['completed', 'pending', 'rejected']),
    side: pick(['debit', 'credit']),
    hidden: below(20) === 0,
    balance: balance.id,
    currency: balance.currency,
    account,
    merchant,
    user,
    card: below(8) === 0 ? card : null,
    reference: pick([null, 'Invoice 7', 'Rent', 'Rent', `Only ${no}`]),
    at: timeOf(no),
  };
}

before(async () => {
  bank = await openDirectBank();
  const { db, instance } = bank;
  const accounts = await openAccounts();
  // Each third number belongs to another event.
  const given = Array.from({ length: numbers }, (_, index) => index + 1);
  const made = given.filter((no) => no % 3 !== 2);
  const all = made.map((no) => randomRow(no, accounts));
  rows.push(...all);
  await db.query(
    `insert into ledger.events (instance_id, no, action, at, subject_id)
     select $1, no, 'X', at, $1 from unnest($2::bigint[], $3::timestamptz[]) as u(no, at)`,
    [instance, given, given.map(timeOf)],
  );
  await db.query('update ledger.heads set event_no = $2 where instance_id = $1', [instance, numbers]);
  const column = (name: keyof (typeof all)[number]) => all.map((row) => row[name]);
  await db.query(
    `insert into ledger.transactions (instance_id, transaction_id, no, code, channel, status, side, amount, currency, fee,
       balance_id, balance_version, balance_posted, account_id, merchant_id, user_id, card_id, reference, hidden, caller,
       request_id, created_at)
     select $1, token, no, code, channel, status, side, 100, currency, 0, balance, 1, 1, account, merchant, person, card,
            reference, hidden, 'key', $1, at
       from unnest($2::uuid[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::uuid[],
                   $10::uuid[], $11::uuid[], $12::uuid[], $13::uuid[], $14::text[], $15::boolean[], $16::timestamptz[])
            as u(token, no, code, channel, status, side, currency, balance, account, merchant, person, card, reference,
                 hidden, at)`,
    [
      instance,
      ...(
        [
          'token',
          'no',
          'code',
          'channel',
          'status',
          'side',
          'currency',
          'balance',
          'account',
          'merchant',
          'user',
          'card',
          'reference',
          'hidden',
          'at',
        ] as const
      ).map(column),
    ],
  );
});
after(() => bank.close());

type Query = Record<string, string>;
const families: Record<string, readonly string[]> = {
  financial: ['internal-transfer', 'load', 'wire-transfer', 'fee', 'oct', 'presentment'],
  authorization: ['authorization', 'refund', 'reversal'],
};

/** What the list has to show, by the words of the specification. */
function expected(query: Query): string[] {
  const after = query.load_after && rows.find(({ token }) => token === query.load_after)!.no;
  const found = rows.filter(
    (row) =>
      (!query.type || (families[query.type] ?? [query.type]).includes(row.code)) &&
      (query.show_hidden === '1' || !row.hidden) &&
      (!query.debit_credit || query.debit_credit === row.side) &&
      (['code', 'channel', 'status', 'merchant', 'user', 'reference', 'account', 'balance', 'card'] as const).every(
        (name) => !query[name] || query[name] === row[name],
      ) &&
      (!query.start_date || row.at.toISOString() >= query.start_date) &&
      (!query.end_date || row.at.toISOString().slice(0, query.end_date.length) <= query.end_date) &&
      (!after || row.no > after),
  );
  return (after ? found : found.toReversed()).map(({ token }) => token);
}

const values: Record<string, () => string> = {
  start_date: () => pick(['2026-01-02', '2026-01-05', '2025-01-01', '2027-01-01', '2026-01-03T05:00:00.000Z']),
  end_date: () => pick(['2026-01-02', '2026-01-07', '2025-01-01', '2027-01-01', '2026-01-06T05:00:00.000Z']),
  type: () => pick(['financial', 'authorization', 'load', 'fee', 'oct']),
  code: () => pick(['internal-transfer', 'load', 'refund', 'reversal', '']),
  channel: () => pick(['internal', 'load', 'atm', 'sct', '']),
  status: () => pick(['completed', 'pending', 'rejected', 'expired', '']),
  merchant: () => pick([bank.merchant, newId()]),
  user: () => pick([...users, newId()]),
  reference: () => pick(['Invoice 7', 'Rent', 'Only 300', 'rent', '']),
  show_hidden: () => pick(['0', '1', '']),
  account: () => pick([pick(rows).account, pick(rows).account, newId()]),
  balance: () => pick([pick(rows).balance, pick(rows).balance, newId()]),
  card: () => pick([card, card, newId()]),
  debit_credit: () => pick(['debit', 'credit']),
  load_after: () => pick(rows).token,
};
const names = Object.keys(values);

async function check(query: Query): Promise<void> {
  const { start_date: from, end_date: to } = query;
  if (from && to && from.slice(0, to.length) > to) return;
  const tokens = expected(query);
  const limit = pick([7, 60, 1000]);
  const page = 1 + below(3);
  const { data, refused } = await bank.call(transactionsList, {
    params: { page: `${page}`, limit: `${limit}` },
    query,
  });
  assert.equal(refused, undefined);
  const shown = data.items.map(({ token }: { token: string }) => token);
  assert.deepEqual(shown, tokens.slice((page - 1) * limit, page * limit), JSON.stringify({ query, page, limit }));
  const pages = Math.ceil(tokens.length / limit);
  assert.deepEqual(data.pagination, { page, limit, total: tokens.length, pages, has_more: page < pages });
}

test('each filter by itself finds what it must', async () => {
  assert.deepEqual(names.toSorted(), Object.keys(transactionsList.query.properties).toSorted());
  for (const name of names) for (let turn = 0; turn < 6; turn += 1) await check({ [name]: values[name]!() });
});

test('every two filters together find what they must', async () => {
  for (const one of names) {
    for (const other of names) if (one < other) await check({ [one]: values[one]!(), [other]: values[other]!() });
  }
});

test('any filters together find what they must', async () => {
  for (let turn = 0; turn < 300; turn += 1) {
    const chosen = names.filter(() => below(4) === 0);
    await check(Object.fromEntries(chosen.map((name) => [name, values[name]!()])));
  }
});

for (const [name, wrong] of Object.entries({
  start_date: ['2026-02-30', 'yesterday', '2026-01-01T10:00'],
  end_date: ['01.01.2026', '2026-01-01T10:00:00'],
  type: ['Financial', 'card'],
  code: ['financial', 'transfer'],
  channel: ['sepa', 'SCT'],
  status: ['done', 'Completed'],
  merchant: ['x'],
  user: ['x'],
  reference: ['x'.repeat(141)],
  show_hidden: ['2', 'true'],
  account: ['x'],
  balance: ['x'],
  card: ['x'],
  debit_credit: ['in', 'DEBIT'],
  load_after: ['x', '1'],
  colour: ['red'],
})) {
  test(`a wrong ${name} is refused by its name`, async () => {
    for (const value of wrong) {
      const { refused } = await bank.call(transactionsList, {
        params: { page: '1', limit: '20' },
        query: { [name]: value },
      });
      assert.equal(refused?.refused.code, 11001, value);
      assert.deepEqual(
        (refused!.data!.errors as { field: string }[]).map(({ field }) => field),
        [name],
      );
    }
  });
}

test('an end before the start is refused, one day alone is not', async () => {
  const ask = (query: Query) => bank.call(transactionsList, { params: { page: '1', limit: '20' }, query });
  const { refused } = await ask({ start_date: '2026-01-02', end_date: '2026-01-01' });
  assert.deepEqual((refused!.data!.errors as { field: string }[])[0]!.field, 'end_date');
  assert.equal((await ask({ start_date: '2026-01-02', end_date: '2026-01-02' })).data.items.length, 20);
});

test("after an unknown transaction and after another instance's there is nothing: 11002", async () => {
  const ask = (load_after: string, instance = bank.instance) =>
    bank.call(transactionsList, { params: { page: '1', limit: '20' }, query: { load_after }, instance });
  assert.equal((await ask(newId())).refused?.refused.code, 11002);
  assert.equal((await ask(rows[0]!.token, bank.other.instance)).refused?.refused.code, 11002);
  const all = await bank.call(transactionsList, { params: { page: '1', limit: '20' }, instance: bank.other.instance });
  assert.deepEqual(all.data.items, []);
});

test('a limit above 1000 is refused', async () => {
  const { refused } = await bank.call(transactionsList, { params: { page: '1', limit: '1001' } });
  assert.equal(refused?.refused.code, 11001);
});
