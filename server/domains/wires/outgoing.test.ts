import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestBank, type TestBank } from '../../test/test-bank.ts';

let bank: TestBank;
before(async () => {
  bank = await openTestBank();
});
after(() => bank.close());

const germanIban = 'DE89370400440532013000';
const person = { first_name: 'Ana', last_name: 'Dimova', birthday: '1984-02-29', nationality: 'BG', country: 'BG' };
let people = 0;

/** A user with an account and some money on it. */
async function funded(program = 'EUR-CONSUMER', amount = 100) {
  people += 1;
  const user = await bank.call('user_create', { body: { email: `wire${people}@example.org`, ...person } });
  const { data } = await bank.call('account_create', { body: { program, user: user.data.token } });
  await bank.call('sim_account_fund', { params: { account: data.token }, body: { amount } });
  return { account: data.token as string, balance: data.balances[0].token as string, balances: data.balances };
}

const creditor = { iban: germanIban, name: 'Erika Mustermann' };

async function wire(balance: string, more: Record<string, unknown> = {}) {
  const body = { amount: 10, currency: 'EUR', reference: 'Invoice 7', debtor: { balance }, creditor, ...more };
  return bank.call('transfer_create', { body });
}

async function transaction(token: string) {
  return (await bank.call('transaction_details', { params: { transaction: token } })).data;
}

async function amounts(account: string) {
  const [{ available, blocked, current }] = (await bank.call('account_details', { params: { account } })).data.balances;
  return { available, blocked, current };
}

test('SEPA Instant: held, settled after a second, captured', async () => {
  const { account, balance } = await funded();
  const { code, data } = await wire(balance, { is_instant: true });
  assert.equal(code, 0);
  assert.deepEqual([data.code, data.status, data.channel], ['wire-transfer', 'pending', 'sct_inst']);
  assert.deepEqual(await amounts(account), { available: 90, blocked: 10, current: 100 });
  await bank.settle();
  assert.equal((await transaction(data.transaction)).status, 'pending');
  bank.clock.advance(2);
  await bank.settle();
  const settled = await transaction(data.transaction);
  assert.equal(settled.status, 'completed');
  assert.deepEqual(
    settled.timeline.map(({ status }: { status: string }) => status),
    ['pending', 'completed'],
  );
  assert.equal(settled.counterpart.name, 'Erika Mustermann');
  assert.equal(settled.wires.receiver_iban, germanIban);
  assert.deepEqual(await amounts(account), { available: 90, blocked: 0, current: 90 });
});
