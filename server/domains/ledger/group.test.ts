import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { BalanceFact, MovementDraft, Posting } from '../../kernel/posting.ts';
import { Books, PostingFault } from './group.ts';

const instance = '0197a000-0000-7000-8000-000000000001';
const id = (n: number) => `0197a000-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`;

function fact(n: number, postedMinor: bigint, floorMinor: bigint | null = 0n): BalanceFact {
  return {
    instance,
    id: id(n),
    kind: floorMinor === null ? 'suspense' : 'holder',
    currency: 'EUR',
    account: floorMinor === null ? null : id(n + 50),
    program: null,
    iban: null,
    bic: null,
    sortCode: null,
    accountNumber: null,
    postedMinor,
    heldMinor: 0n,
    forcedMinor: 0n,
    floorMinor,
    counters: {},
  };
}

function books(...facts: BalanceFact[]): Books {
  return new Books({
    now: new Date('2026-11-20T10:15:30.000Z'),
    balances: facts.map((each) => ({ fact: each, version: 7n })),
    gates: [],
    holds: [],
    transactions: [],
  });
}

function movement(
  debit: number,
  credit: number,
  amountMinor: bigint,
  more: Partial<MovementDraft> = {},
): MovementDraft {
  return {
    instance,
    amountMinor,
    currency: 'EUR',
    debit: id(debit),
    credit: id(credit),
    debitTransaction: null,
    creditTransaction: null,
    ...more,
  };
}

const posting = (...movements: MovementDraft[]): Posting => ({ transactions: [], movements, answer: {} });
const apply = (ledger: Books, what: Posting) => ledger.apply(what, 'key', id(99));
const posted = (ledger: Books, n: number) => ledger.balance({ instance, id: id(n) })!.postedMinor;

test('a movement takes from one balance, gives to the other, and counts both versions on', () => {
  const ledger = books(fact(1, 1000n), fact(2, 0n));
  apply(ledger, posting(movement(1, 2, 300n)));
  apply(ledger, posting(movement(1, 2, 200n)));
  const { movements, balances, events } = ledger.take(instance);
  assert.deepEqual([posted(ledger, 1), posted(ledger, 2)], [500n, 500n]);
  assert.deepEqual(
    movements.map((row) => [row.debitVersion, row.debitPosted, row.creditVersion, row.creditPosted]),
    [
      [8n, 700n, 8n, 300n],
      [9n, 500n, 9n, 500n],
    ],
  );
  assert.deepEqual(
    balances.map((row) => [row.seenVersion, row.version]),
    [
      [7n, 9n],
      [7n, 9n],
    ],
  );
  assert.deepEqual(
    events.map((event) => event.action),
    Array(4).fill('BALANCE.UPDATE'),
  );
});

test('a posting that breaks a rule is taken not at all, and what came before stays', () => {
  const refused: [string, Posting][] = [
    ['would pass its floor', posting(movement(1, 2, 400n), movement(1, 2, 601n))],
    ['more than zero', posting(movement(1, 2, 0n))],
    ['two balances', posting(movement(1, 1, 1n))],
    ['one currency', posting(movement(1, 2, 1n, { currency: 'GBP' }))],
    ['was not named in the plan', posting(movement(1, 2, 1n), movement(1, 3, 1n))],
  ];
  for (const [message, what] of refused) {
    const ledger = books(fact(1, 1000n), fact(2, 0n));
    assert.throws(
      () => apply(ledger, what),
      (error: Error) => error instanceof PostingFault && error.message.includes(message),
    );
    assert.deepEqual([posted(ledger, 1), posted(ledger, 2)], [1000n, 0n]);
    assert.deepEqual(ledger.instances, []);
  }
});

test('only a forced entry passes the floor; its shortfall is kept and credits reduce it', () => {
  const ledger = books(fact(1, 100n), fact(2, 0n));
  const forced = () => ledger.balance({ instance, id: id(1) })!.forcedMinor;
  apply(ledger, posting(movement(1, 2, 250n, { forced: true })));
  assert.equal(forced(), 150n);
  assert.throws(() => apply(ledger, posting(movement(1, 2, 1n))), PostingFault);
  apply(ledger, posting(movement(2, 1, 100n)));
  assert.equal(forced(), 50n);
  apply(ledger, posting(movement(2, 1, 100n)));
  assert.equal(forced(), 0n);
});

test('a house account has no floor and no webhooks', () => {
  const ledger = books(fact(1, 0n, null), fact(2, 0n));
  apply(ledger, posting(movement(1, 2, 500n)));
  assert.deepEqual(
    ledger.take(instance).events.map((event) => event.subject),
    [id(2)],
  );
});

