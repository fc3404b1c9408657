import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { testDatabase } from '../test/database.ts';
import { runCli } from '../test/run-cli.ts';
import { citusPlan } from './citus-plan.ts';

/*
 * Citus itself is not here. What can be shown without it: the plan is SQL that runs on an empty database, spreads every
 * table by its mark, and leaves what the migrations leave.
 */

/** Stands in for the function of Citus: it keeps what it was asked for. */
const standIn = `
  create table asked (name text, spread_by text, together text);
  create function create_distributed_table(name text, spread_by text, colocate_with text) returns void language sql as
    'insert into public.asked values (name, spread_by, colocate_with)';`;

const tablesText = `
  select table_schema || '.' || table_name as name from information_schema.tables
  where table_schema not in ('pg_catalog', 'information_schema', 'public') order by 1`;

test('the plan for Citus spreads every table by its mark, and afterwards there is nothing to migrate', async () => {
  const database = await testDatabase();
  const admin = new pg.Client({ connectionString: database.url });
  const name = `citus_plan_${process.pid}`;
  const address = new URL(database.url);
  address.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: address.href });
  try {
    await admin.connect();
    await admin.query(`create database ${name} template template0`);
    await client.connect();
    await client.query(standIn);
    const { stdout } = await runCli(['migrate', '--citus-plan']);
    await client.query(stdout);
    const { rows: asked } = await client.query('select * from asked');
    const { rows: tables } = await client.query(tablesText);
    const { rows: usual } = await admin.query(tablesText);
    assert.deepEqual(tables, usual);
    const local = tables.filter((table) => !asked.some((each) => each.name === table.name));
    assert.deepEqual(local, [{ name: 'runtime.migrations' }]);
    const ofInstances = asked.filter((each) => each.spread_by === 'instance_id');
    assert.deepEqual([...new Set(ofInstances.map(({ together }) => together))], ['default', 'instances.instances']);
    const directories = asked.filter((each) => each.spread_by !== 'instance_id');
    assert.ok(directories.length > 0 && directories.every(({ together }) => together === 'none'));
    const again = await runCli(['migrate'], { DATABASE_URL: address.href, OPENEMI_MASTER_KEY: '00'.repeat(32) });
    assert.deepEqual(JSON.parse(again.stdout), { applied: [] }, again.stderr);
  } finally {
    await client.end();
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
    await database.drop();
  }
});

test('a mark that stands over no table is noticed', () => {
  const sql = '-- @distribute a.b by c\n\ncreate table a.b (\n  c text\n);\n';
  assert.throws(() => citusPlan([{ name: '0001-a.sql', sql, sha256: '' }], new Date(0)), /a mark stands over no table/);
});
