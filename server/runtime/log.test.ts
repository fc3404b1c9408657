import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogFields } from '../kernel/log.ts';
import { openLog, scrub } from './log.ts';

function logged(fields: object): Record<string, unknown> {
  const lines: string[] = [];
  openLog('info', { write: (line) => lines.push(line) }).error(fields as LogFields, 'something');
  return JSON.parse(lines.join(''));
}

test('only fields of the list are logged, whatever an object carries', () => {
  const { time, ...line } = logged({ requestId: 'r', secret: 'x', body: { pin: '1234' }, code: 500 });
  assert.deepEqual(line, { level: 50, requestId: 'r', code: 500, msg: 'something' });
  assert.match(String(time), /^\d{4}-\d\d-\d\dT/);
});

test('of an error the values that the database quotes stay out', () => {
  const error = Object.assign(new Error('invalid input syntax: "private"'), { code: '22P02', detail: 'private' });
  const text = JSON.stringify(logged({ err: new Error('outer', { cause: error }) }));
  assert.match(text, /outer/);
  assert.match(text, /22P02/);
  assert.doesNotMatch(text, /private/);
});

test('card numbers are taken out of every line; ids, amounts and times stay', () => {
  for (const number of ['4111111111111111', '5555 5555 5555 4444', '4111-1111-1111-1111', '378282246310005']) {
    assert.equal(scrub(`card ${number}!`), 'card [card number]!', number);
  }
  for (const text of [
    '4111111111111112',
    '01a1fc08-4111-7111-1111-111141111111',
    '2026-11-20T10:15:30.123Z',
    'DE89370400440532013000',
  ]) {
    assert.equal(scrub(`x ${text} y`), `x ${text} y`);
  }
});
