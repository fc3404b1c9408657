import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { KeyConstraints } from '../domains/keys/model.ts';
import { createKey } from '../domains/keys/service.ts';
import { scopes } from '../kernel/operation.ts';
import { openTestBank, type TestBank } from './test-bank.ts';

let t: TestBank;

before(async () => {
  t = await openTestBank();
});
after(() => t.close());

async function keyWith(constraints: KeyConstraints) {
  const key = { apiKey: randomUUID(), secretKey: 'secret' };
  const { instance } = t.sandbox.first;
  const at = t.clock.now();
  const made = { instance, apiKey: key.apiKey, secret: 'secret', label: 'test', scopes, constraints, createdAt: at };
  await createKey(t.bank.database, t.bank.vault, made);
  return key;
}

/** An account of the Master Merchant with money on its main balance. */
async function account(program: string, amount = 1000): Promise<{ token: string; balance: string }> {
  const { data } = await t.call('account_create', { body: { program, merchant: t.sandbox.first.merchant } });
  const funded = await t.call('sim_account_fund', { params: { account: data.token }, body: { amount } });
  assert.equal(funded.code, 0, funded.text);
  return { token: data.token, balance: data.balances[0].token };
}

type Key = { apiKey: string; secretKey: string };

async function pay(key: Key, from: string, to: string, amount: number, currency = 'EUR') {
  const body = { amount, currency, debtor: { balance: from }, creditor: { balance: to } };
  const { code, data } = await t.call('transfer_create', { body, key });
  return code === 403 ? data.constraint : code;
}

test('a transfer is at most so large, and so much goes out in a day, whichever balances it leaves', async () => {
  const [one, two] = [await account('EUR-CONSUMER'), await account('EUR-BUSINESS')];
  const key = await keyWith({ max_amount_per_transfer: 60, daily_amount: 100 });
  assert.equal(await pay(key, one.balance, two.balance, 60.01), 'max_amount_per_transfer');
  assert.equal(await pay(key, one.balance, two.balance, 60), 0);
  assert.equal(await pay(key, two.balance, one.balance, 40.01), 'daily_amount');
  assert.equal(await pay(key, two.balance, one.balance, 40), 0);
  assert.equal(await pay(key, two.balance, one.balance, 0.01), 'daily_amount');
  assert.equal(await pay(t.sandbox.first, two.balance, one.balance, 500), 0);
  t.clock.advance(86_400);
  assert.equal(await pay(key, two.balance, one.balance, 60), 0);
});

test('of many transfers at once exactly those go out that fit into the day', async () => {
  const [one, two] = [await account('EUR-CONSUMER'), await account('EUR-CONSUMER')];
  const key = await keyWith({ daily_amount: 70 });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => {
      const [from, to] = index % 2 === 0 ? [one, two] : [two, one];
      return pay(key, from.balance, to.balance, 10);
    }),
  );
  assert.equal(answers.filter((answer) => answer === 0).length, 7);
});

test('each currency has its own day', async () => {
  const [euro, other] = [await account('EUR-CONSUMER'), await account('EUR-CONSUMER')];
  const [pound, pounds] = [await account('GBP-CONSUMER'), await account('GBP-CONSUMER')];
  const key = await keyWith({ daily_amount: 10 });
  assert.equal(await pay(key, euro.balance, other.balance, 10), 0);
  assert.equal(await pay(key, pound.balance, pounds.balance, 10, 'GBP'), 0);
  assert.equal(await pay(key, pound.balance, pounds.balance, 10, 'GBP'), 'daily_amount');
});

test('a key of some programs debits, opens and touches only their accounts', async () => {
  const [own, foreign] = [await account('EUR-CONSUMER'), await account('EUR-BUSINESS')];
  const key = await keyWith({ programs: ['EUR-CONSUMER'] });
  assert.equal(await pay(key, own.balance, foreign.balance, 1), 0);
  assert.equal(await pay(key, foreign.balance, own.balance, 1), 'programs');
  const open = (program: string) =>
    t.call('account_create', { body: { program, merchant: t.sandbox.first.merchant }, key });
  assert.equal((await open('EUR-CONSUMER')).code, 0);
  assert.deepEqual((await open('EUR-BUSINESS')).data, { constraint: 'programs' });
  const block = (token: string) =>
    t.call('account_status', { params: { account: token }, body: { status: 'blocked' }, key });
  assert.equal((await block(foreign.token)).code, 403);
  assert.equal((await block(own.token)).code, 0);
  assert.equal((await block(randomUUID())).code, 11002);
  const fund = { params: { account: foreign.token }, body: { amount: 1 }, key };
  assert.equal((await t.call('sim_account_fund', fund)).code, 403);
});

test('a key of some merchants touches no account of others, nor of users', async () => {
  const own = await account('EUR-CONSUMER');
  const { merchant } = t.sandbox.first;
  const key = await keyWith({ merchants: [merchant] });
  assert.equal(await pay(key, own.balance, (await account('EUR-CONSUMER')).balance, 1), 0);
  const other = await keyWith({ merchants: [randomUUID()] });
  assert.equal(await pay(other, own.balance, (await account('EUR-CONSUMER')).balance, 1), 'merchants');
  const details = { params: { account: own.token } };
  assert.equal((await t.call('account_details', { ...details, key })).code, 0);
  assert.equal((await t.call('account_details', { ...details, key: other })).code, 403);
  const forUser = { body: { program: 'EUR-GIFT', user: randomUUID() }, key };
  assert.deepEqual((await t.call('account_create', forUser)).data, { constraint: 'merchants' });
  assert.equal((await t.call('program_details', { params: { program: 'EUR-GIFT' }, key })).code, 0);
});
