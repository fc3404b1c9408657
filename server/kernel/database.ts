/** One place to send SQL to: a transaction, or a pool in autocommit. Statements are constant texts and are prepared. */
export interface Queryable {
  /** Runs one statement and answers its rows. `bigint` columns arrive as `bigint`, `timestamptz` as `Date`. */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** A database that can run a function inside one transaction (READ COMMITTED): commit when it returns, roll back when it throws. */
export interface Database extends Queryable {
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
}
