import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isBic, isIban, makeIban, normalizeIban } from './iban.ts';

const right = `
BG80BNBG96611020345678 GB29NWBK60161331926819 GB82WEST12345698765432 LT121000011101001000 DE89370400440532013000
FR1420041010050500013M02606 NL91ABNA0417164300 IE29AIBK93115212345678 LI21088100002324013AA NO9386011117947
IS140159260076545510730339 MT84MALT011000012345MTLCAST001S`
  .trim()
  .split(/\s+/);

for (const iban of right) {
  test(`${iban} is an IBAN, and made from its parts again`, () => {
    assert.equal(isIban(iban), true);
    assert.equal(makeIban(iban.slice(0, 2), iban.slice(4)), iban);
  });
}

for (const [text, why] of [
  ['BG81BNBG96611020345678', 'wrong check digits'],
  ['BG80BNBG9661102034567', 'too short'],
  ['BG80BNBG966110203456780', 'too long'],
  ['BG801NBG96611020345678', 'a digit in the bank code'],
  ['bg80bnbg96611020345678', 'lower case'],
  ['BG80 BNBG 9661 1020 3456 78', 'blanks'],
  ['US64SVBKUS6S3300958879', 'a country without IBANs'],
  ['BG80BNBG96611020345678\n', 'a line end'],
  ['', 'empty'],
] as const) {
  test(`not an IBAN: ${why}`, () => assert.equal(isIban(text), false));
}

// Their remainders fit, but the standard makes check digits 02 to 98 only.
test('check digits 00, 01 and 99 are refused', () => {
  const bbans = Array.from({ length: 97 }, (_, number) => `10000${String(number).padStart(11, '0')}`);
  for (const checkDigits of ['00', '01', '99']) {
    assert.deepEqual(
      bbans.filter((bban) => isIban(`LT${checkDigits}${bban}`)),
      [],
    );
  }
});

test('normalizing takes lower case and any blanks', () => {
  assert.equal(normalizeIban(' bg80 BNBG\u00a09661 1020 3456 78\n'), 'BG80BNBG96611020345678');
});

test('a BBAN of another structure is a fault', () => {
  assert.throws(() => makeIban('GB', 'NWBK6016133192681'), RangeError);
  assert.throws(() => makeIban('US', '12345678'), RangeError);
});

test('every IBAN made holds, and one changed digit or a swap of unequal neighbours breaks it', () => {
  const bban = fc.stringMatching(/^[0-9]{16}$/);
  fc.assert(
    fc.property(bban, fc.integer({ min: 0, max: 14 }), fc.integer({ min: 1, max: 9 }), (bban, at, step) => {
      const iban = makeIban('LT', bban);
      assert.equal(isIban(iban), true);
      const [before, left, neighbour, after] = [bban.slice(0, at), bban[at]!, bban[at + 1]!, bban.slice(at + 2)];
      const changed = (Number(left) + step) % 10;
      assert.equal(isIban(`${iban.slice(0, 4)}${before}${changed}${neighbour}${after}`), false);
      assert.equal(isIban(`${iban.slice(0, 4)}${before}${neighbour}${left}${after}`), left === neighbour);
    }),
  );
});

test('a BIC has 8 or 11 characters and a known country', () => {
  for (const bic of ['BNBGBGSF', 'DEUTDEFF500', 'NWBKGB2LXXX', 'PCBKXKPR']) assert.equal(isBic(bic), true, bic);
  for (const bic of ['BNBGZZSF', 'BNBGBGS', 'BNBGBGSFX', 'bnbgbgsf', '1NBGBGSF', '']) {
    assert.equal(isBic(bic), false, bic);
  }
});
