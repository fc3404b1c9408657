import type { Queryable } from '../kernel/database.ts';

/** A side of a transfer as the database has it. */
export interface Side {
  readonly id: string;
  readonly side: string;
  readonly amount: bigint;
  readonly balance: string;
  readonly link: string;
  readonly reference: string;
}

interface Movement {
  readonly amount: bigint;
  readonly debit: string;
  readonly credit: string;
  readonly debitTransaction: string | null;
  readonly creditTransaction: string | null;
}

/** What stands in the books after the load, read straight from the tables. */
export interface Books {
  /** The sides of each transfer, by its reference. */
  readonly transfers: ReadonlyMap<string, readonly Side[]>;
  /** By the debtor's transaction. */
  readonly movements: ReadonlyMap<string, readonly Movement[]>;
  readonly movementCount: number;
  readonly posted: ReadonlyMap<string, bigint>;
}

/** Reads the books of an instance as somebody from outside would: by statements of its own. */
export async function readBooks(db: Queryable, instance: string): Promise<Books> {
  const sides = await db.query<Side>(
    `select transaction_id as id, side, amount, balance_id as balance, link_id as link, reference
       from ledger.transactions where instance_id = $1 and code = 'internal-transfer'`,
    [instance],
  );
  const movements = await db.query<Movement>(
    `select amount, debit_id as debit, credit_id as credit, debit_transaction_id as "debitTransaction",
            credit_transaction_id as "creditTransaction"
       from ledger.movements where instance_id = $1 and debit_transaction_id is not null`,
    [instance],
  );
  const balances = await db.query<{ id: string; posted: bigint }>(
    'select balance_id as id, posted from ledger.balances where instance_id = $1',
    [instance],
  );
  return {
    transfers: Map.groupBy(sides, ({ reference }) => reference),
    movements: Map.groupBy(movements, ({ debitTransaction }) => debitTransaction!),
    movementCount: movements.length,
    posted: new Map(balances.map(({ id, posted }) => [id, posted])),
  };
}
