import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '../../kernel/ids.ts';
import type { Operation, Route } from '../../kernel/operation.ts';
import { compile } from '../../runtime/validation.ts';
import type { TestAnswer } from '../test-bank.ts';
import { type Field, fieldsOf, isAmount, isFreeText, isToken } from './fields.ts';
import { type Draft, exampleOf, fieldsNamed, letter, post, valueAt, withValue } from './request.ts';
import { entrances, openWorld, type World } from './world.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world?.close());

const changing = entrances.filter(({ route }) => route.method !== 'GET');

function once(operation: Operation, route: Route, draft: Draft, key: string): Promise<TestAnswer> {
  return post(world.bank, letter(operation, route, draft), { headers: { 'x-idempotency-key': key } });
}

function isReplay({ headers }: TestAnswer): boolean {
  return headers.get('x-idempotent-replay') === 'true';
}

for (const { name, operation, route } of changing) {
  test(`${name}: the same key again is answered again, and nothing is done twice`, async () => {
    const draft = exampleOf(operation, world.estate);
    const key = `again ${newId()}`;
    const first = await once(operation, route, draft, key);
    assert.equal(first.code, 0, first.text);
    assert.equal(isReplay(first), false);
    const done = await world.traces.read();
    const again = await once(operation, route, draft, key);
    assert.equal(isReplay(again), true, again.text);
    if (operation.answersSecret) await assertSecretForgotten(operation, key, first, again);
    else assert.equal(again.text, first.text);
    const different = otherRequest(operation, draft);
    if (different !== undefined) {
      const other = await once(operation, route, different, key);
      assert.deepEqual([other.code, fieldsNamed(other)], [11004, ['x-idempotency-key']], other.text);
      assert.equal(isReplay(other), false);
    }
    assert.deepEqual(await world.traces.changed(done), []);
    await world.renew(operation);
  });

  test(`${name}: five at once are one`, async () => {
    const draft = exampleOf(operation, world.estate);
    const key = `at once ${newId()}`;
    const answers = await Promise.all(Array.from({ length: 5 }, () => once(operation, route, draft, key)));
    const codes = answers.map(({ code }) => code);
    assert.deepEqual(codes, [0, 0, 0, 0, 0], answers.map(({ text }) => text).join('\n'));
    assert.equal(answers.filter((answer) => !isReplay(answer)).length, 1);
    await world.renew(operation);
  });

  test(`${name}: a refusal is answered again as well`, async () => {
    const found = await aRefusal(operation, route);
    assert.ok(found !== undefined || operation.refusals.length === 0, 'no request was found that it refuses');
    if (found === undefined) return;
    const before = await world.traces.read();
    const again = await once(operation, route, found.draft, found.key);
    assert.deepEqual([again.text, isReplay(again)], [found.answer.text, true]);
    assert.deepEqual(await world.traces.changed(before), []);
    await world.renew(operation);
  });

  test(`${name}: what is no key is refused, and nothing is done`, async () => {
    const draft = exampleOf(operation, world.estate);
    const before = await world.traces.read();
    for (const key of ['', 'k'.repeat(65), 'a\tb', 'clé', '\u0080']) {
      const answer = await once(operation, route, draft, key);
      assert.equal(answer.code, operation.fieldErrors.code, `${JSON.stringify(key)}: ${answer.text}`);
      assert.deepEqual(fieldsNamed(answer), ['x-idempotency-key']);
    }
    assert.deepEqual(await world.traces.changed(before), []);
    const longest = await once(operation, route, draft, `~${newId()}`.padEnd(64, ' x'));
    assert.equal(longest.code, 0, longest.text);
    await world.renew(operation);
  });
}

/** Of an answer with a secret only the token is kept, and the secret stands nowhere else. */
async function assertSecretForgotten(operation: Operation, key: string, first: TestAnswer, again: TestAnswer) {
  const { token } = first.data;
  assert.deepEqual([again.code, again.data], [0, { token }]);
  const { bank, logged } = world.bank;
  const stored = await bank.database.query<{ body: string }>(
    'select body from runtime.outcomes where instance_id = $1 and operation = $2 and key = $3',
    [world.bank.sandbox.first.instance, operation.name, key],
  );
  assert.deepEqual(
    stored.map(({ body }) => JSON.parse(body).data),
    [{ token }],
  );
  const { secret } = first.data;
  assert.ok(typeof secret === 'string' && secret !== '', 'the secret of an answer is called `secret`');
  assert.equal(JSON.stringify(logged).includes(secret), false);
}

/** Another request that is as valid: with another value in one field. An operation that takes nothing has no other. */
function otherRequest(operation: Operation, draft: Draft): Draft | undefined {
  const given = [...fieldsOf(operation, 'body'), ...fieldsOf(operation, 'params')];
  if (given.length === 0) return undefined;
  for (const field of given) {
    const value = otherValue(field, valueAt(draft, field));
    if (value === undefined) continue;
    const other = withValue(draft, field, value);
    if (isValid(operation, other)) return other;
  }
  return assert.fail(`${operation.name}: no second valid request found`);
}

function otherValue({ path, shape }: Field, value: unknown): unknown {
  if (isToken(shape)) return newId();
  if (path.at(-1) === 'at') return '2100-01-01T00:00:00Z';
  if (isAmount(shape) || shape.type === 'integer') return typeof value === 'number' ? value + 1 : shape.minimum;
  if (shape.type === 'boolean') return value !== true;
  if (shape.enum !== undefined) return shape.enum.find((each) => each !== value);
  return isFreeText(shape) ? `other ${String(value ?? '')}`.slice(0, shape.maxLength) : undefined;
}

function isValid(operation: Operation, draft: Draft): boolean {
  const { params, query, body } = structuredClone(draft);
  return compile(operation).request({ params, query, body, bodyText: JSON.stringify(body) }).length === 0;
}

/** What has the right form and still cannot be: nobody's token, a word that means nothing, a time that has passed. */
function wrongValue({ path, shape }: Field): string | undefined {
  if (isToken(shape)) return newId();
  if (path.at(-1) === 'at') return '2000-01-01T00:00:00Z';
  if (path.at(-1) === 'last_name') return 'SANCTION';
  return isFreeText(shape) ? 'no such thing' : undefined;
}

async function aRefusal(operation: Operation, route: Route) {
  const draft = exampleOf(operation, world.estate);
  for (const field of [...fieldsOf(operation, 'params'), ...fieldsOf(operation, 'body')]) {
    const wrong = wrongValue(field);
    if (wrong === undefined) continue;
    const refused = withValue(draft, field, wrong);
    if (!isValid(operation, refused)) continue;
    const key = `refused ${newId()}`;
    const answer = await once(operation, route, refused, key);
    if (answer.code !== 0) return { draft: refused, key, answer };
    await world.renew(operation);
  }
  return undefined;
}
