import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparePayee } from '../../kernel/names/payee.ts';
import { labelledPayees, matchOf } from './labelled-payees.ts';

const leastPairs = 500;
const leastRight = 0.97;

test('at least 97 % of the labelled payees are told right, and no wrong name is a full match', () => {
  const pairs = labelledPayees();
  const judged = pairs.map((pair) => ({ ...pair, match: comparePayee(pair.given, pair.holders, pair.kind) }));
  const wrong = judged.filter((pair) => pair.match !== matchOf(pair));
  const list = wrong.map(({ code, given, holders, match }) => `${code} ${given} | ${holders.join('; ')}: ${match}`);
  assert.ok(pairs.length >= leastPairs, `${pairs.length} pairs`);
  assert.deepEqual(
    wrong.filter((pair) => pair.match === 'match' && pair.code === 'ANNM'),
    [],
  );
  assert.ok(1 - wrong.length / pairs.length >= leastRight, `${wrong.length} of ${pairs.length}:\n${list.join('\n')}`);
});

test("what is one account's full match is no other account's", () => {
  const pairs = labelledPayees();
  const accounts = [...new Map(pairs.map(({ kind, holders }) => [holders.join(), { kind, holders }])).values()];
  const strangers = pairs
    .filter((pair) => matchOf(pair) === 'match')
    .flatMap(({ given, holders }) =>
      accounts.filter((other) => other.holders.join() !== holders.join()).map((other) => ({ ...other, given })),
    )
    .filter((pair) => comparePayee(pair.given, pair.holders, pair.kind) === 'match');
  assert.deepEqual(strangers, []);
});
