import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { decrypt, generateKey, readMessage, readPrivateKey } from 'openpgp';
import { seedSandbox } from '../../seed.ts';
import { openTestBank, type TestAnswer, type TestBank } from '../../test/test-bank.ts';

let t: TestBank;
let pgp: { publicKey: string; privateKey: string };

before(async () => {
  t = await openTestBank();
  pgp = await generateKey({ type: 'ecc', userIDs: [{ name: 'Partner' }] });
});
after(() => t.close());

interface TestKey {
  readonly apiKey: string;
  readonly secretKey: string;
}

/** What the partner finds in the message. */
async function opened({ data }: TestAnswer): Promise<TestKey> {
  const message = await readMessage({ armoredMessage: data.secret_pgp });
  const decryptionKeys = await readPrivateKey({ armoredKey: pgp.privateKey });
  const content = JSON.parse((await decrypt({ message, decryptionKeys })).data as string);
  return { apiKey: content.api_key, secretKey: content.secret_key };
}

const create = (body: object, key: TestKey = t.sandbox.first) =>
  t.call('key_create', { body: { label: 'test', pgp_public_key: pgp.publicKey, ...body }, key });

async function newKey(body: object): Promise<TestKey> {
  const answer = await create(body);
  assert.equal(answer.code, 0, answer.text);
  return opened(answer);
}

const list = (key: TestKey) => t.call('programs_list', { params: { page: 1, limit: 1 }, key });
const errorsOf = ({ code, data }: TestAnswer) => [code, data?.errors?.map((error: { rule: string }) => error.rule)];
/** The door remembers a key for a second. */
const forgotten = () => new Promise((resolve) => setTimeout(resolve, 1050));

test('a new key signs, its secret appears once, and only its owner opens it', async () => {
  const answer = await create({ scopes: ['programs:read', 'key_details'] });
  assert.deepEqual([answer.data.hash_compat, answer.data.replay_guard], [true, false]);
  const key = await opened(answer);
  assert.ok(!answer.text.includes(key.secretKey));
  assert.equal((await list(key)).code, 0);
  const shown = await t.call('key_details', { params: { key: key.apiKey }, key });
  const { secret_pgp: _, ...record } = answer.data;
  assert.deepEqual(shown.data, { ...record, last_used_at: shown.data.last_used_at });
  const all = await t.call('keys_list', { params: { page: 1, limit: 100 } });
  assert.ok(all.data.items.some(({ token }: { token: string }) => token === key.apiKey));
  assert.ok(!all.text.includes('PGP MESSAGE'));
});

test('the last use is noted to the minute', async () => {
  const key = await newKey({ scopes: ['programs:read'] });
  const details = () => t.call('key_details', { params: { key: key.apiKey } });
  assert.equal((await details()).data.last_used_at, null);
  await list(key);
  const minute = new Date(Math.floor(t.clock.now().getTime() / 60_000) * 60_000).toISOString();
  for (let tries = 0; tries < 50 && (await details()).data.last_used_at !== minute; tries += 1) await forgotten();
  assert.equal((await details()).data.last_used_at, minute);
});

test('bad keys, scopes and constraints are refused by name, and nothing is written', async () => {
  const count = async () => (await t.call('keys_list', { params: { page: 1, limit: 1 } })).data.pagination.total;
  const start = await count();
  const weak = await generateKey({ type: 'rsa', rsaBits: 1024, userIDs: [{ name: 'x' }], config: { minRSABits: 0 } });
  for (const [body, rule] of [
    [{ scopes: ['flying'] }, 'scope'],
    [{ scopes: ['vop'], pgp_public_key: weak.publicKey }, 'pgp_key'],
    [{ scopes: ['vop'], constraints: { ips: ['300.1.1.1'] } }, 'ip'],
    [{ scopes: ['vop'], constraints: { daily_amount: 1.001 } }, 'decimals'],
    [{ scopes: ['vop'], expires_at: '2020-01-01T00:00:00Z' }, 'future'],
    [{ scopes: ['vop'], constraints: { approval_above: 1 } }, 'unknown_field'],
  ] as const) {
    assert.deepEqual(errorsOf(await create(body)), [11001, [rule]], rule);
  }
  assert.equal(await count(), start);
});

test('a key gives and manages only what it holds itself', async () => {
  const small = await newKey({ scopes: ['keys', 'accounts', 'transfer_create'] });
  assert.deepEqual(errorsOf(await create({ scopes: ['transfers'] }, small)), [11001, ['scope_not_held']]);
  assert.deepEqual(errorsOf(await create({ scopes: ['program_details'] }, small)), [11001, ['scope_not_held']]);
  const given = await create({ scopes: ['accounts:read', 'account_create', 'transfer_create'] }, small);
  assert.equal(given.code, 0, given.text);
  const big = { key: t.sandbox.first.apiKey };
  for (const [name, input] of [
    ['key_update', { params: big, body: { label: 'mine' } }],
    ['key_rotate', { params: big, body: { pgp_public_key: pgp.publicKey } }],
    ['key_delete', { params: big }],
  ] as const) {
    assert.equal((await t.call(name, { ...input, key: small })).code, 403, name);
  }
  const own = { params: { key: small.apiKey }, key: small };
  const widened = await t.call('key_update', { ...own, body: { scopes: ['keys', 'transfers'] } });
  assert.deepEqual(errorsOf(widened), [11001, ['scope_not_held']]);
  assert.deepEqual(errorsOf(await t.call('key_delete', own)), [11001, ['own_key']]);
  assert.deepEqual(errorsOf(await t.call('key_update', { ...own, body: { disabled: true } })), [11001, ['own_key']]);
});

