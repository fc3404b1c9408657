import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  adoptModulusTable,
  completeAccountNumber,
  isUkAccount,
  parseModulusTable,
  passesModulusCheck,
  sandboxModulusTable,
  sandboxSortCodes,
} from './uk-modulus.ts';

// The rows that Pay.UK's published test cases need, in its file format, with the substitution table's line at the end.
const publishedRows = parseModulusTable(`
070116 070116 MOD11    0    0    7    6    5    8    9    4    5    6    7    8    9   -1  12
070116 070116 MOD10    0    3    2    4    5    8    9    4    5    6    7    8    9   -1  13
074456 074456 MOD11    0    0    7    6    5    8    9    4    5    6    7    8    9   -1  12
074456 074456 MOD10    0    3    2    4    5    8    9    4    5    6    7    8    9   -1  13
086090 086090 MOD10    0    0    3    7    1    3    7    1    3    7    1    3    7    1   8
089000 089999 MOD10    0    0    0    0    0    0    7    1    3    7    1    3    7    1
102400 107999 MOD11    0    0    0    0    0    0    8    7    6    5    4    3    2    1
110000 119280 DBLAL    0    0    2    1    2    1    2    1    2    1    2    1    2    1   1
134012 134020 MOD11    0    0    0    7    5    9    8    4    6    3    5    2    0    0   4
180002 180002 MOD11    0    0    0    0    0    0    8    7    6    5    4    3    2    1  14
200901 201159 MOD11    0    0    0    0    0    0    0    7    6    5    4    3    2    1   6
200901 201159 DBLAL    2    1    2    1    2    1    2    1    2    1    2    1    2    1   6
202700 203239 MOD11    0    0    0    0    0    0    0    7    6    5    4    3    2    1   6
202700 203239 DBLAL    2    1    2    1    2    1    2    1    2    1    2    1    2    1   6
309001 309633 MOD11    0    0    3    2    9    8    5    7    6    5    4    3    2    1   2
309001 309633 MOD11    0    0    3    2    9    8    1    7    6    5    4    3    2    1   9
771900 772799 MOD11    0    0    1    2    5    3    6    4    8    7   10    9    3    1   7
820000 826917 MOD11    0    0    0    0    0    0    0    0    7    3    4    9    2    1
820000 826917 DBLAL    2    1    2    1    2    1    2    1    2    1    2    1    2    1   3
826919 827999 MOD11    0    0    0    0    0    0    0    0    7    3    4    9    2    1
826919 827999 DBLAL    2    1    2    1    2    1    2    1    2    1    2    1    2    1   3
870000 872791 MOD11    0    0    1    2    5    3    6    4    8    7   10    9    3    1  10
870000 872791 MOD11    0    0    5   10    9    8    0    7    6    5    4    3    2    1  11
938000 938696 MOD11    7    6    5    4    3    2    7    6    5    4    3    2    0    0   5
938000 938696 DBLAL    2    1    2    1    2    1    2    1    2    1    2    1    2    0   5
938600 938611
`);

const publishedRight = `
089999/66374958 107999/88837491 202959/63748472 871427/46238510 872427/46238510 871427/09123496 871427/99123496
820000/73688637 827999/73988638 827101/28748352 134020/63849203 118765/64371389 200915/41011166 938611/07806039
938600/42368003 938063/55065200 772798/99345694 086090/06774744 309070/02355688 309070/12345668 309070/12345677
309070/99345694 074456/12345112 070116/34012583 074456/11104102 180002/00000190`;
const publishedWrong = `
938063/15764273 938063/15764264 938063/15763217 118765/64371388 203099/66831036 203099/58716970 089999/66374959
107999/88837493`;

const pairs = (text: string) => text.trim().split(/\s+/) as `${string}/${string}`[];

for (const [list, expected] of [
  [publishedRight, true],
  [publishedWrong, false],
] as const) {
  for (const pair of pairs(list)) {
    test(`Pay.UK's test case ${pair} is ${expected ? 'right' : 'wrong'}`, () => {
      const [sortCode, accountNumber] = pair.split('/') as [string, string];
      assert.equal(passesModulusCheck(publishedRows, sortCode, accountNumber), expected);
    });
  }
}

