import pg from 'pg';
import type { Database, Queryable } from '../kernel/database.ts';
import { OutcomeUnknown } from '../kernel/posting.ts';
import { classify } from '../kernel/sqlstate.ts';

export interface OpenDatabase extends Database {
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Connections at most. */
  readonly max: number;
  /** For the posting engine: always seeks by key. */
  readonly engine?: boolean;
  /** A connection that nobody uses at the moment failed; it is replaced by itself. */
  readonly onError?: (error: Error) => void;
}

// Each must be there: without them a paused server or a dropped connection hangs a caller for ever.
const connectTimeoutMs = 5_000;
const statementTimeoutMs = 10_000;
const queryTimeoutMs = 12_000;
const idleInTransactionTimeoutMs = 10_000;

const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, BigInt);
const textArray: (text: string) => (string | null)[] = pg.types.getTypeParser(1009 as 17);
types.setTypeParser(1016, (text: string) => textArray(text).map((item) => (item === null ? null : BigInt(item))));

/** Opens a pool on a PostgreSQL, given by its address. Connections are made when they are needed. */
export function openDatabase(url: string, options: DatabaseOptions): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max,
    types,
    application_name: options.engine === true ? 'openemi engine' : 'openemi',
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    keepAlive: true,
    // Postings send a statement before the one before it is answered: each answer would wait for a turn of a busy event
    // loop.
    pipeline: true,
    options: sessionSettings(options.engine === true),
  });
  pool.on('error', (error) => options.onError?.(error));
  return {
    query: <Row>(text: string, values?: readonly unknown[]) =>
      withClient(pool, (client) => run<Row>(client, text, values)),
    transaction: (work) => withClient(pool, (client) => inTransaction(client, work)),
    close: () => pool.end(),
  };
}

/**
 * Engine statements find rows by key. A plan made for a small table would read it whole, and go on doing so until
 * somebody analyses it: the seeks are wanted from the first row on.
 */
const enginePlans = [
  'plan_cache_mode=force_custom_plan',
  'enable_seqscan=off',
  'enable_bitmapscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
];

function sessionSettings(engine: boolean): string {
  const settings = ['TimeZone=UTC', 'default_transaction_isolation=read\\ committed', ...(engine ? enginePlans : [])];
  return settings.map((setting) => `-c ${setting}`).join(' ');
}

async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // Between two queries nobody awaits, so a lost connection would otherwise end the process.
  const ignore = () => {};
  client.on('error', ignore);
  let broken = false;
  try {
    return await work(client);
  } catch (error) {
    broken = classify(error) === 'unknown';
    throw error;
  } finally {
    client.off('error', ignore);
    client.release(broken);
  }
}

/**
 * Statements that `work` sends without waiting for each other travel together; the commit waits for all of them, and
 * the first that failed is what is thrown.
 */
async function inTransaction<T>(client: pg.PoolClient, work: (tx: Queryable) => Promise<T>): Promise<T> {
  // Those that succeeded are let go of, and their rows with them: a transaction may read the whole database.
  const sent = new Set<Promise<unknown>>();
  const send = <Sent>(statement: Promise<Sent>): Promise<Sent> => {
    sent.add(statement);
    statement.then(
      () => sent.delete(statement),
      () => {},
    );
    return statement;
  };
  const tx: Queryable = { query: (text, values) => send(run(client, text, values)) };
  let result: T;
  try {
    send(client.query('begin'));
    result = await work(tx);
  } catch (error) {
    if (classify(error) !== 'unknown') await client.query('rollback');
    throw error;
  }
  await commit(client, sent);
  return result;
}

/** From here on an error of the connection or the server means: nobody knows. */
async function commit(client: pg.PoolClient, sent: ReadonlySet<Promise<unknown>>): Promise<void> {
  try {
    const { command } = await client.query('commit');
    // PostgreSQL answers ROLLBACK, and no error, when a statement failed: nobody waited for it, or somebody swallowed it.
    if (command !== 'COMMIT') await failed(sent);
  } catch (error) {
    if (classify(error) !== 'unknown') throw error;
    throw Object.assign(new OutcomeUnknown(undefined), { cause: error });
  }
}

/** Throws what the first statement that failed threw. */
async function failed(sent: ReadonlySet<Promise<unknown>>): Promise<never> {
  await Promise.all(sent);
  throw new Error('the transaction had failed before its commit');
}

async function run<Row>(client: pg.PoolClient, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const result = await client.query({ name: statementName(text), text, values: values as unknown[] });
  return result.rows as Row[];
}

const statementNames = new Map<string, string>();

/** Each text is planned once per connection. Texts are constants of the code, so there are a few hundred at most. */
function statementName(text: string): string {
  let name = statementNames.get(text);
  if (name === undefined) {
    name = `s${statementNames.size}`;
    statementNames.set(text, name);
  }
  return name;
}
