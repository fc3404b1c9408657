import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isIban } from '../../../kernel/iban.ts';
import { newId } from '../../../kernel/ids.ts';
import { type DirectBank, openDirectBank } from '../../../test/direct-invoke.ts';
import { userCreate } from '../../parties/operations/user-create.ts';
import { findHolder } from '../../parties/service.ts';
import { programsOf } from '../../programs/service.ts';
import { accountIban } from '../events.ts';
import { accountBalances, findByIban, findBySortCode, openAccounts } from '../service.ts';
import { accountCreate } from './account-create.ts';
import { accountDetails } from './account-details.ts';

let bank: DirectBank;
let user: string;
before(async () => {
  bank = await openDirectBank();
  user = await newUser({});
});
after(() => bank.close());

async function newUser(change: Record<string, unknown>, instance = bank.instance): Promise<string> {
  const person = {
    first_name: 'Maria',
    last_name: 'Petrova',
    birthday: '1990-05-17',
    nationality: 'BG',
    country: 'BG',
  };
  const body = { ...person, email: `${newId()}@example.com`, ...change };
  return (await bank.call(userCreate, { body, instance })).data.token;
}

const open = (body: Record<string, unknown>) => bank.call(accountCreate, { body });
const details = async (account: string) => (await bank.call(accountDetails, { params: { account } })).data;

test('an account has the balances and numbers of its program, and account_details shows the same', async () => {
  const { data, events } = await open({ program: 'EUR-CONSUMER', user, alias: 'ops' });
  const [balance] = data.balances;
  assert.deepEqual(data, {
    token: data.token,
    type: 'default',
    program: 'EUR-CONSUMER',
    merchant: null,
    user,
    main: null,
    alias: 'ops',
    status: 'active',
    status_reason: null,
    card: null,
    created_at: data.created_at,
    balances: [
      {
        token: balance.token,
        type: 'primary',
        currency: 'EUR',
        available: 0,
        blocked: 0,
        current: 0,
        iban: balance.iban,
        bic: 'OEMIBGSF',
        sort_code: null,
        account_number: null,
      },
    ],
  });
  assert.ok(isIban(balance.iban));
  assert.deepEqual(await details(data.token), data);
  assert.equal(events.length, 1);
});

test('one number per balance where the program says so; each is found and announced', async () => {
  const { data, events } = await open({ program: 'MULTI-BUSINESS', merchant: bank.merchant });
  const shape = data.balances.map(
    (balance: Record<string, string>) =>
      `${balance.type} ${balance.currency} ${balance.iban!.slice(0, 2)} ${balance.bic}`,
  );
  assert.deepEqual(shape, ['primary EUR BG OEMIBGSF', 'secondary GBP GB OEMIGB2L', 'secondary BGN BG OEMIBGSF']);
  const rows = events.map((event) => ({ ...event, instance: bank.instance }) as never);
  const payloads = await accountIban.render(bank.db, rows);
  for (const [index, balance] of data.balances.entries()) {
    const { iban, currency, bic, sort_code, account_number } = balance;
    assert.deepEqual(payloads[index], {
      account: data.token,
      iban,
      balance: balance.token,
      currency,
      bic,
      sort_code,
      account_number,
    });
    const entry = await findByIban(bank.db, iban);
    assert.equal(entry?.instance, bank.instance);
    assert.equal(entry?.account, data.token);
    assert.equal(entry?.balance, balance.token);
    assert.equal(await findByIban(bank.db, iban), entry);
  }
  const pounds = data.balances[1];
  const found = await findBySortCode(bank.db, pounds.sort_code, pounds.account_number);
  assert.equal(found?.balance, pounds.token);
  assert.equal(await findBySortCode(bank.db, pounds.sort_code, '00000000'), undefined);
});

test('a number can be skipped where the program allows it, and only there', async () => {
  const { data, events } = await open({ program: 'EUR-GIFT', user, skip_iban_generation: true });
  assert.equal(data.balances[0].iban, null);
  assert.equal(data.balances[0].bic, null);
  assert.deepEqual(events, []);
  const { refused } = await open({ program: 'EUR-CONSUMER', user, skip_iban_generation: true });
  assert.equal(refused?.refused.code, 11001);
  assert.ok((await open({ program: 'EUR-CONSUMER', user, skip_iban_generation: false })).data);
});

