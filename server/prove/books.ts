import assert from 'node:assert/strict';
import type { Books, Side } from './books-store.ts';
import type { Settled } from './load.ts';

/**
 * Every transfer that was answered stands in the books exactly once and as it was answered, every one that was refused
 * not at all, every other one whole or not at all; nothing else is there; the balances are what follows from it.
 * Answers the transactions of all transfers by token, as a webhook has to show them.
 */
export function checkBooks(
  books: Books,
  settled: readonly Settled[],
  balances: readonly string[],
  initialMinor: number,
): Map<string, Side> {
  const expected = new Map(balances.map((balance) => [balance, BigInt(initialMinor)]));
  const known = new Map<string, Side>();
  for (const one of settled) {
    const sides = books.transfers.get(one.reference) ?? [];
    if (one.code !== null && one.code !== 0) {
      assert.equal(one.code, 12001, `${one.reference} was answered ${one.code}`);
      assert.equal(sides.length, 0, `${one.reference} was refused and is there`);
    }
    if (one.code === null && sides.length === 0) continue;
    if (one.code === 0 || one.code === null) checkWhole(books, one, sides, balances);
    for (const side of sides) {
      known.set(side.id, side);
      const change = side.side === 'debit' ? -side.amount : side.amount;
      expected.set(side.balance, expected.get(side.balance)! + change);
    }
  }
  assert.equal(known.size, 2 * books.movementCount, 'there is a movement or a transaction that nobody asked for');
  assert.equal(known.size, [...books.transfers.values()].flat().length, 'there is a transaction that nobody asked for');
  for (const [balance, posted] of expected) assert.equal(books.posted.get(balance), posted, `balance ${balance}`);
  return known;
}

/** One debit, one credit, one movement, all saying the same. */
function checkWhole(books: Books, one: Settled, sides: readonly Side[], balances: readonly string[]): void {
  const { reference, amountMinor } = one;
  assert.deepEqual(sides.map(({ side }) => side).sort(), ['credit', 'debit'], `the sides of ${reference}`);
  const debit = sides.find(({ side }) => side === 'debit')!;
  const credit = sides.find(({ side }) => side === 'credit')!;
  if (one.transaction !== null) assert.equal(debit.id, one.transaction, `the transaction of ${reference}`);
  const amount = BigInt(amountMinor);
  const [debtor, creditor] = [balances[one.debtor]!, balances[one.creditor]!];
  assert.deepEqual(debit, { id: debit.id, side: 'debit', amount, balance: debtor, link: credit.id, reference });
  assert.deepEqual(credit, { id: credit.id, side: 'credit', amount, balance: creditor, link: debit.id, reference });
  const wanted = { amount, debit: debtor, credit: creditor };
  const movement = { ...wanted, debitTransaction: debit.id, creditTransaction: credit.id };
  assert.deepEqual(books.movements.get(debit.id), [movement], `the movement of ${reference}`);
}