test('a sort code without a row is presumed right', () => {
  assert.equal(passesModulusCheck(publishedRows, '010000', '12345678'), true);
});

test('text of another form is wrong', () => {
  for (const [sortCode, accountNumber] of [
    ['01-00-00', '12345678'],
    ['010000', '1234567'],
    ['010000', '1234567x'],
    ['', ''],
  ] as const) {
    assert.equal(passesModulusCheck(publishedRows, sortCode, accountNumber), false);
  }
});

// A number that fails under the plain weights and passes only because its last digit is moved away.
test('exception 14 retries only numbers that end in 0, 1 or 9', () => {
  const shifted = pairs('180002/00000190 180002/00000191 180002/00000199');
  for (const pair of shifted) assert.equal(passesModulusCheck(publishedRows, '180002', pair.slice(7)), true, pair);
  assert.equal(passesModulusCheck(publishedRows, '180002', '00000192'), false);
});

test('exception 8 checks as if the sort code were 090126', () => {
  const table = parseModulusTable('080000 080000 MOD10 0 0 3 7 1 3 7 1 3 7 1 3 7 1 8');
  assert.equal(passesModulusCheck(table, '080000', '06774744'), true);
  assert.equal(passesModulusCheck(table, '080000', '06774741'), false);
});

test('a line that is neither weights nor a substitution is named', () => {
  assert.throws(() => parseModulusTable('\n089000 089999 MOD12 0 0'), /line 2/);
  assert.throws(() => parseModulusTable('089000 089999 MOD10 0 0 0'), /line 1/);
});

test('the table file may have Windows line ends', () => {
  const table = parseModulusTable('089000 089999 MOD10 0 0 0 0 0 0 7 1 3 7 1 3 7 1\r\n938600 938611\r\n');
  assert.equal(table.rows.length, 1);
  assert.equal(table.substitutes.get('938600'), '938611');
});

test('a sandbox number completed passes, and with any one digit changed it fails', () => {
  const body = fc.integer({ min: 0, max: 9_999_999 }).map((number) => String(number).padStart(7, '0'));
  const position = fc.integer({ min: 0, max: 7 });
  const step = fc.integer({ min: 1, max: 9 });
  fc.assert(
    fc.property(fc.constantFrom(...sandboxSortCodes), body, position, step, (sortCode, body, position, step) => {
      const number = completeAccountNumber(sandboxModulusTable, sortCode, body);
      fc.pre(number !== undefined);
      assert.equal(passesModulusCheck(sandboxModulusTable, sortCode, number), true);
      const digit = (Number(number[position]) + step) % 10;
      const changed = number.slice(0, position) + digit + number.slice(position + 1);
      assert.equal(passesModulusCheck(sandboxModulusTable, sortCode, changed), false);
    }),
  );
});

test('one body in eleven has no last digit', () => {
  const without = Array.from({ length: 1100 }, (_, index) => String(index).padStart(7, '0')).filter(
    (body) => completeAccountNumber(sandboxModulusTable, '009900', body) === undefined,
  );
  assert.equal(without.length, 100);
});

test('a table that is adopted adds to our own ranges', () => {
  assert.equal(isUkAccount('089999', '66374959'), true, 'of no range that we know');
  adoptModulusTable('089000 089999 MOD10 0 0 0 0 0 0 7 1 3 7 1 3 7 1\n');
  assert.equal(isUkAccount('089999', '66374959'), false);
  assert.equal(isUkAccount('089999', '66374958'), true);
  const own = completeAccountNumber(sandboxModulusTable, '009900', '1234567')!;
  const wrong = `${own.slice(0, 7)}${(Number(own[7]) + 1) % 10}`;
  assert.deepEqual([isUkAccount('009900', own), isUkAccount('009900', wrong)], [true, false]);
});