test('a hold blocks, ends in parts, and never ends by more than is open', () => {
  const ledger = books(fact(1, 1000n), fact(2, 0n));
  const hold = { instance, id: id(30), balance: id(1), transaction: id(40), amountMinor: 800n };
  apply(ledger, { ...posting(), holds: [hold] });
  assert.throws(() => apply(ledger, posting(movement(1, 2, 300n))), PostingFault);
  const end = (amountMinor: bigint) => ({ instance, hold: id(30), amountMinor, reason: 'captured' as const });
  apply(ledger, { ...posting(), holdEnds: [end(500n)] });
  apply(ledger, posting(movement(1, 2, 500n)));
  assert.throws(() => apply(ledger, { ...posting(), holdEnds: [end(301n)] }), PostingFault);
  apply(ledger, { ...posting(), holdEnds: [end(300n)] });
  const { heldMinor, postedMinor } = ledger.balance({ instance, id: id(1) })!;
  assert.deepEqual([heldMinor, postedMinor], [0n, 500n]);
  assert.deepEqual(
    ledger.take(instance).holdEnds.map((row) => row.openAfter),
    [300n, 0n],
  );
});

test('TRANSACTION.NEW comes before the changes of its posting and carries the balance after it', () => {
  const ledger = books(fact(1, 1000n), fact(2, 0n));
  const draft = {
    instance,
    id: id(40),
    code: 'internal-transfer',
    channel: 'internal',
    status: 'completed',
    side: 'debit' as const,
    amountMinor: 10n,
    currency: 'EUR',
    balance: id(1),
    account: null,
    merchant: null,
    user: null,
  };
  const fee = { ...draft, id: id(41), code: 'fee', amountMinor: 1n };
  apply(ledger, {
    transactions: [draft, fee],
    movements: [movement(1, 2, 10n, { debitTransaction: id(40) }), movement(1, 2, 1n, { debitTransaction: id(41) })],
    answer: {},
  });
  const { transactions, events } = ledger.take(instance);
  assert.deepEqual(
    transactions.map((row) => [row.balancePosted, row.balanceVersion]),
    [
      [990n, 8n],
      [989n, 9n],
    ],
  );
  assert.deepEqual(
    events.map((event) => [event.action, event.transaction]),
    [
      ['TRANSACTION.NEW', null],
      ['TRANSACTION.NEW', null],
      ['BALANCE.UPDATE', id(40)],
      ['BALANCE.UPDATE', null],
      ['BALANCE.UPDATE', id(41)],
      ['BALANCE.UPDATE', null],
    ],
  );
});

/** The whole ledger in ten lines: what is there, what is held, and nothing below zero. */
class Model {
  posted = [1000n, 1000n, 1000n];
  held = [0n, 0n, 0n];
  move(debit: number, credit: number, amount: bigint): boolean {
    if (debit === credit || amount <= 0n || this.posted[debit]! - this.held[debit]! < amount) return false;
    this.posted[debit]! -= amount;
    this.posted[credit]! += amount;
    return true;
  }
  hold(balance: number, amount: bigint): boolean {
    if (amount <= 0n || this.posted[balance]! - this.held[balance]! < amount) return false;
    this.held[balance]! += amount;
    return true;
  }
}

test('any sequence of movements and holds leaves the books where the ten-line model says', () => {
  const step = fc.record({
    kind: fc.constantFrom('move', 'hold'),
    one: fc.nat(2),
    other: fc.nat(2),
    amount: fc.bigInt(-1n, 900n),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const model = new Model();
      const ledger = books(fact(0, 1000n), fact(1, 1000n), fact(2, 1000n));
      steps.forEach(({ kind, one, other, amount }, index) => {
        const hold = {
          instance,
          id: id(60 + (index % 39)),
          balance: id(one),
          transaction: id(40),
          amountMinor: amount,
        };
        const what = kind === 'move' ? posting(movement(one, other, amount)) : { ...posting(), holds: [hold] };
        const taken = kind === 'move' ? model.move(one, other, amount) : model.hold(one, amount);
        if (taken) apply(ledger, what);
        else assert.throws(() => apply(ledger, what), PostingFault);
      });
      const facts = [0, 1, 2].map((n) => ledger.balance({ instance, id: id(n) })!);
      assert.deepEqual(
        facts.map(({ postedMinor }) => postedMinor),
        model.posted,
      );
      assert.deepEqual(
        facts.map(({ heldMinor }) => heldMinor),
        model.held,
      );
    }),
  );
});
