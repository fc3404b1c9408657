import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BalanceFact, GateFact } from '../../kernel/posting.ts';
import { isRefused } from '../../kernel/refusal.ts';
import { Books } from '../ledger/group.ts';
import { houseBalance } from '../ledger/service.ts';
import { sandboxPrograms } from '../programs/service.ts';
import { decideTransfer, type ResolvedParty, type Transfer } from './rules.ts';

const instance = '0197a000-0000-7000-8000-000000000001';
const elsewhere = '0197a000-0000-7000-8000-000000000002';
const now = new Date('2026-11-20T10:15:30.000Z');
const a = '0197a000-0000-7000-8000-00000000000a';
const b = '0197a000-0000-7000-8000-00000000000b';
const program = { ...sandboxPrograms[0]!, version: 1 };

function balance(id: string, more: Partial<BalanceFact> = {}): BalanceFact {
  return {
    instance,
    id,
    kind: 'holder',
    currency: 'EUR',
    account: `${id.slice(0, -2)}1${id.slice(-1)}`,
    program: program.code,
    iban: null,
    bic: null,
    sortCode: null,
    accountNumber: null,
    postedMinor: 10_000n,
    heldMinor: 0n,
    forcedMinor: 0n,
    floorMinor: 0n,
    counters: {},
    ...more,
  };
}

function gate(of: BalanceFact, state = 'active'): GateFact {
  return {
    instance: of.instance,
    id: of.account!,
    kind: 'account',
    state,
    merchant: null,
    user: of.id,
    holderName: 'Ann',
  };
}

function booksOf(balances: readonly BalanceFact[], states: Record<string, string> = {}): Books {
  return new Books({
    now,
    balances: balances.map((fact) => ({ fact, version: 0n })),
    gates: balances.filter(({ account }) => account !== null).map((fact) => gate(fact, states[fact.id])),
    holds: [],
    transactions: [],
  });
}

const party = (id: string, more: Partial<ResolvedParty> = {}): ResolvedParty => ({
  instance,
  balance: id,
  account: null,
  number: null,
  address: null,
  ...more,
});

function transfer(more: Partial<Transfer> = {}): Transfer {
  const programs = new Map([[program.code, program]]);
  return {
    amountMinor: 1234n,
    currency: 'EUR',
    debtor: party(a),
    creditor: party(b),
    ids: {
      debit: '0197a000-0000-7000-8000-0000000000d1',
      credit: '0197a000-0000-7000-8000-0000000000c1',
      fee: '0197a000-0000-7000-8000-0000000000f1',
    },
    programs: { debtor: programs, creditor: programs },
    texts: {},
    ...more,
  };
}

const house = (kind: Parameters<typeof houseBalance>[1], of = instance) =>
  balance(houseBalance(of, kind, 'EUR'), { instance: of, kind, account: null, floorMinor: null, postedMinor: 0n });

test('the worked example: 12.34 from A to B with a fee of 0.10', () => {
  const charging = new Map([[program.code, { ...program, fees: [{ category: 'transfer_out' as const, fixed: 0.1 }] }]]);
  const books = booksOf([balance(a), balance(b), house('fee-income')]);
  const what = transfer({ programs: { debtor: charging, creditor: charging } });
  const posting = decideTransfer(what, books);
  assert.ok(!isRefused(posting));
  books.apply(posting, 'key', what.ids.debit);
  const { movements, transactions, events } = books.take(instance);
  assert.deepEqual(
    movements.map((row) => [row.amountMinor, row.debit, row.credit, row.debitPosted, row.creditPosted]),
    [
      [1234n, a, b, 8766n, 11_234n],
      [10n, a, houseBalance(instance, 'fee-income', 'EUR'), 8756n, 10n],
    ],
  );
  assert.deepEqual(
    transactions.map((row) => [row.code, row.side, row.amountMinor, row.feeMinor, row.parent, row.link]),
    [
      ['internal-transfer', 'debit', 1234n, 10n, undefined, what.ids.credit],
      ['internal-transfer', 'credit', 1234n, undefined, undefined, what.ids.debit],
      ['fee', 'debit', 10n, undefined, what.ids.debit, undefined],
    ],
  );
  assert.deepEqual(
    events.map(({ action }) => action),
    [...Array(3).fill('TRANSACTION.NEW'), ...Array(3).fill('BALANCE.UPDATE')],
  );
});

