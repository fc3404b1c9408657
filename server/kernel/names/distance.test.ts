import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editDistance, jaro, jaroWinkler } from './distance.ts';

test("Jaro and Winkler's own examples", () => {
  const examples = [
    ['MARTHA', 'MARHTA', 0.9444, 0.9611],
    ['DIXON', 'DICKSONX', 0.7667, 0.8133],
    ['DWAYNE', 'DUANE', 0.8222, 0.84],
    ['JELLYFISH', 'SMELLYFISH', 0.8963, 0.8963],
  ] as const;
  for (const [left, right, plain, raised] of examples) {
    assert.equal(jaro(left, right).toFixed(4), plain.toFixed(4));
    assert.equal(jaroWinkler(left, right).toFixed(4), raised.toFixed(4));
    assert.equal(jaroWinkler(right, left).toFixed(4), raised.toFixed(4));
  }
  assert.equal(jaro('', 'A'), 0);
  assert.equal(jaro('A', 'A'), 1);
});

test('adding, leaving out, replacing and swapping letters count one each', () => {
  const examples = [
    ['petrov', 'petrov', 0],
    ['petrov', 'pertov', 1],
    ['petrov', 'petro', 1],
    ['petrov', 'petrova', 1],
    ['petrov', 'petkov', 1],
    ['petrov', 'pertoff', 3],
    ['kitten', 'sitting', 3],
    ['', 'abc', 3],
  ] as const;
  for (const [left, right, edits] of examples) {
    assert.equal(editDistance(left, right, 5), edits, `${left} ${right}`);
    assert.equal(editDistance(right, left, 5), edits, `${right} ${left}`);
  }
});

test('beyond the budget the distance is one more than the budget', () => {
  assert.equal(editDistance('kitten', 'sitting', 1), 2);
  assert.equal(editDistance('a'.repeat(1000), 'b'.repeat(1000), 2), 3);
});
