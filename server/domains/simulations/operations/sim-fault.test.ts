import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestBank, type TestBank } from '../../../test/test-bank.ts';
import { openReceiver } from '../../../test/webhook-receiver.ts';

let bank: TestBank;
let debtor: string;
let creditor: string;

before(async () => {
  bank = await openTestBank();
  const open = async () => {
    const body = { program: 'EUR-BUSINESS', merchant: bank.sandbox.first.merchant };
    const { data } = await bank.call('account_create', { body });
    await bank.call('sim_account_fund', { params: { account: data.token }, body: { amount: 100 } });
    return data.balances[0].token as string;
  };
  [debtor, creditor] = [await open(), await open()];
});
after(() => bank.close());

const order = (body: Record<string, unknown>) => bank.call('sim_fault', { body });
const transfer = (headers: Record<string, string> = {}) =>
  bank.call('transfer_create', {
    body: { amount: 1, currency: 'EUR', debtor: { balance: debtor }, creditor: { balance: creditor } },
    headers,
  });

test('a lost answer: what was done is done once, and the idempotency key finds it', async () => {
  await order({ operation: 'transfer_create', kind: 'timeout_after_commit', delay_ms: 0 });
  const lost = await transfer({ 'x-idempotency-key': 'once' });
  assert.equal(lost.code, 500);
  assert.equal(lost.key, 'services.general.outcome_unknown');
  const found = await transfer({ 'x-idempotency-key': 'once' });
  assert.equal(found.code, 0);
  assert.equal(found.data.transaction, lost.data.transaction);
  assert.equal(found.headers.get('x-idempotent-replay'), 'true');
});

test('an error does nothing; too many requests say when to come again; the count is kept', async () => {
  await order({ operation: 'transfer_create', kind: 'error', count: 2 });
  assert.deepEqual([(await transfer()).code, (await transfer()).code, (await transfer()).code], [500, 500, 0]);
  await order({ kind: 'rate_limit' });
  const refused = await transfer();
  assert.equal(refused.code, 429);
  assert.equal(refused.headers.get('retry-after'), '1');
  const { data } = await order({ operation: 'users_list', kind: 'latency', count: 5 });
  assert.deepEqual(data.faults, [{ operation: 'users_list', kind: 'latency', remaining: 5, delay_ms: 2000 }]);
  assert.equal((await transfer()).code, 0);
  assert.deepEqual((await order({ kind: 'latency', count: 0 })).data.faults, []);
});

test('deliveries come twice, or are overtaken', async (t) => {
  const receiver = await openReceiver();
  t.after(() => receiver.close());
  await bank.call('webhook_create', { body: { url: receiver.url, actions: ['TRANSACTION.NEW'] } });
  await order({ operation: 'TRANSACTION.NEW', kind: 'duplicate_webhook' });
  await transfer();
  await bank.settle();
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  assert.equal(ids.length, 3);
  assert.equal(new Set(ids).size, 2);

  receiver.received.length = 0;
  await order({ operation: 'TRANSACTION.NEW', kind: 'reorder_webhook', delay_ms: 200 });
  await transfer();
  await bank.settle();
  const sequences = receiver.received.map(({ json }) => json.sequence as number);
  assert.deepEqual(
    sequences,
    sequences.toSorted((one, other) => other - one),
  );
});

test('a fault of nothing that there is, or of the wrong family, is refused', async () => {
  for (const operation of ['TRANSACTION.NEW']) assert.equal((await order({ operation, kind: 'error' })).code, 11001);
  assert.equal((await order({ operation: 'users_list', kind: 'duplicate_webhook' })).code, 11001);
});
