import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import type { Queryable } from '../kernel/database.ts';

const folder = new URL('../migrations/', import.meta.url);
/** Any number, the same in every server: who holds it may migrate. */
const migrationLock = 7_204_111;

/** Where a database keeps which migrations it has seen. */
export const recordOfMigrations = [
  'create schema if not exists runtime',
  'create table if not exists runtime.migrations (name text primary key, sha256 text not null, at timestamptz not null)',
];

/**
 * Brings the database up to the newest migration, each file in one transaction, and answers the names of those that
 * were run now. Servers that start at once wait for each other. A file that was changed after it had run is refused.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    for (const statement of recordOfMigrations) await client.query(statement);
    return await runNew(client);
  } finally {
    await client.end();
  }
}

async function runNew(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from runtime.migrations');
  const done = new Map(rows.map((row) => [row.name, row.sha256]));
  const added: string[] = [];
  for (const { name, sql, sha256 } of migrationFiles()) {
    const before = done.get(name);
    if (before === sha256) continue;
    if (before !== undefined) throw new Error(`migration ${name} was changed after it had run on this database`);
    await client.query('begin');
    try {
      await client.query(sql);
      await client.query('insert into runtime.migrations (name, sha256, at) values ($1, $2, $3)', [
        name,
        sha256,
        new Date(),
      ]);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error });
    }
    added.push(name);
  }
  return added;
}

/** The names of migrations that a database has not seen, or has seen otherwise. */
export async function missingMigrations(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ sha256: string }>('select sha256 from runtime.migrations');
  const done = new Set(rows.map(({ sha256 }) => sha256));
  return migrationFiles().flatMap(({ name, sha256 }) => (done.has(sha256) ? [] : [name]));
}

/** The migrations in their order. */
export function migrationFiles(): { name: string; sql: string; sha256: string }[] {
  const names = readdirSync(folder).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name));
  return names.sort().map((name) => {
    const sql = readFileSync(new URL(name, folder), 'utf8');
    return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
  });
}
