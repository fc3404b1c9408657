import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '../../../kernel/ids.ts';
import { isRefused } from '../../../kernel/refusal.ts';
import { openTestBank, type TestBank } from '../../../test/test-bank.ts';
import { houseBalance } from '../../ledger/service.ts';
import { applyProgram, sandboxPrograms } from '../../programs/service.ts';
import { loadOutcomes } from '../rules.ts';

let bank: TestBank;
before(async () => {
  bank = await openTestBank();
});
after(() => bank.close());

/** Opens an account under a program of its own with these rules, and answers account and main balance. */
let programs = 0;
async function open(rules: object = {}): Promise<{ account: string; balance: string }> {
  const { instance, merchant } = bank.sandbox.first;
  const code = `LOAD-${++programs}`;
  const definition = { ...sandboxPrograms[0]!, code, ...rules };
  assert.ok(!isRefused(await applyProgram(bank.bank.database, instance, definition)));
  const { data } = await bank.call('account_create', { body: { program: code, merchant } });
  return { account: data.token, balance: data.balances[0].token };
}

const load = (body: Record<string, unknown>, more = {}) => bank.call('sim_load', { body, ...more });
const current = async (account: string) =>
  (await bank.call('account_details', { params: { account } })).data.balances[0].current;
const list = async (account: string, query: Record<string, string> = {}) =>
  (await bank.call('transactions_list', { params: { page: 1, limit: 100 }, query: { account, ...query } })).data.items;

test('an approved load is on the balance, and its transaction can be read back', async () => {
  const { account, balance } = await open();
  const { code, data } = await load({ balance, amount: 12.34 });
  assert.equal(code, 0);
  assert.deepEqual([data.status, data.reason_code, data.account, data.amount], ['completed', null, account, 12.34]);
  assert.equal(await current(account), 12.34);
  const [transaction] = await list(account);
  assert.deepEqual(
    [transaction.token, transaction.code, transaction.channel, transaction.debit_credit, transaction.balance_after],
    [data.transaction, 'load', 'load', 'credit', 12.34],
  );
  assert.deepEqual(
    data.events.map(({ action }: { action: string }) => action),
    ['TRANSACTION.NEW', 'BALANCE.UPDATE'],
  );
});

for (const outcome of loadOutcomes.slice(1)) {
  test(`a load that ends as ${outcome} is a rejected transaction, hidden, and moves nothing`, async () => {
    const { account, balance } = await open({ limits: [{ category: 'load', period: 'daily', count: 1 }] });
    const { code, data } = await load({ balance, amount: 5, outcome });
    assert.deepEqual([code, data.status, data.reason_code], [0, 'rejected', outcome]);
    assert.equal(await current(account), 0);
    assert.deepEqual(await list(account), []);
    const [transaction] = await list(account, { show_hidden: '1', status: 'rejected' });
    assert.deepEqual(
      [transaction.token, transaction.amount, transaction.reason_code, transaction.hidden, transaction.value_date],
      [data.transaction, 5, outcome, true, null],
    );
    assert.equal(transaction.processed_at, transaction.created_at);
    assert.equal((await load({ balance, amount: 5 })).code, 0, 'and counts for no limit');
  });
}

test('the fee is taken with the load, as a transaction of its own', async () => {
  const { account, balance } = await open({ fees: [{ category: 'load', fixed: 1, basis_points: 200 }] });
  const { data } = await load({ balance, amount: 100 });
  const [fee, loaded] = await list(account);
  assert.deepEqual([loaded.token, loaded.fee, loaded.balance_after], [data.transaction, 3, 100]);
  assert.deepEqual(
    [fee.code, fee.debit_credit, fee.amount, fee.parent, fee.balance_after],
    ['fee', 'debit', 3, data.transaction, 97],
  );
  assert.equal(await current(account), 97);
  const dear = await open({ fees: [{ category: 'load', fixed: 10 }] });
  assert.equal((await load({ balance: dear.balance, amount: 9.99 })).code, 12001);
  assert.deepEqual(await list(dear.account), []);
  assert.equal((await load({ balance: dear.balance, amount: 10 })).code, 0);
});

test('the limits of the program hold, each in its period by the clock', async () => {
  const { account, balance } = await open({
    limits: [
      { category: 'load', period: 'transaction', amount: 50 },
      { category: 'load', period: 'daily', amount: 60 },
      { category: 'load', period: 'lifetime', count: 4 },
    ],
  });
  const steps: readonly (readonly [amount: number, code: number, period?: string])[] = [
    [50.01, 12002, 'transaction'],
    [50, 0],
    [10.01, 12002, 'daily'],
    [10, 0],
    [0.01, 12002, 'daily'],
  ];
  for (const [amount, code, period] of steps) {
    const answer = await load({ balance, amount });
    assert.equal(answer.code, code, `${amount}`);
    if (period !== undefined) assert.deepEqual(answer.data, { field: 'balance', category: 'load', period });
  }
  bank.clock.advance(86_400);
  for (const code of [0, 0, 12002]) assert.equal((await load({ balance, amount: 1 })).code, code);
  assert.equal(await current(account), 62);
});

test('of twenty loads at once only as many as the limit allows are booked', async () => {
  const { account, balance } = await open({ limits: [{ category: 'load', period: 'monthly', count: 7 }] });
  const answers = await Promise.all(Array.from({ length: 20 }, () => load({ balance, amount: 1 })));
  assert.equal(answers.filter(({ code }) => code === 0).length, 7);
  assert.equal(answers.filter(({ code }) => code === 12002).length, 13);
  assert.equal(await current(account), 7);
});

test('every currency of a program has its house accounts', async () => {
  const { account, balance } = await open({
    primary_currency: 'JPY',
    rails: {},
    fees: [{ category: 'load', fixed: 5 }],
  });
  assert.equal((await load({ balance, amount: 100 })).code, 0);
  assert.equal((await load({ balance, amount: 100.5 })).code, 11001);
  assert.equal(await current(account), 95);
  assert.equal((await bank.call('account_terminate', { params: { account } })).data.balances[0].current, 0);
});

test('what cannot be loaded is refused', async () => {
  const { account, balance } = await open();
  const other = bank.sandbox.second;
  const cases: readonly (readonly [string, Record<string, unknown>, number])[] = [
    ['no balance', { amount: 1 }, 11001],
    ['an unknown balance', { balance: newId(), amount: 1 }, 11002],
    ['an account', { balance: account, amount: 1 }, 11002],
    ['a house account', { balance: houseBalance(bank.sandbox.first.instance, 'fee-income', 'EUR'), amount: 1 }, 11002],
    ['nothing', { balance, amount: 0 }, 11001],
    ['less than nothing', { balance, amount: -1 }, 11001],
    ['half a cent', { balance, amount: 1.005 }, 11001],
    ['an unknown outcome', { balance, amount: 1, outcome: 'maybe' }, 11001],
  ];
  for (const [what, body, code] of cases) assert.equal((await load(body)).code, code, what);
  assert.equal((await load({ balance, amount: 1 }, { key: other })).code, 11002);
  for (const outcome of ['approved', 'declined']) {
    await bank.call('account_status', { params: { account }, body: { status: 'blocked' } });
    assert.equal((await load({ balance, amount: 1, outcome })).code, 12003);
  }
});
