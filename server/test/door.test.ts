import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createKey, type NewKey } from '../domains/keys/service.ts';
import { openTestBank, send, signatureHeaders, type TestBank } from './test-bank.ts';
import { cardsList, testDo, testDomain, transferCreate } from './test-domain.ts';

const apiKey = '3f1c2a58-7d44-4b1e-9a37-5b0c6f2e9d10';
const secretKey = 'sandbox-secret-please-rotate';
const timestamp = 1795169730;
const listHash = '40b4c72e67d9a83f9abde6e9df0e3e2afdb9b7d53a8ee9914e519005368e1d92';
const transferHash = '7f7d98226d5ccb1845da3fe9881927fe6860c32a78cb1c692254340477d0f3bb';
const blanklessHash = '546cad2ae6a0904e72c6145da00f0f0582907d5a5941e96cd545919af687552f';
const transferBody = '{"amount":1.23,"currency":"EUR","reference":"Payment for goods"}';

let t: TestBank;

before(async () => {
  t = await openTestBank({ domains: [testDomain] });
  await addKey({ apiKey, secret: secretKey, hashCompat: true });
});
after(() => t.close());

function addKey(key: Partial<NewKey> & Pick<NewKey, 'apiKey'>): Promise<unknown> {
  const { instance } = t.sandbox.first;
  const at = t.clock.now();
  return createKey(t.bank.database, t.bank.vault, {
    instance,
    label: 'test',
    scopes: ['transfers'],
    createdAt: at,
    secret: 'secret',
    ...key,
  });
}

/** A request signed with a given hash; what is not said fits. */
function request(
  changes: {
    method?: string;
    path?: string;
    hash?: string;
    at?: number | string;
    body?: string;
    headers?: object;
  } = {},
) {
  const { method = 'POST', path = '/v2/transfers', hash = transferHash, at = timestamp, body = transferBody } = changes;
  const headers = { 'x-api-key': apiKey, 'x-timestamp': String(at), 'x-hash': hash, ...changes.headers };
  return send(t.url + path, { method, headers: headers as Record<string, string>, ...(method !== 'GET' && { body }) });
}

function holdClock(secondsLater: number): void {
  t.clock.set(new Date((timestamp + secondsLater) * 1000));
}

test('the fixed vectors pass: exact, pretty-printed, without blanks for old clients, upper-case hex', async () => {
  holdClock(0);
  assert.equal((await request({ method: 'GET', path: '/v2/cards/1/10', hash: listHash })).code, 0);
  assert.equal((await request()).code, 0);
  assert.equal((await request({ body: JSON.stringify(JSON.parse(transferBody), null, 2) })).code, 0);
  assert.equal((await request({ hash: blanklessHash })).code, 0);
  assert.equal((await request({ hash: transferHash.toUpperCase() })).code, 0);
});

test('a signature is valid for 15 seconds either way, and no longer', async () => {
  for (const [later, code] of [
    [15, 0],
    [-15, 0],
    [16, 401],
    [-16, 401],
  ] as const) {
    holdClock(later);
    const answer = await request();
    assert.equal(answer.code, code, `${later} s`);
    if (code === 401) assert.equal(answer.data.reason, 'timestamp_expired');
  }
  holdClock(0);
});

test('every reason to refuse, in words of its own, and always HTTP 200', async () => {
  holdClock(0);
  const stranger = { headers: { 'x-api-key': 'deadbeef-7d44-4b1e-9a37-5b0c6f2e9d10' } };
  const cases = [
    ['missing_header', await send(`${t.url}/v2/transfers`, { method: 'POST' })],
    ['timestamp_invalid', await request({ at: '1795169730.5' })],
    ['timestamp_invalid', await request({ at: 'now' })],
    ['unknown_key', await request(stranger)],
    ['invalid_hash', await request({ body: transferBody.replace('1.23', '1.24') })],
    ['invalid_hash', await request({ path: '/v2/test/do' })],
    ['invalid_hash', await request({ hash: 'abc' })],
    ['invalid_hash', await request({ hash: 'g'.repeat(64) })],
    ['invalid_hash', await request({ method: 'GET', path: '/v2/cards/1/10', hash: transferHash })],
  ] as const;
  for (const [reason, answer] of cases) {
    assert.equal(answer.code, 401, reason);
    assert.equal(answer.key, 'services.general.http_unauthorized');
    assert.equal(answer.data.reason, reason);
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  }
});

test('a body without blanks signs only for keys that allow it', async () => {
  const strict = 'aaaaaaaa-0000-4000-8000-000000000001';
  await addKey({ apiKey: strict, secret: secretKey });
  const hash = createHmac('sha256', secretKey);
  hash.update(`${strict}${timestamp}transfer_create${transferBody.replaceAll(' ', '')}`);
  const answer = await request({ hash: hash.digest('hex'), headers: { 'x-api-key': strict } });
  assert.equal(answer.data.reason, 'invalid_hash');
});

