import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createKey } from '../domains/keys/service.ts';
import { openTestBank, send, signatureHeaders, type TestBank } from './test-bank.ts';

let t: TestBank;
const guarded = { apiKey: 'aaaaaaaa-0000-4000-8000-00000000000a', secretKey: 's' };

before(async () => {
  t = await openTestBank();
  const { instance } = t.sandbox.first;
  await createKey(t.bank.database, t.bank.vault, {
    instance,
    apiKey: guarded.apiKey,
    secret: guarded.secretKey,
    label: 'guarded',
    scopes: ['transfers'],
    replayGuard: true,
    createdAt: t.clock.now(),
  });
});
after(() => t.close());

async function openAccount(): Promise<{ account: string; balance: string }> {
  const { data } = await t.call('account_create', {
    body: { program: 'EUR-BUSINESS', merchant: t.sandbox.first.merchant },
  });
  return { account: data.token, balance: data.balances[0].token };
}

test('with the replay guard an identical signed money request moves money once', async () => {
  const [from, to] = [await openAccount(), await openAccount()];
  await t.call('sim_account_fund', { params: { account: from.account }, body: { amount: 10 } });
  const body = JSON.stringify({
    amount: 3,
    currency: 'EUR',
    debtor: { balance: from.balance },
    creditor: { balance: to.balance },
  });
  const twice = async (key: typeof guarded) => {
    const headers = signatureHeaders(key, 'transfer_create', 'POST', body, t.clock.now());
    const post = () => send(`${t.url}/v2/transfers`, { method: 'POST', headers, body });
    return [await post(), await post()] as const;
  };
  const [first, again] = await twice(guarded);
  assert.equal(first.code, 0);
  assert.equal(again.text, first.text);
  assert.equal(again.headers.get('x-idempotent-replay'), 'true');
  const [one, other] = await twice(t.sandbox.first);
  assert.notEqual(one.data.transaction, other.data.transaction);
  const { data } = await t.call('account_details', { params: { account: to.account } });
  assert.equal(data.balances[0].available, 9);
});
