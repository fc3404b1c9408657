import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createKey, type NewKey } from '../../domains/keys/service.ts';
import { newId } from '../../kernel/ids.ts';
import { type Operation, scopes } from '../../kernel/operation.ts';
import { openTestBank, type TestAnswer } from '../test-bank.ts';
import { exampleOf, type Letter, letter, type PostOptions, post } from './request.ts';
import { entrances, openWorld, operations, type World } from './world.ts';

let world: World;
/** A key of a production bank with the same instances. */
let elsewhere: { apiKey: string; secretKey: string };

before(async () => {
  world = await openWorld();
  const production = await openTestBank({ environment: 'production' });
  elsewhere = production.sandbox.first;
  await production.close();
});
after(() => world?.close());

async function newKey(given: Partial<NewKey>): Promise<{ apiKey: string; secretKey: string }> {
  const { bank } = world;
  const key = { apiKey: newId(), secretKey: 'a secret of a test' };
  await createKey(bank.bank.database, bank.bank.vault, {
    instance: bank.sandbox.first.instance,
    apiKey: key.apiKey,
    secret: key.secretKey,
    label: 'test',
    scopes: [...scopes],
    createdAt: bank.clock.now(),
    ...given,
  });
  return key;
}

function assertRefused(answer: TestAnswer, code: number, reason?: string): void {
  assert.equal(answer.code, code, `${reason}: ${answer.text}`);
  assert.equal(answer.data?.reason, reason, answer.text);
}

/** What the operation answered is its own matter; a 403 of its own says why. */
function assertPassed({ code, data, text }: TestAnswer): void {
  assert.ok(code !== 401 && code !== 404 && (code !== 403 || data !== undefined), text);
}

function later(seconds: number): Date {
  return new Date(world.bank.clock.now().getTime() + seconds * 1000);
}

/** The stronger signature, by the specification's words. */
function strongHash({ method, target, body = '' }: Letter, secret: string, at: Date): string {
  const digest = createHash('sha256').update(body).digest('hex');
  const text = `${method}\n${target}\n${Math.floor(at.getTime() / 1000)}\n${digest}`;
  return createHmac('sha256', secret).update(text).digest('hex');
}

for (const { name, operation, route } of entrances) {
  const write = () => letter(operation, route, exampleOf(operation, world.estate));

  test(`${name}: nobody comes in without a good signature`, async () => {
    const { bank, traces } = world;
    const sent = write();
    const before = await traces.read();
    const knock = (options: PostOptions) => post(bank, sent, options);
    const { apiKey, secretKey } = bank.sandbox.first;
    const otherName = operations.find((other) => other.name !== operation.name)!.name;
    assertRefused(await knock({ unsigned: true }), 401, 'missing_header');
    assertRefused(await knock({ headers: { 'x-hash': '0'.repeat(64) } }), 401, 'invalid_hash');
    assertRefused(await knock({ key: { apiKey, secretKey: `${secretKey}x` } }), 401, 'invalid_hash');
    assertRefused(await knock({ key: { apiKey, secretKey: bank.sandbox.second.secretKey } }), 401, 'invalid_hash');
    assertRefused(await knock({ signedFor: otherName }), 401, 'invalid_hash');
    assertRefused(await knock({ at: later(-16) }), 401, 'timestamp_expired');
    assertRefused(await knock({ at: later(16) }), 401, 'timestamp_expired');
    assertRefused(await knock({ key: { apiKey: newId(), secretKey } }), 401, 'unknown_key');
    assertRefused(await knock({ key: elsewhere }), 401, 'unknown_key');
    if (sent.body !== undefined && route.method !== 'DELETE') {
      const changed = post(bank, { ...sent, body: sent.body.replace(/.$/, ',"x":1}') }, { headers: hashOf(sent) });
      assertRefused(await changed, 401, 'invalid_hash');
    }
    assert.deepEqual(await traces.changed(before), []);
  });

  test(`${name}: a signature of 15 seconds still holds`, async () => {
    for (const seconds of [-15, 15]) assertPassed(await post(world.bank, write(), { at: later(seconds) }));
  });

  test(`${name}: a strong signature is taken once, where something changes`, async () => {
    const { bank } = world;
    const key = await newKey({ requireHashV2: true });
    const sent = write();
    const hash = strongHash(sent, key.secretKey, bank.clock.now());
    const knock = () => post(bank, sent, { key, headers: { 'x-hash-v2': hash } });
    assertRefused(await post(bank, sent, { key }), 401, 'missing_header');
    assertPassed(await knock());
    if (route.method === 'GET') assertPassed(await knock());
    else assertRefused(await knock(), 401, 'replayed');
  });

  test(`${name}: a key needs the scope or the operation's name`, async () => {
    const { bank, traces } = world;
    const sent = write();
    const lacking = scopes.filter((scope) => !grants(scope, operation));
    const without = await newKey({
      scopes: [...lacking, ...operations.map((o) => o.name).filter((n) => n !== operation.name)],
    });
    const before = await traces.read();
    assertRefused(await post(bank, sent, { key: without }), 403);
    assertRefused(await post(bank, sent, { key: await newKey({ scopes: [] }) }), 403);
    const changed = await traces.changed(before);
    assert.deepEqual(
      changed.filter((table) => !table.startsWith('keys.')),
      [],
    );
    assertPassed(await post(bank, sent, { key: await newKey({ scopes: [operation.name] }) }));
  });
}

/** Who may write somewhere may read there. */
function grants(scope: string, { permission }: Operation): boolean {
  return permission === scope || permission === `${scope}:read`;
}

function hashOf({ operation, body = '' }: Letter): Record<string, string> {
  const { apiKey, secretKey } = world.bank.sandbox.first;
  const timestamp = Math.floor(world.bank.clock.now().getTime() / 1000);
  const hash = createHmac('sha256', secretKey).update(`${apiKey}${timestamp}${operation.name}${body}`);
  return { 'x-hash': hash.digest('hex') };
}

for (const { name, operation, route } of entrances.filter((entrance) => entrance.operation.post !== undefined)) {
  test(`${name}: with the replay guard the same signature gets the first answer`, async () => {
    await world.renew(operation);
    const key = await newKey({ replayGuard: true });
    const sent = letter(operation, route, exampleOf(operation, world.estate));
    const first = await post(world.bank, sent, { key });
    assert.equal(first.code, 0, first.text);
    const before = await world.traces.read();
    const again = await post(world.bank, sent, { key });
    assert.deepEqual([again.text, again.headers.get('x-idempotent-replay')], [first.text, 'true']);
    assert.deepEqual(await world.traces.changed(before), []);
  });
}