test('refusals in their order of precedence', () => {
  const locked = { [a]: 'blocked' };
  const low = 1_000_000_01n;
  const cases: [string, string, Transfer, Books][] = [
    ['no debtor', 'entity_not_found', transfer(), booksOf([balance(b)])],
    ['no creditor', 'entity_not_found', transfer(), booksOf([balance(a)], locked)],
    [
      'a house account',
      'entity_not_found',
      transfer({ debtor: party(house('suspense').id) }),
      booksOf([house('suspense'), balance(b)]),
    ],
    [
      'currency before state',
      'validation_error',
      transfer({ currency: 'GBP' }),
      booksOf([balance(a), balance(b)], locked),
    ],
    [
      'state before limit',
      'account_not_active',
      transfer({ amountMinor: low }),
      booksOf([balance(a), balance(b)], locked),
    ],
    ['creditor closed', 'account_not_active', transfer(), booksOf([balance(a), balance(b)], { [b]: 'closed' })],
    ['limit before funds', 'limit_exceeded', transfer({ amountMinor: low }), booksOf([balance(a), balance(b)])],
    ['funds', 'insufficient_funds', transfer({ amountMinor: 10_001n }), booksOf([balance(a), balance(b)])],
    [
      'held',
      'insufficient_funds',
      transfer({ amountMinor: 9_001n }),
      booksOf([balance(a, { heldMinor: 1000n }), balance(b)]),
    ],
  ];
  for (const [name, expected, what, books] of cases) {
    const outcome = decideTransfer(what, books);
    assert.ok(isRefused(outcome), name);
    assert.equal(outcome.refused.name, expected, name);
  }
});

test('a fee that is not covered refuses the whole transfer', () => {
  const charging = new Map([
    [program.code, { ...program, fees: [{ category: 'transfer_out' as const, fixed: 0.1, basis_points: 100 }] }],
  ]);
  const programs = { debtor: charging, creditor: charging };
  const outcome = (amountMinor: bigint) =>
    decideTransfer(transfer({ amountMinor, programs }), booksOf([balance(a), balance(b), house('fee-income')]));
  assert.ok(isRefused(outcome(9_893n)));
  const taken = outcome(9_892n);
  assert.ok(!isRefused(taken));
  assert.equal(taken.transactions[0]!.feeMinor, 108n);
});

test('limits count within their period and start anew with the next', () => {
  const limited = {
    ...program,
    limits: [{ category: 'transfer_out' as const, period: 'daily' as const, amount: 20, count: 2 }],
  };
  const programs = { debtor: new Map([[program.code, limited]]), creditor: new Map() };
  const counter = (period: string, sumMinor: bigint, count: number) => ({
    'transfer_out:daily': { period, sumMinor, count },
  });
  const decide = (counters: BalanceFact['counters'], amountMinor = 1000n) =>
    decideTransfer(transfer({ amountMinor, programs }), booksOf([balance(a, { counters }), balance(b)]));
  const first = decide({});
  assert.ok(!isRefused(first));
  assert.deepEqual(first.counters![0]!.counter, { period: '2026-11-20', sumMinor: 1000n, count: 1 });
  assert.ok(!isRefused(decide(counter('2026-11-20', 1000n, 1))), 'exactly the limit');
  assert.ok(isRefused(decide(counter('2026-11-20', 1001n, 1))), 'a cent above');
  assert.ok(isRefused(decide(counter('2026-11-20', 2n, 2), 1n)), 'one too many');
  assert.ok(!isRefused(decide(counter('2026-11-19', 2000n, 2))), 'yesterday does not count');
});

test("between two instances each one's books balance alone, and neither sees the other's tokens", () => {
  const mine = house(`clearing:${elsewhere}`);
  const theirs = house(`clearing:${instance}`, elsewhere);
  const there = balance(b, { instance: elsewhere, iban: 'BG80OEMI00011020345678' });
  const books = booksOf([balance(a), there, mine, theirs]);
  const number = { iban: there.iban, bic: null, sortCode: null, accountNumber: null };
  const what = transfer({ creditor: party(b, { instance: elsewhere, account: there.account, number }) });
  const posting = decideTransfer(what, books);
  assert.ok(!isRefused(posting));
  books.apply(posting, 'key', what.ids.debit);
  assert.deepEqual(books.instances, [instance, elsewhere]);
  assert.equal(books.balance(mine)!.postedMinor, 1234n);
  assert.equal(books.balance(theirs)!.postedMinor, -1234n);
  for (const of of books.instances) {
    const [row] = books.take(of).transactions;
    assert.equal(row!.link, undefined);
    const { counterpart } = row!.details as { counterpart: Record<string, unknown> };
    assert.equal(counterpart.account, undefined);
    assert.equal(counterpart.name, 'Ann');
  }
});

test('a virtual account passes money only while it and its main account are active', () => {
  const virtual = '0197a000-0000-7000-8000-0000000000e1';
  const states: [string, string, boolean][] = [
    ['active', 'active', true],
    ['blocked', 'active', false],
    ['active', 'blocked', false],
  ];
  for (const [own, main, passes] of states) {
    const creditor = balance(b);
    const books = new Books({
      now,
      balances: [balance(a), creditor].map((fact) => ({ fact, version: 0n })),
      gates: [gate(balance(a)), gate(creditor, main), { ...gate(creditor, own), id: virtual, kind: 'virtual' }],
      holds: [],
      transactions: [],
    });
    const outcome = decideTransfer(transfer({ creditor: party(b, { account: virtual }) }), books);
    assert.equal(!isRefused(outcome), passes, `${own} on ${main}`);
    if (!isRefused(outcome)) assert.equal(outcome.transactions[1]!.account, virtual);
  }
});