test('disabled and expired keys, and callers from elsewhere, stay outside', async () => {
  const disabled = { apiKey: 'aaaaaaaa-0000-4000-8000-000000000002', secret: 's' };
  const expired = { apiKey: 'aaaaaaaa-0000-4000-8000-000000000003', secret: 's' };
  const elsewhere = { apiKey: 'aaaaaaaa-0000-4000-8000-000000000004', secret: 's' };
  const here = { apiKey: 'aaaaaaaa-0000-4000-8000-000000000005', secret: 's' };
  await addKey({ ...disabled, disabled: true });
  await addKey({ ...expired, expiresAt: t.clock.now() });
  await addKey({ ...elsewhere, constraints: { ips: ['203.0.113.0/28', '2001:db8::/32'] } });
  await addKey({ ...here, constraints: { ips: ['203.0.113.0/28', '127.0.0.1'] } });
  const call = async ({ apiKey: name }: { apiKey: string }) =>
    t.call(cardsList, { params: { page: 1, limit: 1 }, key: { apiKey: name, secretKey: 's' } });
  assert.equal((await call(disabled)).data.reason, 'key_disabled');
  assert.equal((await call(expired)).data.reason, 'key_disabled');
  assert.equal((await call(elsewhere)).data.reason, 'ip_not_allowed');
  assert.equal((await call(here)).code, 0);
});

test('during a rotation both secrets sign, until the old one has had its time', async () => {
  const rotated = 'aaaaaaaa-0000-4000-8000-000000000006';
  const previousUntil = new Date(t.clock.now().getTime() + 60_000);
  await addKey({ apiKey: rotated, secret: 'new', previousSecret: 'old', previousUntil });
  const call = (secret: string) =>
    t.call(cardsList, { params: { page: 1, limit: 1 }, key: { apiKey: rotated, secretKey: secret } });
  assert.equal((await call('new')).code, 0);
  assert.equal((await call('old')).code, 0);
  t.clock.advance(60);
  assert.equal((await call('new')).code, 0);
  assert.equal((await call('old')).data.reason, 'invalid_hash');
});

test('x-hash-v2 covers method, path and query, can be required, and is taken once', async () => {
  const strong = { apiKey: 'aaaaaaaa-0000-4000-8000-000000000007', secretKey: 's' };
  await addKey({ apiKey: strong.apiKey, secret: 's', requireHashV2: true });
  const path = '/v2/transfers?x';
  const now = t.clock.now();
  const at = Math.floor(now.getTime() / 1000);
  const digest = createHash('sha256').update(transferBody).digest('hex');
  const v2 = createHmac('sha256', 's').update(`POST\n${path}\n${at}\n${digest}`).digest('hex');
  const headers = signatureHeaders(strong, 'transfer_create', 'POST', transferBody, now);
  const post = (url: string, more: object) =>
    send(t.url + url, {
      method: 'POST',
      headers: { ...headers, ...more } as Record<string, string>,
      body: transferBody,
    });
  assert.equal((await post(path, {})).data.reason, 'missing_header');
  assert.equal((await post('/v2/transfers', { 'x-hash-v2': v2 })).data.reason, 'invalid_hash');
  // The query holds an unknown field: the door let it pass.
  assert.equal((await post(path, { 'x-hash-v2': v2 })).code, 11001);
  assert.equal((await post(path, { 'x-hash-v2': v2 })).data.reason, 'replayed');
});

test('a key needs the scope or the name of the operation', async () => {
  const named = { apiKey: 'aaaaaaaa-0000-4000-8000-000000000008', secretKey: 's' };
  await addKey({ apiKey: named.apiKey, secret: 's', scopes: ['cards_list'] });
  assert.equal((await t.call(cardsList, { params: { page: 1, limit: 1 }, key: named })).code, 0);
  const answer = await t.call(transferCreate, { body: JSON.parse(transferBody), key: named });
  assert.deepEqual([answer.code, answer.key], [403, 'services.general.http_forbidden']);
});

test('a rate limit counts per key and says so', async () => {
  const limited = { apiKey: 'aaaaaaaa-0000-4000-8000-000000000009', secretKey: 's' };
  await addKey({ apiKey: limited.apiKey, secret: 's', rateLimit: { perSecond: 2, burst: 3 } });
  const call = () => t.call(cardsList, { params: { page: 1, limit: 1 }, key: limited });
  const codes = [];
  for (let count = 0; count < 4; count++) codes.push((await call()).code);
  assert.deepEqual(codes, [0, 0, 0, 429]);
  const refused = await call();
  assert.equal(refused.key, 'services.general.too_many_requests');
  assert.equal(refused.headers.get('ratelimit-policy'), '"key";q=3;w=2');
  assert.equal(refused.headers.get('ratelimit'), '"key";r=0;t=1');
  assert.equal(refused.headers.get('retry-after'), '1');
  t.clock.advance(1);
  const again = await call();
  assert.equal(again.code, 0);
  assert.equal(again.headers.get('ratelimit'), '"key";r=1;t=1');
});

test('the request log tells support what happened, the reason included', async () => {
  const answer = await request({ body: transferBody.replace('1.23', '1.24') });
  const good = await t.call(testDo, { body: { what: 'work' } });
  await t.bank.requestLog.flush();
  const { instance } = t.sandbox.first;
  const entry = await t.bank.requestLog.find(instance, answer.headers.get('x-request-id')!);
  assert.equal(entry?.key, apiKey);
  assert.equal(entry?.operation, 'transfer_create');
  assert.equal(entry?.code, 401);
  assert.equal(entry?.authReason, 'timestamp_expired');
  const other = await t.bank.requestLog.find(instance, good.headers.get('x-request-id')!);
  assert.deepEqual([other?.code, other?.authReason], [0, null]);
  assert.equal(await t.bank.requestLog.find(t.sandbox.second.instance, good.headers.get('x-request-id')!), undefined);
});
