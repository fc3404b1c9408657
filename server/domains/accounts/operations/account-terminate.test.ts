import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '../../../kernel/ids.ts';
import { isRefused } from '../../../kernel/refusal.ts';
import { openTestBank, type TestBank } from '../../../test/test-bank.ts';
import { houseBalance, openHolds } from '../../ledger/service.ts';

let bank: TestBank;
let instance: string;
before(async () => {
  bank = await openTestBank();
  instance = bank.sandbox.first.instance;
});
after(() => bank.close());

interface Opened {
  readonly token: string;
  readonly balances: { token: string; currency: string; iban: string }[];
}

async function open(body: Record<string, unknown> = {}): Promise<Opened> {
  const { merchant } = bank.sandbox.first;
  return (await bank.call('account_create', { body: { program: 'EUR-BUSINESS', merchant, ...body } })).data;
}

async function fund(account: Opened, amount: number, index = 0): Promise<void> {
  const body = { amount, balance: account.balances[index]!.token };
  assert.equal((await bank.call('sim_account_fund', { params: { account: account.token }, body })).code, 0);
}

const close = (account: string, query: Record<string, string> = {}, more = {}) =>
  bank.call('account_terminate', { params: { account }, query, ...more });
const details = async (account: string) => (await bank.call('account_details', { params: { account } })).data;
const transactions = async (account: string) =>
  (await bank.call('transactions_list', { params: { page: 1, limit: 100 }, query: { account } })).data.items;
const status = async (account: string) => (await details(account)).status;

async function owed(currency: string): Promise<bigint> {
  const [row] = await bank.bank.database.query<{ posted: bigint }>(
    'select posted from ledger.balances where instance_id = $1 and balance_id = $2',
    [instance, houseBalance(instance, 'redemption-payable', currency)],
  );
  return row!.posted;
}

test('an empty account closes for good, from active and from blocked, and its events say so', async () => {
  for (const first of ['active', 'blocked']) {
    const account = await open();
    await bank.call('account_status', { params: { account: account.token }, body: { status: first } });
    const { code, data } = await close(account.token);
    assert.equal(code, 0);
    assert.deepEqual(await details(account.token), data);
    assert.deepEqual([data.status, data.balances[0].token], ['closed', account.balances[0]!.token]);
    const { data: events } = await bank.call('events_list', { params: { page: 1, limit: 1 } });
    assert.equal(events.items[0].action, 'ACCOUNT.STATUS');
    assert.deepEqual([events.items[0].payload.status, events.items[0].payload.previous_status], ['closed', first]);
    assert.equal((await close(account.token)).code, 12003);
    assert.equal(
      (await bank.call('account_status', { params: { account: account.token }, body: { status: 'active' } })).code,
      12003,
    );
    assert.deepEqual(await transactions(account.token), []);
  }
});

test('what is left is owed to the holder by the house, and the holder sees where it went', async () => {
  const account = await open({ program: 'MULTI-BUSINESS' });
  await fund(account, 12.34);
  await fund(account, 5, 2);
  const before = [await owed('EUR'), await owed('GBP'), await owed('BGN')];
  const { data } = await close(account.token);
  assert.deepEqual(
    data.balances.map(({ current }: { current: number }) => current),
    [0, 0, 0],
  );
  assert.deepEqual(
    [await owed('EUR'), await owed('GBP'), await owed('BGN')],
    [before[0]! + 1234n, before[1]!, before[2]! + 500n],
  );
  const [bgn, eur] = await transactions(account.token);
  assert.deepEqual(
    [eur, bgn].map((each) => [
      each.code,
      each.channel,
      each.debit_credit,
      each.amount,
      each.currency,
      each.balance_after,
    ]),
    [
      ['internal-transfer', 'system', 'debit', 12.34, 'EUR', 0],
      ['internal-transfer', 'system', 'debit', 5, 'BGN', 0],
    ],
  );
  assert.deepEqual([eur.counterpart.internal, eur.counterpart.name, eur.link], [true, 'Redemption payable', null]);
});

