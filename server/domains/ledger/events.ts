import { Type } from 'typebox';
import type { Queryable } from '../../kernel/database.ts';
import type { EventDefinition, EventRow } from '../../kernel/event.ts';
import { toMajor } from '../../kernel/money.ts';
import { amountOut, moment, nullable, record } from '../../kernel/schema.ts';
import { exampleTransaction } from './examples.ts';
import { renderTransaction, type TransactionRecord, transactionAsOf, transactionRecord } from './record.ts';
import { readBalanceOwners, readTransactions } from './store.ts';

/** A transaction was booked. The payload is its record, with the status that it had then. */
export const transactionNew: EventDefinition = {
  action: 'TRANSACTION.NEW',
  when: 'A transaction was booked',
  payload: transactionRecord,
  example: exampleTransaction,
  render: renderTransactions,
};

/** The status of a transaction changed: a wire was settled, rejected, returned. The payload is its record as of then. */
export const transactionUpdate: EventDefinition = {
  action: 'TRANSACTION.UPDATE',
  when: 'The status of a transaction changed',
  payload: Type.Object(
    { ...transactionRecord.properties, previous_status: Type.String() },
    { additionalProperties: false },
  ),
  example: { ...exampleTransaction, previous_status: 'pending' },
  async render(db, rows) {
    const records = await renderTransactions(db, rows);
    return records.map((found, index) => ({ ...found, previous_status: rows[index]!.before }));
  },
};

/** The transactions that some events are about, each as it stood after its event. */
async function renderTransactions(db: Queryable, rows: readonly EventRow[]): Promise<TransactionRecord[]> {
  const found = await readTransactions(
    db,
    rows[0]!.instance,
    unique(rows, (row) => row.subject),
  );
  const byId = new Map(found.map((transaction) => [transaction.id, transaction]));
  return rows.map((row) => renderTransaction(transactionAsOf(byId.get(row.subject)!, row.number, row.after!)));
}

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
