import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ruleFor, windowOf } from './rules.ts';

test('ten business days of the currency, the day of entry is day 0', () => {
  const at = (rail: 'sct' | 'fps', entered: string) => {
    const { remindAt, deadline } = windowOf(rail, new Date(entered));
    return [remindAt.toISOString(), deadline.toISOString()];
  };
  assert.deepEqual(at('sct', '2026-11-20T10:15:30Z'), ['2026-12-01T23:00:00.000Z', '2026-12-04T23:00:00.000Z']);
  // In Brussels it is Saturday by then: Monday is day 1 all the same.
  assert.deepEqual(at('sct', '2026-11-20T23:30:00Z')[1], '2026-12-04T23:00:00.000Z');
  // Christmas, Boxing Day's substitute and New Year count in London; TARGET closes on fewer days.
  assert.equal(at('fps', '2026-12-18T12:00:00Z')[1], '2027-01-07T00:00:00.000Z');
  assert.equal(at('sct', '2026-12-18T12:00:00Z')[1], '2027-01-05T23:00:00.000Z');
});

test('a rule fits by every condition that it has, and the first that fits counts', () => {
  const debtor = {
    name: 'E',
    iban: 'DE89370400440532013000',
    sortCode: null,
    accountNumber: null,
    bic: null,
    address: null,
  };
  const payment = { amountMinor: 1000n, currency: 'EUR', debtor };
  const named = (rules: Parameters<typeof ruleFor>[0]) => ruleFor(rules, payment, 'M')?.name;
  const process = { action: 'process' as const };
  assert.equal(named([]), undefined);
  assert.equal(named([{ name: 'any', ...process }]), 'any');
  assert.equal(named([{ name: 'to 10', ...process, currency: 'EUR', amount_to: 10 }]), 'to 10');
  assert.equal(named([{ name: 'to 9.99', ...process, currency: 'EUR', amount_to: 9.99 }]), undefined);
  assert.equal(named([{ name: 'from 10.01', ...process, currency: 'EUR', amount_from: 10.01 }]), undefined);
  assert.equal(named([{ name: 'pounds', ...process, currency: 'GBP' }]), undefined);
  assert.equal(named([{ name: 'country', ...process, sender_countries: ['FR', 'DE'] }]), 'country');
  assert.equal(
    named([
      { name: 'elsewhere', ...process, sender_countries: ['FR'] },
      { name: 'last', ...process },
    ]),
    'last',
  );
  assert.equal(named([{ name: 'theirs', ...process, merchant: 'N' }]), undefined);
  assert.equal(named([{ name: 'mine', ...process, merchant: 'M' }]), 'mine');
});
