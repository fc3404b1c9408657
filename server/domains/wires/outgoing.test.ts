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

test('SEPA Credit Transfer settles on the next business day; the fee goes with it', async () => {
  bank.clock.set(new Date('2027-01-08T10:00:00Z'));
  const { account, balance } = await funded();
  const { data } = await wire(balance);
  assert.deepEqual(
    [data.channel, data.route_reason, data.expected_settlement],
    ['sct', 'EUR, not instant', '2027-01-11'],
  );
  await bank.settle();
  assert.equal((await amounts(account)).blocked, 10);
  bank.clock.set(new Date('2027-01-11T06:00:01Z'));
  await bank.settle();
  assert.equal((await transaction(data.transaction)).status, 'completed');
  assert.deepEqual(await amounts(account), { available: 90, blocked: 0, current: 90 });
});

test('Faster Payments and the BGN system by currency', async () => {
  const { balances } = await funded('MULTI-BUSINESS').catch(() => ({ balances: [] }));
  assert.ok(balances);
  const pounds = await funded('GBP-CONSUMER');
  const to = { sort_code: '200000', account_number: '55779911', name: 'Jane Doe' };
  const { code, data } = await wire(pounds.balance, { currency: 'GBP', creditor: to });
  assert.deepEqual([code, data.channel], [0, 'fps']);
  const leva = await funded('BGN-CONSUMER');
  const bg = await wire(leva.balance, { currency: 'BGN', creditor: { iban: 'BG18RZBB91550123456789', name: 'Иван' } });
  assert.deepEqual([bg.code, bg.data.channel], [0, 'bisera']);
});

test('rejection and return put the money back, with the reason of the scheme', async () => {
  const { account, balance } = await funded();
  const rejected = (await wire(balance, { reference: 'REJECT AM04' })).data.transaction;
  const returned = (await wire(balance, { reference: 'RETURN AC04', is_instant: true })).data.transaction;
  await bank.settle();
  const first = await transaction(rejected);
  assert.deepEqual([first.status, first.reason_code], ['rejected', 'AM04']);
  assert.deepEqual(await amounts(account), { available: 90, blocked: 10, current: 100 });
  bank.clock.advance(1);
  await bank.settle();
  assert.equal((await transaction(returned)).status, 'completed');
  bank.clock.advance(2);
  await bank.settle();
  const second = await transaction(returned);
  assert.deepEqual([second.status, second.reason_code], ['returned', 'AC04']);
  assert.deepEqual(await amounts(account), { available: 100, blocked: 0, current: 100 });
  const { items } = (await bank.call('transactions_list', { params: { page: 1, limit: 10 }, query: { account } })).data;
  const back = items.find(({ parent }: { parent: string }) => parent === returned);
  assert.deepEqual([back.debit_credit, back.amount, back.reason_code], ['credit', 10, 'AC04']);
});

test('a lost request is handed in once more under the same id; a lost answer never is', async () => {
  const { account, balance } = await funded();
  for (const lost of ['LOSE REQUEST', 'LOSE ANSWER']) {
    const { data } = await wire(balance, { reference: lost, is_instant: true });
    for (let look = 0; look < 12; look += 1) {
      await bank.settle();
      bank.clock.advance(3);
    }
    await bank.settle();
    assert.equal((await transaction(data.transaction)).status, 'completed', lost);
  }
  assert.deepEqual(await amounts(account), { available: 80, blocked: 0, current: 80 });
});

test('a pending wire is canceled, a settled one is not', async () => {
  const { account, balance } = await funded();
  for (const wait of [false, true]) {
    const { data } = await wire(balance);
    if (wait) await bank.settle();
    const canceled = await bank.call('transfer_cancel', { params: { transaction: data.transaction } });
    assert.deepEqual([canceled.code, canceled.data.status], [0, 'canceled']);
    assert.equal((await transaction(data.transaction)).status, 'canceled');
    const again = await bank.call('transfer_cancel', { params: { transaction: data.transaction } });
    assert.deepEqual([again.code, again.data.errors[0].rule], [11001, 'not_pending']);
  }
  assert.deepEqual(await amounts(account), { available: 100, blocked: 0, current: 100 });
  const { data } = await wire(balance, { is_instant: true });
  await bank.call('sim_wire_settle', { params: { transaction: data.transaction } });
  assert.equal((await bank.call('transfer_cancel', { params: { transaction: data.transaction } })).code, 11001);
});

test('simulations settle, reject, return and delay', async () => {
  const { account, balance } = await funded();
  const make = async () => (await wire(balance)).data.transaction as string;
  const [settled, rejected, returned, delayed] = [await make(), await make(), await make(), await make()];
  const sim = (name: string, token: string, body = {}) =>
    bank.call(`sim_wire_${name}`, { params: { transaction: token }, body });
  const first = await sim('settle', settled);
  assert.deepEqual([first.code, first.data.status], [0, 'completed']);
  assert.ok(first.data.events.some(({ action }: { action: string }) => action === 'TRANSACTION.UPDATE'));
  assert.deepEqual((await sim('reject', rejected, { reason_code: 'MS03' })).data.reason_code, 'MS03');
  assert.deepEqual((await sim('return', returned)).data.status, 'returned');
  assert.equal((await sim('delay', delayed, { seconds: 86_400 })).data.status, 'pending');
  await bank.settle();
  assert.deepEqual(await amounts(account), { available: 80, blocked: 10, current: 90 });
  assert.equal((await sim('settle', rejected)).code, 11001);
});

test('a recall is answered by a return or with no', async () => {
  const { balance, account } = await funded();
  for (const accepted of [true, false]) {
    const token = (await wire(balance)).data.transaction;
    const params = { transaction: token };
    const early = await bank.call('transfer_recall', { params, body: { reason_code: 'DUPL' } });
    assert.equal(early.data.errors[0].rule, 'not_settled');
    await bank.call('sim_wire_settle', { params });
    const recall = await bank.call('transfer_recall', { params, body: { reason_code: 'DUPL' } });
    assert.deepEqual([recall.code, recall.data.status], [0, 'open']);
    const twice = await bank.call('transfer_recall', { params, body: { reason_code: 'DUPL' } });
    assert.equal(twice.data.errors[0].rule, 'recall_open');
    const { data } = await bank.call('sim_wire_recall_answer', { params, body: { accepted } });
    assert.equal(data.status, accepted ? 'returned' : 'completed');
    assert.ok(data.events.some(({ action }: { action: string }) => action === 'TRANSFER.RECALL'));
  }
  assert.deepEqual(await amounts(account), { available: 90, blocked: 0, current: 90 });
});

test('what a wire needs: a name, a network, an address with town and country of its own', async () => {
  const { balance } = await funded();
  const error = async (to: object, more = {}) => {
    const { code, data } = await wire(balance, { creditor: { ...creditor, ...to }, ...more });
    return [code, data.errors?.[0].field, data.errors?.[0].rule];
  };
  assert.deepEqual(await error({ name: '' }), [11001, 'creditor.name', 'required']);
  assert.deepEqual(await error({ address: 'Hauptstr. 1, Berlin' }), [
    11001,
    'creditor.address',
    'address_unstructured',
  ]);
  assert.deepEqual(await error({ iban: 'CH9300762011623852957' }), [11001, 'creditor.city', 'required']);
  const swiss = { ...creditor, iban: 'CH9300762011623852957' };
  const { code, data } = await wire(balance, { creditor: swiss, is_instant: true });
  assert.deepEqual([code, typeof data.reason], [11000, 'string']);
  assert.equal((await wire(balance, { creditor: { iban: 'US00', name: 'x' } })).code, 11001);
});