test('a bound key manages no key but renews itself', async () => {
  const bound = await newKey({ scopes: ['keys', 'vop'], constraints: { daily_amount: 5 } });
  assert.equal((await create({ scopes: ['vop'] }, bound)).code, 403);
  const own = { params: { key: bound.apiKey }, key: bound };
  assert.equal((await t.call('key_update', { ...own, body: { constraints: {} } })).code, 403);
  assert.equal((await t.call('key_rotate', { ...own, body: {} })).code, 0);
});

test('another instance finds none of the keys', async () => {
  const params = { key: t.sandbox.first.apiKey };
  for (const name of ['key_details', 'key_update', 'key_rotate', 'key_delete']) {
    const body = name === 'key_update' ? { label: 'x' } : {};
    assert.equal((await t.call(name, { params, body, key: t.sandbox.second })).code, 11002, name);
  }
});

test('a change holds within a second: constraints by address, disabled, deleted', async () => {
  const key = await newKey({ scopes: ['programs:read'] });
  const update = async (body: object) => {
    assert.equal((await t.call('key_update', { params: { key: key.apiKey }, body })).code, 0);
    await forgotten();
    return (await list(key)).data?.reason;
  };
  assert.equal(await update({ constraints: { ips: ['203.0.113.0/28'] } }), 'ip_not_allowed');
  assert.equal(await update({ constraints: { ips: ['127.0.0.0/8'] } }), undefined);
  assert.equal(await update({ disabled: true }), 'key_disabled');
  assert.equal(await update({ disabled: false, scopes: ['vop'] }), undefined);
  assert.equal((await list(key)).code, 403);
  assert.equal((await t.call('key_delete', { params: { key: key.apiKey } })).code, 0);
  await forgotten();
  assert.equal((await list(key)).data.reason, 'unknown_key');
});

test('after a rotation both secrets sign for a while, and KEY.EXPIRING tells how long', async () => {
  const before = await newKey({ scopes: ['programs:read'] });
  const params = { key: before.apiKey };
  const rotated = await t.call('key_rotate', { params, body: { keep_hours: 1 } });
  const renewed = await opened(rotated);
  await forgotten();
  assert.deepEqual([(await list(before)).code, (await list(renewed)).code], [0, 0]);
  const events = await t.call('events_list', { params: { page: 1, limit: 10 } });
  const told = events.data.items.find(({ action }: { action: string }) => action === 'KEY.EXPIRING');
  assert.deepEqual(told.payload, {
    api_key: before.apiKey,
    label: 'test',
    reason: 'rotated',
    expires_at: rotated.data.previous_until,
  });
  t.clock.advance(3601);
  assert.deepEqual([(await list(before)).data.reason, (await list(renewed)).code], ['invalid_hash', 0]);
  assert.equal((await t.call('key_rotate', { params, body: { keep_hours: 169 } })).code, 11001);
  // The sandbox's own key was never handed over to a PGP key.
  const own = await t.call('key_rotate', { params: { key: t.sandbox.first.apiKey }, body: {} });
  assert.deepEqual(errorsOf(own), [11001, ['pgp_key']]);
});

test('a sandbox whose own key was deleted gets another one at its next start', async () => {
  const { bank, sandbox, clock } = t;
  const lost = sandbox.second.apiKey;
  const manager = await opened(await create({ scopes: ['keys'] }, sandbox.second));
  const everything = await create({ scopes: ['keys'] }, sandbox.second);
  assert.equal((await t.call('key_delete', { params: { key: everything.data.token }, key: manager })).code, 0);
  await bank.database.query('delete from keys.keys where api_key = $1', [lost]);
  const again = await seedSandbox(bank.database, bank.vault, clock.now());
  assert.notEqual(again.second.apiKey, lost);
  assert.equal((await list(again.second)).code, 0);
  assert.deepEqual(await seedSandbox(bank.database, bank.vault, clock.now()), again);
});

test('a key that comes near its end is told of once', async () => {
  const expires = new Date(t.clock.now().getTime() + 8 * 86_400_000);
  const key = await newKey({ scopes: ['programs:read'], expires_at: expires.toISOString() });
  const told = async () => {
    await t.settle();
    const { data } = await t.call('events_list', { params: { page: 1, limit: 100 } });
    return data.items.filter(({ payload }: { payload: { api_key?: string } }) => payload.api_key === key.apiKey);
  };
  assert.equal((await told()).length, 0);
  t.clock.advance(2 * 86_400);
  await told();
  const [event, ...more] = await told();
  assert.deepEqual([event.payload.reason, event.payload.expires_at, more], ['expires', expires.toISOString(), []]);
});
