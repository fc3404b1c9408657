import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Bank, openBank } from '../bank.ts';
import { openTestBank, send, signatureHeaders, type TestBank } from './test-bank.ts';
import { runs, testDo, testDomain, transferCreate } from './test-domain.ts';

let t: TestBank;
/** A second server on the same database. */
let second: Bank;
let secondUrl: string;

before(async () => {
  t = await openTestBank({ domains: [testDomain] });
  const { databaseUrl, masterKeys, clock } = t;
  const log = { info() {}, warn() {}, error() {} };
  second = openBank({ databaseUrl, masterKeys, clock, log, environment: 'sandbox', domains: [testDomain] });
  secondUrl = await second.listen(0, '127.0.0.1');
});
after(async () => {
  await second.close();
  await t.close();
});

const withKey = (key: string) => ({ headers: { 'x-idempotency-key': key } });
const body = (reference: string, amount = 1) => ({ amount, currency: 'EUR', reference });

test('the same body gets the stored answer, word by word, and the operation runs once', async () => {
  const first = await t.call(transferCreate, { body: body('once'), ...withKey('a') });
  const again = await t.call(transferCreate, {
    body: JSON.stringify(body('once'), null, 4).replace(/^/, ' '),
    ...withKey('a'),
  });
  // The second signature was made over the pretty-printed text, which is signed exactly as it is.
  assert.equal(first.code, 0);
  assert.equal(again.text, first.text);
  assert.equal(first.headers.get('x-idempotent-replay'), null);
  assert.equal(again.headers.get('x-idempotent-replay'), 'true');
  assert.equal(runs.filter((run) => run === 'once').length, 1);
});

test('another body, or another place, under the same key is told so', async () => {
  await t.call(transferCreate, { body: body('one'), ...withKey('b') });
  const other = await t.call(transferCreate, { body: body('two'), ...withKey('b') });
  assert.deepEqual([other.code, other.key], [11004, 'services.general.non_unique_value']);
  assert.equal(other.headers.get('x-idempotent-replay'), null);
  await t.call(testDo, { body: { what: 'here' }, ...withKey('b') });
  const thing = '0198f0aa-0000-7000-8000-00000000000a';
  const elsewhere = await t.call(testDo, { route: 1, params: { thing }, body: { what: 'here' }, ...withKey('b') });
  assert.equal(elsewhere.code, 11004);
});

test('keys belong to an operation and an instance', async () => {
  await t.call(transferCreate, { body: body('mine'), ...withKey('c') });
  const { second: other } = t.sandbox;
  const theirs = await t.call(transferCreate, { body: body('theirs'), key: other, ...withKey('c') });
  assert.equal(theirs.data.reference, 'theirs');
  assert.equal((await t.call(testDo, { body: { what: 'free' }, ...withKey('c') })).code, 0);
});

test('a refusal is kept like a success', async () => {
  const first = await t.call(testDo, { body: { what: 'refuse' }, ...withKey('d') });
  const again = await t.call(testDo, { body: { what: 'refuse' }, ...withKey('d') });
  assert.equal(first.code, 11000);
  assert.equal(again.text, first.text);
  assert.equal(again.headers.get('x-idempotent-replay'), 'true');
});

test('schema errors and faults are not kept', async () => {
  assert.equal((await t.call(testDo, { body: { what: 5 }, ...withKey('e') })).code, 11001);
  assert.equal((await t.call(testDo, { body: { what: 'throw' }, ...withKey('e') })).code, 500);
  assert.equal((await t.call(testDo, { body: { what: 'fine' }, ...withKey('e') })).code, 0);
});

test('of an answer with a secret only the token is kept', async () => {
  const first = await t.call(testDo, { body: { what: 'secret' }, ...withKey('f') });
  assert.equal(first.data.secret, 'only once');
  const again = await t.call(testDo, { body: { what: 'secret' }, ...withKey('f') });
  assert.deepEqual(again.data, { token: first.data.token });
});

test('a key has at most 64 printable characters', async () => {
  for (const key of ['x'.repeat(65), 'caf\u00e9', 'a\tb']) {
    const answer = await t.call(transferCreate, { body: body('never'), ...withKey(key) });
    assert.deepEqual([answer.code, answer.data?.errors[0]?.field], [11001, 'x-idempotency-key'], key);
  }
  assert.equal((await t.call(transferCreate, { body: body('long'), ...withKey('x'.repeat(64)) })).code, 0);
});

test('after 48 hours a key is free again, and swept', async () => {
  await t.call(transferCreate, { body: body('old'), ...withKey('g') });
  t.clock.advance(48 * 3600 + 1);
  const late = await t.call(transferCreate, { body: body('new'), ...withKey('g') });
  assert.equal(late.data.reference, 'new');
  await t.call(transferCreate, { body: body('old'), ...withKey('h') });
  t.clock.advance(48 * 3600 + 1);
  await t.settle();
  const rows = await t.bank.database.query(`select 1 from runtime.outcomes where key in ('g', 'h')`);
  assert.equal(rows.length, 0);
});

test('two servers at once: one wins, the others get its answer or are told', async () => {
  for (let round = 0; round < 5; round++) {
    const calls = Array.from({ length: 8 }, (_, index) =>
      callAt(index % 2 === 0 ? t.url : secondUrl, `race ${round}`, index % 4),
    );
    const answers = await Promise.all(calls);
    const winners = answers.filter(({ code, headers }) => code === 0 && headers.get('x-idempotent-replay') === null);
    assert.equal(winners.length, 1);
    for (const answer of answers) {
      if (answer.code === 0) assert.equal(answer.text, winners[0]!.text);
      else assert.equal(answer.code, 11004);
    }
    assert.equal(answers.filter(({ code }) => code === 0).length, 2);
  }
});

function callAt(url: string, key: string, amount: number) {
  const text = JSON.stringify(body(key, amount + 1));
  const headers = signatureHeaders(t.sandbox.first, 'transfer_create', 'POST', text, t.clock.now());
  return send(`${url}/v2/transfers`, { method: 'POST', headers: { ...headers, 'x-idempotency-key': key }, body: text });
}