test('what is left goes to the balance asked for where the currency fits, the rest to the house', async () => {
  const [account, other] = [await open({ program: 'MULTI-BUSINESS' }), await open()];
  await fund(account, 100);
  await fund(account, 7, 1);
  const gbp = await owed('GBP');
  assert.equal((await close(account.token, { sweep_to: other.balances[0]!.token })).code, 0);
  assert.equal((await details(other.token)).balances[0].current, 100);
  assert.equal(await owed('GBP'), gbp + 700n);
  const debit = (await transactions(account.token)).find(({ currency }: { currency: string }) => currency === 'EUR');
  const [credit] = await transactions(other.token);
  const sent = (await transactions(account.token)).filter(
    (each: { debit_credit: string }) => each.debit_credit === 'debit',
  );
  const eur = sent.find((each: { currency: string }) => each.currency === 'EUR');
  assert.ok(debit);
  assert.deepEqual([eur.link, credit.link], [credit.token, eur.token]);
  assert.deepEqual([eur.channel, eur.amount, credit.amount], ['internal', 100, 100]);
  assert.equal(eur.counterpart.iban, other.balances[0]!.iban);
  assert.equal(credit.counterpart.account, account.token);
});

test('open holds are released in the same step', async () => {
  const account = await open();
  await fund(account, 50);
  const balance = account.balances[0]!.token;
  const ids = { transaction: newId(), one: newId(), other: newId() };
  const hold = (id: string, amountMinor: bigint) => ({
    instance,
    id,
    balance,
    transaction: ids.transaction,
    amountMinor,
  });
  await bank.bank.database.transaction(async (tx) => {
    const plan = { balances: [{ instance, id: balance }], transactions: [] };
    const posting = {
      transactions: [],
      movements: [],
      holds: [hold(ids.one, 2000n), hold(ids.other, 1000n)],
      answer: {},
    };
    const placed = await bank.bank.ledger.postWithin(tx, {
      instance,
      plan,
      decide: () => posting,
      caller: 'key',
      requestId: newId(),
    });
    assert.ok(!isRefused(placed));
  });
  const open_ = () => openHolds(bank.bank.database, instance, [balance]);
  assert.deepEqual((await open_()).map(({ openMinor }) => openMinor).sort(), [1000n, 2000n]);
  const { data } = await close(account.token);
  assert.deepEqual([data.balances[0].current, data.balances[0].blocked, data.balances[0].available], [0, 0, 0]);
  assert.deepEqual(await open_(), []);
  assert.equal((await transactions(account.token))[0].amount, 50);
});

test('a main account takes its virtual ones with it; a virtual one goes alone and leaves the money', async () => {
  const main = await open();
  const virtual = [
    await open({ main: main.token }),
    await open({ main: main.token }),
    await open({ main: main.token }),
  ];
  await fund(main, 10);
  assert.equal((await close(virtual[0]!.token)).code, 0);
  assert.deepEqual([await status(virtual[0]!.token), await status(main.token)], ['closed', 'active']);
  assert.equal((await details(main.token)).balances[0].current, 10);
  await bank.call('account_status', { params: { account: virtual[1]!.token }, body: { status: 'blocked' } });
  assert.equal((await close(main.token)).code, 0);
  for (const { token } of [main, ...virtual]) assert.equal(await status(token), 'closed');
  const { data } = await bank.call('events_list', { params: { page: 1, limit: 3 } });
  assert.deepEqual(
    new Map(
      data.items.map(({ payload }: { payload: Record<string, string> }) => [payload.account, payload.previous_status]),
    ),
    new Map([
      [main.token, 'active'],
      [virtual[1]!.token, 'blocked'],
      [virtual[2]!.token, 'active'],
    ]),
  );
  const gates = await bank.bank.database.query<{ state: string }>(
    'select distinct state from ledger.gates where instance_id = $1 and (gate_id = $2 or main_id = $2)',
    [instance, main.token],
  );
  assert.deepEqual(gates, [{ state: 'closed' }]);
});

