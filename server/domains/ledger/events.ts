import { Type } from 'typebox';
import type { EventDefinition, EventRow } from '../../kernel/event.ts';
import { toMajor } from '../../kernel/money.ts';
import { amountOut, moment, nullable, record } from '../../kernel/schema.ts';
import { exampleTransaction } from './examples.ts';
import { renderTransaction, transactionRecord } from './record.ts';
import { readBalanceOwners, readTransactions } from './store.ts';

/** A transaction was booked. The payload is its record, with the status that it had then. */
export const transactionNew: EventDefinition = {
  action: 'TRANSACTION.NEW',
  when: 'A transaction was booked',
  payload: transactionRecord,
  example: exampleTransaction,
  async render(db, rows) {
    const found = await readTransactions(
      db,
      rows[0]!.instance,
      unique(rows, (row) => row.subject),
    );
    const byId = new Map(found.map((transaction) => [transaction.id, transaction]));
    return rows.map((row) => renderTransaction({ ...byId.get(row.subject)!, status: row.after! }));
  },
};

/** What stands on a balance changed. Each change has its own event; `sequence` orders them. */
export const balanceUpdate: EventDefinition = {
  action: 'BALANCE.UPDATE',
  when: 'A balance changed',
  payload: record({
    account: Type.String(),
    balance: Type.String(),
    currency: Type.String(),
    available: amountOut('Current less blocked'),
    blocked: amountOut('Held'),
    current: amountOut('Booked'),
    transaction: nullable(Type.String()),
    at: moment('When it changed'),
  }),
  example: {
    account: '019aa0c4-7a10-7c3e-9d51-2f6f1f0c0a01',
    balance: '019aa0c4-7a11-7c3e-8b52-7d1a5c0e0a02',
    currency: 'EUR',
    available: 87.56,
    blocked: 0,
    current: 87.56,
    transaction: exampleTransaction.token,
    at: '2026-11-20T10:15:30.000Z',
  },
  async render(db, rows) {
    const owners = await readBalanceOwners(
      db,
      rows[0]!.instance,
      unique(rows, (row) => row.balance!),
    );
    return rows.map((row) => {
      const { account, currency } = owners.get(row.balance!)!;
      return {
        account,
        balance: row.balance,
        currency,
        available: toMajor(row.posted! - row.held!, currency),
        blocked: toMajor(row.held!, currency),
        current: toMajor(row.posted!, currency),
        transaction: row.transaction,
        at: row.at.toISOString(),
      };
    });
  },
};

function unique(rows: readonly EventRow[], column: (row: EventRow) => string): string[] {
  return [...new Set(rows.map(column))];
}