test("a virtual account shows its main account's balances under its own numbers", async () => {
  const { data: main } = await open({ program: 'MULTI-BUSINESS', merchant: bank.merchant });
  const { data } = await open({ program: 'MULTI-BUSINESS', merchant: bank.merchant, main: main.token });
  assert.equal(data.type, 'virtual');
  assert.equal(data.main, main.token);
  for (const [index, balance] of data.balances.entries()) {
    assert.equal(balance.token, main.balances[index].token);
    assert.notEqual(balance.iban, main.balances[index].iban);
    const entry = await findByIban(bank.db, balance.iban);
    assert.deepEqual([entry?.account, entry?.balance], [data.token, balance.token]);
  }
  assert.deepEqual(await details(data.token), data);
  await bank.db.query(
    'update ledger.balances set posted = 12345, held = 45 where instance_id = $1 and account_id = $2',
    [bank.instance, main.token],
  );
  const { available, blocked, current } = (await details(data.token)).balances[0];
  assert.deepEqual([available, blocked, current], [123, 0.45, 123.45]);
});

test('what does not exist, or is of another instance, is 11002', async () => {
  const foreign = await newUser({}, bank.other.instance);
  const base = { program: 'EUR-CONSUMER', user };
  for (const body of [
    { ...base, program: 'NOPE' },
    { ...base, user: newId() },
    { ...base, user: foreign },
    { program: 'EUR-CONSUMER', merchant: bank.other.merchant },
    { ...base, main: newId() },
  ]) {
    assert.equal((await open(body)).refused?.refused.code, 11002, JSON.stringify(body));
  }
  const { data } = await bank.call(accountCreate, {
    body: { program: 'EUR-CONSUMER', user: foreign },
    instance: bank.other.instance,
  });
  const asked = await bank.call(accountDetails, { params: { account: data.token } });
  assert.equal(asked.refused?.refused.code, 11002);
});

test('bad fields are 11001 with their names', async () => {
  const base = { program: 'EUR-CONSUMER', user };
  for (const [change, field] of [
    [{ program: '' }, 'program'],
    [{ program: 1 }, 'program'],
    [{ program: undefined }, 'program'],
    [{ user: 'x' }, 'user'],
    [{ user: '' }, 'merchant'],
    [{ merchant: bank.merchant }, 'user'],
    [{ main: 7 }, 'main'],
    [{ skip_iban_generation: 'yes' }, 'skip_iban_generation'],
    [{ alias: {} }, 'alias'],
    [{ iban: 'BG80BNBG96611020345678' }, 'iban'],
    [{ user: await newUser({ last_name: 'REFER' }) }, 'user'],
  ] as const) {
    const { refused } = await open(JSON.parse(JSON.stringify({ ...base, ...change })));
    assert.equal(refused?.refused.code, 11001, JSON.stringify(change));
    const errors = refused.data?.errors as { field: string }[];
    assert.deepEqual([...new Set(errors.map((error) => error.field))], [field], JSON.stringify(change));
  }
});

test('the bulk path opens as many as asked, each with its own number', async () => {
  const program = (await programsOf(bank.db, bank.instance)).get('MULTI-BUSINESS')!;
  const holder = (await findHolder(bank.db, bank.instance, { merchant: null, user }))!;
  const opening = {
    instance: bank.instance,
    program,
    holder,
    main: null,
    alias: null,
    skipNumbers: false,
    at: new Date(),
  };
  const opened = await bank.db.transaction((tx) => openAccounts(tx, opening, 500));
  const ibans = opened.flatMap(({ balances }) => balances.map(({ number }) => number!.iban));
  assert.equal(new Set(ibans).size, 1500);
  const last = opened.at(-1)!;
  assert.deepEqual(await accountBalances(bank.db, bank.instance, last.account.id), last.balances);
});

test('where most numbers are taken others are drawn until free ones are found', async () => {
  const program = (await programsOf(bank.db, bank.instance)).get('BGN-CONSUMER')!;
  const holder = (await findHolder(bank.db, bank.instance, { merchant: null, user }))!;
  // Accounts of which each wants the number of one before: the same draw twice in one statement, and again when stored.
  const opening = {
    instance: bank.instance,
    program,
    holder,
    main: null,
    alias: null,
    skipNumbers: false,
    at: new Date(),
  };
  const draws = [1, 1, 2, 2, 3, 1, 4].map((value) => String(value).padStart(8, '0'));
  const opened = await bank.db.transaction((tx) => openAccounts(tx, opening, 4, () => draws.shift()!));
  assert.equal(new Set(opened.map(({ balances }) => balances[0]!.number!.iban)).size, 4);
  assert.deepEqual(draws, []);
});
