import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currencyCodes, isCurrency, minorUnits, numericCode } from './currency.ts';

for (const [code, numeric, decimals] of [
  ['EUR', '978', 2],
  ['GBP', '826', 2],
  ['BGN', '975', 2],
  ['USD', '840', 2],
  ['JPY', '392', 0],
  ['ISK', '352', 0],
  ['HUF', '348', 2],
  ['IDR', '360', 2],
  ['ALL', '008', 2],
  ['XCG', '532', 2],
  ['KWD', '414', 3],
  ['BHD', '048', 3],
  ['TND', '788', 3],
  ['CLF', '990', 4],
] as const) {
  test(`${code} is ${numeric} with ${decimals} decimals`, () => {
    assert.equal(numericCode(code), numeric);
    assert.equal(minorUnits(code), decimals);
  });
}

test('codes are listed once, in order, with a number of their own', () => {
  assert.deepEqual(currencyCodes, [...new Set(currencyCodes)].sort());
  assert.equal(new Set(currencyCodes.map(numericCode)).size, currencyCodes.length);
});

test('no money is held in retired currencies, metals or codes for testing', () => {
  for (const code of ['ANG', 'HRK', 'XAU', 'XXX', 'XTS', 'eur', '', 'constructor']) {
    assert.equal(isCurrency(code), false, code);
  }
  assert.throws(() => minorUnits('ANG'), /ANG is not a currency/);
});
