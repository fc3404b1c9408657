import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Rail } from '../../ports/payment-rail/port.ts';
import { canReturn, type RouteQuestion, recallDeadline, routeOf, settlementDate } from './rules.ts';

test('settlement dates follow cut-offs, weekends and holidays of each network', () => {
  const cases: [Rail, string, string][] = [
    ['sct', '2026-11-20T10:15:30Z', '2026-11-23'],
    ['sct', '2026-11-20T14:59:59Z', '2026-11-23'],
    // 16:00 in Brussels: the day is over.
    ['sct', '2026-11-20T15:00:00Z', '2026-11-24'],
    ['sct', '2026-11-21T10:00:00Z', '2026-11-24'],
    // Good Friday and Easter Monday.
    ['sct', '2026-04-02T09:00:00Z', '2026-04-07'],
    ['sct_inst', '2026-12-25T23:30:00Z', '2026-12-26'],
    ['fps', '2026-12-25T23:30:00Z', '2026-12-25'],
    ['bisera', '2026-11-20T11:59:59Z', '2026-11-20'],
    ['bisera', '2026-11-20T12:00:00Z', '2026-11-23'],
    // 3 March is a holiday in Bulgaria.
    ['bisera', '2026-03-03T08:00:00Z', '2026-03-04'],
  ];
  for (const [rail, accepted, expected] of cases) {
    assert.equal(settlementDate(rail, new Date(accepted)), expected, `${rail} ${accepted}`);
  }
});

test('the network is chosen by currency, program and is_instant, with its reason', () => {
  const german = { iban: 'DE89370400440532013000', sortCode: null, accountNumber: null };
  const base: RouteQuestion = {
    currency: 'EUR',
    creditor: german,
    instant: false,
    fallback: false,
    allowed: ['sct_inst', 'sct'],
  };
  const rail = (more: Partial<RouteQuestion>) => routeOf({ ...base, ...more }).rail;
  const swiss = { ...german, iban: 'CH9300762011623852957' };
  const british = { iban: null, sortCode: '200000', accountNumber: '55779911' };
  assert.deepEqual(routeOf(base), { rail: 'sct', reason: 'EUR, not instant' });
  assert.equal(rail({ instant: true }), 'sct_inst');
  assert.equal(rail({ instant: true, allowed: ['sct'] }), null);
  assert.equal(rail({ instant: true, allowed: ['sct'], fallback: true }), 'sct');
  assert.equal(rail({ instant: true, creditor: swiss }), null);
  assert.equal(rail({ instant: true, creditor: swiss, fallback: true }), 'sct');
  assert.equal(rail({ creditor: { ...german, iban: 'TR330006100519786457841326' } }), null);
  assert.equal(rail({ currency: 'GBP', creditor: british, allowed: ['fps'] }), 'fps');
  assert.equal(rail({ currency: 'GBP', creditor: german, allowed: ['fps'] }), null);
  assert.equal(rail({ currency: 'BGN', creditor: german, allowed: ['bisera'] }), null);
  assert.equal(rail({ currency: 'USD', allowed: ['sct'] }), null);
});

test('a payment goes back as a return for three business days, and never after SEPA Instant', () => {
  assert.equal(canReturn('sct', '2026-11-20', new Date('2026-11-25T22:59:00Z')), true);
  assert.equal(canReturn('sct', '2026-11-20', new Date('2026-11-25T23:00:00Z')), false);
  assert.equal(canReturn('sct_inst', '2026-11-20', new Date('2026-11-20T10:00:00Z')), false);
});

test('a recall may wait for fifteen banking business days', () => {
  assert.equal(recallDeadline('sct', new Date('2026-11-20T10:00:00Z')).toISOString(), '2026-12-11T23:00:00.000Z');
});
