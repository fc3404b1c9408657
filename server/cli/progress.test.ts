import assert from 'node:assert/strict';
import { test } from 'node:test';
import { progressBar } from './progress.ts';

function terminal(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, columns: 100, written, write: (text: string) => void written.push(text) };
}

test('a bar is drawn for a terminal, redrawn now and then, and erased at the end', () => {
  const seen = terminal(true);
  const bar = progressBar('verifying', 2000, seen);
  for (let count = 0; count < 2000; count += 1) bar.tick();
  bar.done();
  assert.match(seen.written[0]!, /verifying {2}░{30} 0 % {2}0 of 2,000$/);
  assert.ok(seen.written.length < 100, `${seen.written.length} times`);
  assert.match(seen.written.at(-1)!, /\r\S*\[2K$/);
});

test('nothing is written where nobody watches', () => {
  const seen = terminal(false);
  const bar = progressBar('verifying', 1, seen);
  bar.tick();
  bar.done();
  assert.deepEqual(seen.written, []);
});

test('without a total it counts; no line is wider than the terminal', () => {
  const seen = { ...terminal(true), columns: 12 };
  progressBar('a title that is long', undefined, seen).done();
  assert.equal(seen.written[0]!.replace(/^\r\S*\[2K/, ''), 'a title tha');
});
