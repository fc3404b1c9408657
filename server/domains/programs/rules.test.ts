import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BalanceFact } from '../../kernel/posting.ts';
import type { Program } from './model.ts';
import { countLimits, definitionErrors, feeMinorOf, periodOf } from './rules.ts';
import { sandboxPrograms } from './service.ts';

const good = sandboxPrograms[0]!;

test("the sandbox's programs are programs", () => {
  for (const definition of sandboxPrograms) assert.deepEqual(definitionErrors(definition), []);
});

const wrong: readonly (readonly [string, object, string, string])[] = [
  ['a code in lower case', { code: 'eur-consumer' }, 'code', 'pattern'],
  ['an unknown currency', { primary_currency: 'XXX' }, 'primary_currency', 'enum'],
  ['an unknown field', { secret: 1 }, 'secret', 'unknown_field'],
  ['a negative limit', { limits: [{ category: 'atm', period: 'daily', amount: -1 }] }, 'limits[0].amount', 'minimum'],
  [
    'a third decimal',
    { limits: [{ category: 'atm', period: 'daily', amount: 1.001 }] },
    'limits[0].amount',
    'decimals',
  ],
  ['a floor above zero', { floor: 1 }, 'floor', 'maximum'],
  ['a floor with three decimals', { floor: -0.001 }, 'floor', 'decimals'],
  ['the primary currency twice', { secondary_currencies: ['EUR'] }, 'secondary_currencies', 'distinct'],
  [
    'a default group not allowed',
    { groups: { default: { usage: 'X' }, allowed: [] } },
    'groups.default.usage',
    'group_not_in_program',
  ],
  ['a limit of nothing', { limits: [{ category: 'atm', period: 'daily' }] }, 'limits[0]', 'required'],
  [
    'two limits for the same',
    {
      limits: [
        { category: 'atm', period: 'daily', count: 1 },
        { category: 'atm', period: 'daily', amount: 1 },
      ],
    },
    'limits[1]',
    'distinct',
  ],
  ['an unknown period', { limits: [{ category: 'atm', period: 'hourly', count: 1 }] }, 'limits[0].period', 'enum'],
  ['half a count', { limits: [{ category: 'atm', period: 'daily', count: 1.5 }] }, 'limits[0].count', 'type'],
  ['a fee of nothing', { fees: [{ category: 'load' }] }, 'fees[0]', 'required'],
  ['a fee above all', { fees: [{ category: 'load', basis_points: 10_001 }] }, 'fees[0].basis_points', 'maximum'],
  ['a fee with three decimals', { fees: [{ category: 'load', fixed: 0.001 }] }, 'fees[0].fixed', 'decimals'],
  ['rails for a foreign currency', { rails: { GBP: ['fps'] } }, 'rails.GBP', 'currency'],
  [
    "another bank's BIC",
    { issuer: { bank: 'OEMI', bg_branch: '0001', bg_bic: 'BNBGBGSF', gb_sort_code: '009900', gb_bic: 'OEMIGB2L' } },
    'issuer.bg_bic',
    'bic',
  ],
];

for (const [name, change, field, rule] of wrong) {
  test(`a program with ${name} is refused`, () => {
    const errors = definitionErrors({ ...good, ...change });
    assert.ok(
      errors.some((error) => error.field === field && error.rule === rule),
      JSON.stringify(errors),
    );
  });
}

test('every missing field is named', () => {
  const { floor: _, ...rest } = good;
  assert.deepEqual(definitionErrors({ ...rest, kyc: { merchant: 'required' } }), [
    { field: 'floor', rule: 'required', message: 'is missing' },
    { field: 'kyc.natural_person', rule: 'required', message: 'is missing' },
  ]);
});

test('periods are named in UTC; a week begins on Monday', () => {
  const cases: [string, string, string][] = [
    ['daily', '2026-11-22T23:59:59.999Z', '2026-11-22'],
    ['weekly', '2026-11-22T23:59:59.999Z', '2026-11-16'],
    ['weekly', '2026-11-23T00:00:00.000Z', '2026-11-23'],
    ['monthly', '2026-12-01T00:00:00.000Z', '2026-12'],
    ['yearly', '2026-12-31T23:59:59.999Z', '2026'],
    ['lifetime', '2026-12-31T23:59:59.999Z', 'all'],
  ];
  for (const [period, at, expected] of cases) assert.equal(periodOf(period, new Date(at)), expected, `${period} ${at}`);
});

const balance: BalanceFact = {
  instance: 'i',
  id: 'b',
  kind: 'holder',
  currency: 'EUR',
  account: 'a',
  program: good.code,
  iban: null,
  bic: null,
  sortCode: null,
  accountNumber: null,
  postedMinor: 0n,
  heldMinor: 0n,
  forcedMinor: 0n,
  floorMinor: 0n,
  counters: {},
};
const limited = (limits: Program['limits']): Program => ({ ...good, version: 1, limits });
const now = new Date('2026-11-20T10:15:30Z');

