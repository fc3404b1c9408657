import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestBank, type TestBank } from './test-bank.ts';
import { cardsList, simTest, testDomain } from './test-domain.ts';

let t: TestBank;

before(async () => {
  t = await openTestBank({ domains: [testDomain], environment: 'production' });
});
after(() => t.close());

test('production does not say why, only its request log does', async () => {
  const key = { apiKey: t.sandbox.first.apiKey, secretKey: 'wrong' };
  const answer = await t.call(cardsList, { params: { page: 1, limit: 1 }, key });
  assert.deepEqual([answer.code, answer.data], [401, undefined]);
  await t.bank.requestLog.flush();
  const entry = await t.bank.requestLog.find(t.sandbox.first.instance, answer.headers.get('x-request-id')!);
  assert.equal(entry?.authReason, 'invalid_hash');
});

test('production has a rate limit by itself, and no simulations', async () => {
  const answer = await t.call(cardsList, { params: { page: 1, limit: 1 } });
  assert.equal(answer.code, 0);
  assert.equal(answer.headers.get('ratelimit-policy'), '"key";q=2000;w=2');
  assert.equal((await t.call(simTest)).code, 404);
});
