import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { OutcomeUnknown } from '../kernel/posting.ts';
import { classify } from '../kernel/sqlstate.ts';
import { type TestDatabase, testDatabase } from '../test/database.ts';
import { migrate } from './migrate.ts';
import { type OpenDatabase, openDatabase } from './postgres.ts';

let made: TestDatabase;
let db: OpenDatabase;

before(async () => {
  made = await testDatabase();
  db = openDatabase(made.url, { max: 2 });
  await db.query('create table public.things (id int primary key, amount bigint check (amount > 0))');
});
after(async () => {
  await db.close();
  await made.drop();
});

test('values come and go as the types say', async () => {
  const text =
    'select $1::bigint as a, $2::bigint[] as b, $3::timestamptz as c, $4::jsonb as d, $5::uuid[] as e, $6::bytea[] as f';
  const at = new Date('2026-11-20T10:15:30.123Z');
  const ids = ['0198f0aa-0000-7000-8000-00000000000a'];
  const big = 9007199254740993n;
  const [row] = await db.query(text, [big, [big, null, 1n], at, JSON.stringify({ x: [1] }), ids, [Buffer.of(0, 255)]]);
  assert.deepEqual(row, { a: big, b: [big, null, 1n], c: at, d: { x: [1] }, e: ids, f: [Buffer.of(0, 255)] });
});

test('a transaction commits whole or not at all', async () => {
  await db.transaction((tx) => tx.query('insert into public.things values (1, 5)'));
  await assert.rejects(
    db.transaction(async (tx) => {
      await tx.query('insert into public.things values (2, 5)');
      throw new Error('changed my mind');
    }),
    /changed my mind/,
  );
  // Somebody swallows the error of a statement, or does not wait for it: the commit must not look like one.
  for (const leave of [(sent: Promise<unknown>) => sent.catch(() => {}), async (sent: Promise<unknown>) => void sent]) {
    await assert.rejects(
      db.transaction(async (tx) => {
        await tx.query('insert into public.things values (3, 5)');
        await leave(tx.query('insert into public.things values (3, 5)'));
      }),
      /duplicate key/,
    );
  }
  // Who goes back to a savepoint has dealt with the error.
  await db.transaction(async (tx) => {
    await tx.query('savepoint here');
    await tx.query('insert into public.things values (1, 5)').catch(() => {});
    await tx.query('rollback to savepoint here');
  });
  assert.deepEqual(await db.query('select id from public.things'), [{ id: 1 }]);
});

test('errors are classified by SQLSTATE', async () => {
  const failure = (text: string) => db.query(text).then(() => assert.fail(), classify);
  assert.equal(await failure('insert into public.things values (1, 5)'), 'data');
  assert.equal(await failure('insert into public.things values (9, -5)'), 'data');
  assert.equal(await failure(`select 'x'::int`), 'data');
  assert.equal(await failure('select nothing'), 'fault');
  for (const [code, expected] of [
    ['40001', 'again'],
    ['40P01', 'again'],
    ['55P03', 'again'],
    ['53100', 'unknown'],
    ['57P01', 'unknown'],
    ['58030', 'unknown'],
    ['08006', 'unknown'],
    ['ECONNRESET', 'unknown'],
    ['EPIPE', 'unknown'],
    ['42601', 'fault'],
  ] as const) {
    assert.equal(classify(Object.assign(new Error('x'), { code })), expected, code);
  }
  assert.equal(classify(new Error('Query read timeout')), 'unknown');
  assert.equal(classify(new Error('Connection terminated unexpectedly')), 'unknown');
  assert.equal(classify(new OutcomeUnknown(undefined)), 'unknown');
});

test('a connection that is cut is replaced, and its error is no commit', async () => {
  const cut = db.transaction(async (tx) => {
    await tx.query('insert into public.things values (7, 5)');
    await tx.query('select pg_terminate_backend(pg_backend_pid())');
  });
  await assert.rejects(cut, (error) => classify(error) === 'unknown' && !(error instanceof OutcomeUnknown));
  assert.deepEqual(await db.query('select id from public.things where id = 7'), []);
});

test('every connection has its time-outs; the engine plans for the values at hand', async () => {
  const shown = async (database: OpenDatabase, name: string) =>
    (await database.query<{ value: string }>('select current_setting($1) as value', [name]))[0]?.value;
  assert.equal(await shown(db, 'statement_timeout'), '10s');
  assert.equal(await shown(db, 'idle_in_transaction_session_timeout'), '10s');
  assert.equal(await shown(db, 'default_transaction_isolation'), 'read committed');
  assert.equal(await shown(db, 'plan_cache_mode'), 'auto');
  const engine = openDatabase(made.url, { max: 1, engine: true });
  assert.equal(await shown(engine, 'plan_cache_mode'), 'force_custom_plan');
  await engine.close();
});

test('servers that start at once migrate once; a changed migration is refused', async () => {
  assert.deepEqual((await Promise.all([migrate(made.url), migrate(made.url)])).flat(), []);
  await db.query(`update runtime.migrations set sha256 = 'other' where name like '0001%'`);
  await assert.rejects(migrate(made.url), /0001-instances.sql was changed after it had run/);
});
