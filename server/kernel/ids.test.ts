import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { namedId, newId, parseToken } from './ids.ts';

test('ids are UUIDs of version 7 that carry the time', () => {
  const before = Date.now();
  const id = newId();
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const time = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  assert.ok(time >= before && time <= Date.now() + 1);
});

test('ids ascend without a repetition, many within one millisecond', () => {
  const ids = Array.from({ length: 20_000 }, newId);
  assert.deepEqual(ids, ids.toSorted());
  assert.equal(new Set(ids).size, ids.length);
});

test('ids ascend while the clock stands still for more ids than a millisecond counts, and when it steps back', (t) => {
  const later = Date.now() + 10_000;
  t.mock.timers.enable({ apis: ['Date'], now: later });
  const still = Array.from({ length: 5_000 }, newId);
  t.mock.timers.setTime(later - 5_000);
  const ids = [...still, newId(), newId()];
  assert.deepEqual(ids, ids.toSorted());
  assert.equal(new Set(ids).size, ids.length);
});

test('the random part differs in every id', () => {
  const parts = Array.from({ length: 5_000 }, () => newId().slice(19));
  assert.equal(new Set(parts).size, parts.length);
  for (const variant of ['8', '9', 'a', 'b']) assert.ok(parts.some((part) => part.startsWith(variant)));
});

test('a token is taken in each form and passed on in the canonical one', () => {
  fc.assert(
    fc.property(fc.uuid(), (uuid) => {
      for (const form of [uuid, uuid.toUpperCase(), uuid.replaceAll('-', ''), uuid.replaceAll('-', '').toUpperCase()]) {
        assert.equal(parseToken(form), uuid);
      }
    }),
  );
});

test('anything else is no token', () => {
  const uuid = '01a1fbf6-161f-7000-a4d7-8af234297cb2';
  for (const text of [
    '',
    'x',
    uuid.slice(1),
    `${uuid}0`,
    `${uuid}\n`,
    ` ${uuid}`,
    `{${uuid}}`,
    uuid.replace('a', 'g'),
    uuid.replace('-', ''),
    '01a1fbf61-61f-7000-a4d7-8af234297cb2',
  ]) {
    assert.equal(parseToken(text), undefined, text);
  }
});

test('the id of a name is a UUID of version 8, the same each time', () => {
  assert.equal(namedId('a'), 'ca978112-ca1b-8dca-bac2-31b39a23dc4d');
  assert.notEqual(namedId('a'), namedId('b'));
});
