import assert from 'node:assert/strict';
import { test } from 'node:test';
import { definitionErrors } from './rules.ts';
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
