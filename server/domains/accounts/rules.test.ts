import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { isValidBIC, validateIBAN } from 'ibantools';
import { isIban } from '../../kernel/iban.ts';
import { passesModulusCheck, sandboxModulusTable } from '../../kernel/uk-modulus.ts';
import type { Holder } from '../parties/model.ts';
import { type Program, sandboxIssuer } from '../programs/model.ts';
import { sandboxPrograms } from '../programs/service.ts';
import type { AccountRow } from './model.ts';
import {
  drawNumber,
  floorMinor,
  holderErrors,
  nextStatus,
  type Opening,
  plannedBalances,
  refuseOpening,
} from './rules.ts';

const program: Program = { ...sandboxPrograms[0]!, version: 1 };
const user: Holder = {
  merchant: null,
  user: 'u1',
  name: 'Maria Petrova',
  verificationStatus: 'verified',
  status: 'active',
};
const merchant: Holder = { ...user, merchant: 'm1', user: null };
const account = (holder: Holder, change: Partial<AccountRow> = {}): AccountRow => ({
  id: 'a1',
  type: 'default',
  program: program.code,
  merchant: holder.merchant,
  user: holder.user,
  main: null,
  alias: null,
  status: 'active',
  statusReason: null,
  createdAt: new Date(0),
  ...change,
});
const main = (holder: Holder, change: Partial<AccountRow> = {}) => ({
  account: account(holder, change),
  currency: 'EUR',
});
const plain: Opening = { program, holder: user, main: null, skipNumbers: false };
const lax: Program = { ...program, skip_iban: true, kyc: { natural_person: 'optional', merchant: 'optional' } };
const unverified = { ...user, verificationStatus: 'in_progress' } as const;

const openings: readonly (readonly [string, Partial<Opening>, string | undefined])[] = [
  ['a verified user', {}, undefined],
  ['a verified merchant', { holder: merchant }, undefined],
  ['an unverified user', { holder: unverified }, 'user not_verified'],
  ['an unverified merchant', { holder: { ...unverified, merchant: 'm1', user: null } }, 'merchant not_verified'],
  ['an unverified user where the program does not ask', { holder: unverified, program: lax }, undefined],
  [
    'a virtual account of an unverified user',
    { holder: unverified, program: lax, main: main(user) },
    'user not_verified',
  ],
  ['no number where the program allows it', { program: lax, skipNumbers: true }, undefined],
  ['no number where it does not', { skipNumbers: true }, 'skip_iban_generation not_allowed'],
  ['a breakage account', { program: { ...program, account_type: 'breakage' } }, 'program operators_only'],
  ['a virtual account', { main: main(user) }, undefined],
  ['a virtual account on a virtual one', { main: main(user, { main: 'a0' }) }, 'main virtual'],
  ["a virtual account on another's", { main: main({ ...user, user: 'u2' }) }, 'main same_holder'],
  ["a virtual account on a merchant's", { main: main(merchant) }, 'main same_holder'],
  ['a virtual account in another currency', { main: { ...main(user), currency: 'GBP' } }, 'program same_currency'],
  ["a virtual account on a user's blocked one", { main: main(user, { status: 'blocked' }) }, '12003'],
  ["a virtual account on a user's closed one", { main: main(user, { status: 'closed' }) }, '12003'],
  [
    "a virtual account on a merchant's blocked one",
    { holder: merchant, main: main(merchant, { status: 'blocked' }) },
    undefined,
  ],
  [
    "a virtual account on a merchant's closed one",
    { holder: merchant, main: main(merchant, { status: 'closed' }) },
    '12003',
  ],
];

for (const [name, change, expected] of openings) {
  test(`${name}: ${expected ?? 'opened'}`, () => {
    const refused = refuseOpening({ ...plain, ...change });
    const errors = refused?.data?.errors as { field: string; rule: string }[] | undefined;
    const given = errors?.map(({ field, rule }) => `${field} ${rule}`).join() ?? refused?.refused.code.toString();
    assert.equal(given, expected);
  });
}

test('an account has exactly one holder', () => {
  assert.deepEqual(holderErrors('m', null), []);
  assert.deepEqual(holderErrors(null, 'u'), []);
  assert.equal(holderErrors(null, null)[0]?.rule, 'required');
  assert.equal(holderErrors('m', 'u')[0]?.rule, 'exclusive');
});

test('active and blocked change into each other, closed is final', () => {
  assert.deepEqual(nextStatus('active', 'blocked'), { changed: true });
  assert.deepEqual(nextStatus('blocked', 'active'), { changed: true });
  assert.deepEqual(nextStatus('active', 'active'), { changed: false });
  assert.deepEqual(nextStatus('blocked', 'blocked'), { changed: false });
  for (const asked of ['active', 'blocked'] as const) {
    assert.equal((nextStatus('closed', asked) as { refused: { code: number } }).refused.code, 12003);
  }
});

test('which balances get a number is said by the program', () => {
  const multi = sandboxPrograms.find(({ code }) => code === 'MULTI-BUSINESS')!;
  const numbered = (mode: Program['iban_mode']) =>
    plannedBalances({ ...multi, version: 1, iban_mode: mode }).map(
      (balance) => `${balance.currency} ${balance.numbered}`,
    );
  assert.deepEqual(numbered('per_balance'), ['EUR true', 'GBP true', 'BGN true']);
  assert.deepEqual(numbered('primary'), ['EUR true', 'GBP false', 'BGN false']);
});

test('a floor is exact in minor units', () => {
  assert.equal(floorMinor({ ...program, floor: -10.5 }, 'EUR'), -1050n);
  assert.equal(floorMinor(program, 'EUR'), 0n);
});

test('numbers are valid IBANs of the issuer, in GBP with sort code and account number in it', () => {
  for (let seed = 0; seed < 500; seed++) {
    const digits = (count: number) =>
      String(seed * 7_919_993)
        .slice(-count)
        .padStart(count, '0');
    const euro = drawNumber(sandboxIssuer, 'EUR', false, sandboxModulusTable, digits);
    assert.match(euro.iban, /^BG\d\dOEMI000110\d{8}$/);
    assert.ok(isIban(euro.iban));
    let draw = seed;
    const next = (count: number) =>
      String(draw++ * 919_393)
        .slice(-count)
        .padStart(count, '0');
    const pound = drawNumber(sandboxIssuer, 'GBP', false, sandboxModulusTable, next);
    assert.equal(pound.iban.slice(4), `OEMI${pound.sortCode}${pound.accountNumber}`);
    assert.ok(isIban(pound.iban));
    assert.ok(passesModulusCheck(sandboxModulusTable, pound.sortCode!, pound.accountNumber!));
  }
  assert.match(drawNumber(sandboxIssuer, 'BGN', true, sandboxModulusTable, () => '12345678').iban, /OEMI000120/);
});

test('numbers that are given out are accepted by a library that is not ours', () => {
  const random = (count: number) => String(randomInt(10 ** count)).padStart(count, '0');
  for (const currency of ['EUR', 'GBP', 'BGN'] as const) {
    for (let drawn = 0; drawn < 500; drawn += 1) {
      const { iban, bic } = drawNumber(sandboxIssuer, currency, drawn % 2 === 0, sandboxModulusTable, random);
      assert.deepEqual(validateIBAN(iban), { errorCodes: [], valid: true }, iban);
      assert.ok(isValidBIC(bic), bic);
    }
  }
});
