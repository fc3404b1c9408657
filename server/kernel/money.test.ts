import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatMajor, toMajor, toMinor } from './money.ts';

for (const [value, currency, expected] of [
  [1.23, 'EUR', 123n],
  [10, 'EUR', 1000n],
  [0.1, 'EUR', 10n],
  [0.07, 'EUR', 7n],
  [1.1, 'EUR', 110n],
  [8.2, 'GBP', 820n],
  [1.005, 'KWD', 1005n],
  [500, 'JPY', 500n],
  [0.0001, 'CLF', 1n],
  [-12.5, 'EUR', -1250n],
  [0, 'EUR', 0n],
  [-0, 'EUR', 0n],
  [9999999999999.99, 'EUR', 999999999999999n],
  [1.005, 'EUR', undefined],
  [0.1 + 0.2, 'EUR', undefined],
  [500.5, 'JPY', undefined],
  [0.0000001, 'CLF', undefined],
  [99999999999999.98, 'EUR', undefined],
  [1e15, 'JPY', undefined],
  [1e21, 'JPY', undefined],
  [Number.NaN, 'EUR', undefined],
  [Number.POSITIVE_INFINITY, 'EUR', undefined],
] as const) {
  test(`${value} ${currency} is ${expected ?? 'refused'}`, () => assert.equal(toMinor(value, currency), expected));
}

for (const [minor, currency, expected] of [
  [1010n, 'EUR', '10.10'],
  [5n, 'EUR', '0.05'],
  [-5n, 'EUR', '-0.05'],
  [0n, 'EUR', '0.00'],
  [-123456n, 'GBP', '-1234.56'],
  [500n, 'JPY', '500'],
  [-1n, 'JPY', '-1'],
  [1n, 'KWD', '0.001'],
  [9007199254740993n, 'EUR', '90071992547409.93'],
] as const) {
  test(`${minor} minor units of ${currency} are ${expected}`, () => {
    assert.equal(formatMajor(minor, currency), expected);
    assert.equal(JSON.stringify({ amount: toMajor(minor, currency) }), `{"amount":${expected}}`);
  });
}

test('an amount survives the way to major units and back', () => {
  const minor = fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n });
  fc.assert(
    fc.property(minor, fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF'), (minor, currency) => {
      assert.equal(toMinor(JSON.parse(JSON.stringify(toMajor(minor, currency))), currency), minor);
    }),
  );
});

test('an unknown currency is a fault', () => {
  assert.throws(() => toMinor(1, 'XYZ'), RangeError);
  assert.throws(() => formatMajor(1n, 'eur'), RangeError);
});
