import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { permute } from './permutation.ts';

const key = Buffer.from('a key of the permutation’s tests');
const all = (digits: number, key: Uint8Array) =>
  Array.from({ length: 10 ** digits }, (_, number) => Number(permute(number, digits, key)));

for (const digits of [2, 3, 4]) {
  test(`every number of ${digits} digits comes out exactly once`, () => {
    const sorted = all(digits, key).sort((left, right) => left - right);
    assert.deepEqual(
      sorted,
      Array.from({ length: 10 ** digits }, (_, number) => number),
    );
  });
}

// Account numbers are made of these: if this fails, the permutation has changed and would repeat numbers.
test('the permutation stays as it is', () => {
  assert.equal(permute(1, 8, key), 71254135n);
  assert.equal(permute(2, 8, key), 35985315n);
  assert.equal(permute(123_456_789_012_345_678n, 18, key), 1294023153130707n);
});

test('results have the digits asked for, and differ for different numbers', () => {
  const number = fc.bigInt({ min: 0n, max: 9_999_999n });
  fc.assert(
    fc.property(number, number, (one, other) => {
      const result = permute(one, 7, key);
      assert.ok(result >= 0n && result < 10_000_000n);
      assert.equal(result === permute(other, 7, key), one === other);
    }),
  );
});

test('another key makes another permutation', () => {
  const same = all(3, key).filter((result, number) => result === Number(permute(number, 3, Buffer.from('another'))));
  assert.ok(same.length < 20, `${same.length} of 1000 are the same`);
});

test('neighbours do not stay neighbours', () => {
  const results = all(4, key);
  const near = results.filter((result, index) => index > 0 && Math.abs(result - results[index - 1]!) < 10);
  assert.ok(near.length < 60, `${near.length} of 9999 are near`);
});

test('numbers and digits out of range are faults', () => {
  assert.throws(() => permute(100, 2, key), /has not 2 digits/);
  assert.throws(() => permute(-1, 2, key), RangeError);
  assert.throws(() => permute(1, 1, key), /not 2 to 18/);
  assert.throws(() => permute(1, 19, key), /not 2 to 18/);
});
