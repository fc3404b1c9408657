import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { seedSandbox } from '../../../seed.ts';
import { openTestBank, type TestBank } from '../../../test/test-bank.ts';
import { openReceiver } from '../../../test/webhook-receiver.ts';

let bank: TestBank;
before(async () => {
  bank = await openTestBank();
});
after(() => bank.close());

test('the example of an event reaches a webhook at once, signed, and is shown to the byte', async (t) => {
  const receiver = await openReceiver();
  t.after(() => receiver.close());
  const webhook = await bank.call('webhook_create', { body: { url: receiver.url, actions: ['TRANSACTION.NEW'] } });
  const { data } = await bank.call('sim_webhook_example', {
    body: { action: 'BALANCE.UPDATE', webhook: webhook.data.token },
  });
  const [received] = receiver.received;
  assert.equal(data.sent[0].body, received!.text);
  assert.equal(data.sent[0].status, 200);
  assert.equal(received!.headers['x-hash'], data.sent[0].headers['x-hash']);
  assert.equal((await bank.call('sim_webhook_example', { body: { action: 'NO.SUCH' } })).code, 11001);
});

test('after a reset the old key opens nothing, the new one an empty bank, and the books of before still verify', async () => {
  const { first, second } = bank.sandbox;
  const body = { program: 'EUR-BUSINESS', merchant: first.merchant };
  const { data: account } = await bank.call('account_create', { body });
  await bank.call('sim_account_fund', { params: { account: account.token }, body: { amount: 100 } });
  assert.equal((await bank.call('sim_reset', { body: { confirm: second.apiKey } })).code, 11001);
  const { code, data } = await bank.call('sim_reset', { body: { confirm: first.apiKey } });
  assert.equal(code, 0);
  const key = { apiKey: data.api_key, secretKey: data.secret };
  const list = { params: { page: 1, limit: 10 } };
  assert.deepEqual((await bank.call('accounts_list', { ...list, key })).data.items, []);
  assert.equal((await bank.call('account_create', { body: { ...body, merchant: data.merchant }, key })).code, 0);
  // Keys are remembered for a second.
  while ((await bank.call('accounts_list', list)).code !== 401);
  assert.equal((await bank.call('accounts_list', { ...list, key: second })).code, 0);
  const now = await seedSandbox(bank.bank.database, bank.bank.vault, bank.clock.now());
  assert.equal(now.first.apiKey, data.api_key, 'the next start shows the new key');
});