/** Amounts booked one after the other, each a moment after the one before, and which of them pass. */
const sequences: readonly (readonly [string, Program['limits'][number], readonly [string, bigint][], boolean[]])[] = [
  [
    'an amount for each transaction',
    { category: 'load', period: 'transaction', amount: 10 },
    [
      ['2026-11-20T10:00:00Z', 1000n],
      ['2026-11-20T10:00:01Z', 1000n],
      ['2026-11-20T10:00:02Z', 1001n],
    ],
    [true, true, false],
  ],
  [
    'an amount a day',
    { category: 'load', period: 'daily', amount: 10 },
    [
      ['2026-11-20T10:00:00Z', 999n],
      ['2026-11-20T23:59:59Z', 2n],
      ['2026-11-20T23:59:59Z', 1n],
      ['2026-11-21T00:00:00Z', 1000n],
    ],
    [true, false, true, true],
  ],
  [
    'a count a week',
    { category: 'load', period: 'weekly', count: 2 },
    [
      ['2026-11-16T00:00:00Z', 1n],
      ['2026-11-22T23:59:59Z', 1n],
      ['2026-11-22T23:59:59Z', 1n],
      ['2026-11-23T00:00:00Z', 1n],
    ],
    [true, true, false, true],
  ],
  [
    'amount and count a month',
    { category: 'load', period: 'monthly', amount: 5, count: 2 },
    [
      ['2026-11-30T23:59:59Z', 501n],
      ['2026-11-30T23:59:59Z', 1n],
      ['2026-11-30T23:59:59Z', 1n],
      ['2026-11-30T23:59:59Z', 1n],
      ['2026-12-01T00:00:00Z', 500n],
    ],
    [false, true, true, false, true],
  ],
  [
    'an amount a year',
    { category: 'load', period: 'yearly', amount: 1 },
    [
      ['2026-01-01T00:00:00Z', 100n],
      ['2026-12-31T23:59:59Z', 1n],
      ['2027-01-01T00:00:00Z', 100n],
    ],
    [true, false, true],
  ],
  [
    'a count for ever',
    { category: 'load', period: 'lifetime', count: 1 },
    [
      ['2026-01-01T00:00:00Z', 1n],
      ['2046-01-01T00:00:00Z', 1n],
    ],
    [true, false],
  ],
  ['nothing at all', { category: 'load', period: 'daily', count: 0 }, [['2026-01-01T00:00:00Z', 1n]], [false]],
  ['another category', { category: 'atm', period: 'daily', count: 0 }, [['2026-01-01T00:00:00Z', 1n]], [true]],
];
for (const [name, limit, amounts, passes] of sequences) {
  test(`a limit of ${name}`, () => {
    let fact = balance;
    const outcomes = amounts.map(([at, amountMinor]) => {
      const outcome = countLimits(limited([limit]), 'load', fact, amountMinor, new Date(at));
      if ('exceeded' in outcome) {
        assert.deepEqual(outcome.exceeded, { category: 'load', period: limit.period });
        return false;
      }
      for (const { name: counted, counter } of outcome.counters) {
        fact = { ...fact, counters: { ...fact.counters, [counted]: counter } };
      }
      return true;
    });
    assert.deepEqual(outcomes, passes);
  });
}

test('every limit counts, and without a program there is none', () => {
  const program = limited([
    { category: 'load', period: 'daily', count: 5 },
    { category: 'load', period: 'monthly', amount: 1 },
  ]);
  const outcome = countLimits(program, 'load', balance, 100n, now);
  assert.deepEqual('counters' in outcome && outcome.counters.map(({ name }) => name), ['load:daily', 'load:monthly']);
  assert.ok('exceeded' in countLimits(program, 'load', balance, 101n, now));
  assert.deepEqual(countLimits(undefined, 'load', balance, 101n, now), { counters: [] });
});

test('limits are in the major units of the currency of the balance', () => {
  const yen = { ...balance, currency: 'JPY' };
  const program = limited([{ category: 'load', period: 'daily', amount: 10 }]);
  assert.ok('counters' in countLimits(program, 'load', yen, 10n, now));
  assert.ok('exceeded' in countLimits(program, 'load', yen, 11n, now));
});

const fees: readonly (readonly [string, Program['fees'], bigint, bigint])[] = [
  ['no fees', undefined, 1234n, 0n],
  ['a fixed fee', [{ category: 'load', fixed: 0.1 }], 1234n, 10n],
  ['a share, rounded down', [{ category: 'load', basis_points: 150 }], 199n, 2n],
  ['both', [{ category: 'load', fixed: 1, basis_points: 100 }], 1000n, 110n],
  [
    'two fees',
    [
      { category: 'load', fixed: 1 },
      { category: 'load', fixed: 2 },
    ],
    1n,
    300n,
  ],
  ['another category', [{ category: 'transfer_out', fixed: 1 }], 1234n, 0n],
];
for (const [name, charged, amountMinor, expected] of fees) {
  test(`${name}: ${expected} on ${amountMinor}`, () => {
    const program: Program = { ...good, version: 1, ...(charged && { fees: charged }) };
    assert.equal(feeMinorOf(program, 'load', { amountMinor, currency: 'EUR' }), expected);
  });
}
