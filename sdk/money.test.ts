import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toMajor, toMinor } from './index.ts';

test('every amount of up to 15 digits comes through numbers and JSON unharmed', () => {
  const most = 10n ** 15n - 1n;
  fc.assert(
    fc.property(fc.bigInt({ min: -most, max: most }), fc.constantFrom(0, 2, 3), (minor, decimals) => {
      assert.equal(toMinor(JSON.parse(JSON.stringify(toMajor(minor, decimals))), decimals), minor);
    }),
  );
  assert.equal(JSON.stringify(toMajor(9_999_999_999_999_99n)), '9999999999999.99');
});

test('what a calculation has spoiled, and what is too long, is an error', () => {
  assert.throws(() => toMinor(0.1 + 0.2), RangeError);
  assert.throws(() => toMinor(12.345), RangeError);
  assert.throws(() => toMinor(1.5, 0), RangeError);
  assert.throws(() => toMajor(10n ** 15n), RangeError);
  assert.throws(() => toMinor(1e14), RangeError);
  assert.throws(() => toMinor(Number.NaN), RangeError);
});