test('a wrong place for what is left is refused, and the account stays as it was', async () => {
  const { data: user } = await bank.call('user_create', {
    body: {
      email: 'sweep@example.com',
      first_name: 'A',
      last_name: 'B',
      birthday: '1990-01-01',
      nationality: 'BG',
      country: 'BG',
    },
  });
  const account = await open();
  await fund(account, 10);
  const pounds = await open({ program: 'GBP-CONSUMER' });
  const blocked = await open();
  await bank.call('account_status', { params: { account: blocked.token }, body: { status: 'blocked' } });
  const foreign = await bank.call('account_create', {
    body: { program: 'EUR-BUSINESS', merchant: bank.sandbox.second.merchant },
    key: bank.sandbox.second,
  });
  const cases: readonly (readonly [string, string, number, string?])[] = [
    ['its own balance', account.balances[0]!.token, 11001, 'same_account'],
    [
      "another holder's",
      (await open({ program: 'EUR-CONSUMER', merchant: '', user: user.token })).balances[0]!.token,
      11001,
      'same_holder',
    ],
    ['another currency', pounds.balances[0]!.token, 11001, 'currency_mismatch'],
    ['a blocked account', blocked.balances[0]!.token, 11001, 'not_active'],
    ['nobody’s', newId(), 11002],
    ['an account', account.token, 11002],
    ['a house account', houseBalance(instance, 'suspense', 'EUR'), 11002],
    ["another partner's", foreign.data.balances[0].token, 11002],
    ['no token', 'x', 11001, 'token'],
  ];
  for (const [what, sweep_to, code, rule] of cases) {
    const answer = await close(account.token, { sweep_to });
    assert.equal(answer.code, code, what);
    if (rule !== undefined)
      assert.deepEqual([answer.data.errors[0].field, answer.data.errors[0].rule], ['sweep_to', rule], what);
  }
  const virtual = await open({ main: account.token });
  assert.equal((await close(virtual.token, { sweep_to: account.balances[0]!.token })).code, 11001);
  assert.deepEqual([await status(account.token), (await details(account.token)).balances[0].current], ['active', 10]);
});

test("an unknown account and another partner's are 11002", async () => {
  const account = await open();
  assert.equal((await close(newId())).code, 11002);
  assert.equal((await close(account.token, {}, { key: bank.sandbox.second })).code, 11002);
});

test('while money moves, closing loses nothing: what came in before is swept, what comes after is refused', async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const [account, other, safe] = [await open(), await open(), await open()];
    await fund(account, 100);
    await fund(other, 100);
    const transfer = (from: Opened, to: Opened) =>
      bank.call('transfer_create', {
        body: {
          amount: 1,
          currency: 'EUR',
          debtor: { balance: from.balances[0]!.token },
          creditor: { balance: to.balances[0]!.token },
        },
      });
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => transfer(account, other)),
      ...Array.from({ length: 10 }, () => transfer(other, account)),
      close(account.token, { sweep_to: safe.balances[0]!.token }),
      ...Array.from({ length: 10 }, () => transfer(other, account)),
      close(account.token),
    ]);
    const codes = answers.map(({ code }) => code);
    assert.ok(
      codes.every((code) => code === 0 || code === 12003),
      codes.join(' '),
    );
    assert.equal([codes[20], codes[31]].filter((code) => code === 0).length, 1);
    const [left, ...rest] = [await details(account.token), await details(other.token), await details(safe.token)];
    assert.equal(left.balances[0].current, 0);
    const kept = rest.reduce((sum, { balances }) => sum + balances[0].current, 0);
    const swept = (await transactions(account.token)).find(({ channel }: { channel: string }) => channel === 'system');
    assert.equal(kept + (swept?.amount ?? 0), 200);
  }
});

test('v3 is an alias', async () => {
  const account = await open();
  assert.equal((await close(account.token, {}, { route: 1 })).data.status, 'closed');
  for (const [name, params] of [
    ['account_details', { account: account.token }],
    ['accounts_list', { page: 1, limit: 10 }],
  ] as const) {
    assert.equal((await bank.call(name, { params, route: 1 })).code, 0);
  }
});
