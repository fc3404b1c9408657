import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { migrationFiles } from '../runtime/migrate.ts';
import { testDatabase } from './database.ts';

test('each test database is migrated and nobody else writes to it', async () => {
  const databases = await Promise.all([testDatabase(), testDatabase()]);
  const counts: number[] = [];
  for (const { url } of databases) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('create table only_here (id integer)');
    counts.push((await client.query('select from runtime.migrations')).rowCount ?? 0);
    await client.end();
  }
  const all = migrationFiles().length;
  assert.deepEqual(counts, [all, all]);
  for (const database of databases) await database.drop();
});
