import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { soundLedger } from '../prove/ledger.ts';
import { judgeCopies, judgeWithdrawals } from '../prove/races.ts';
import { judgeStrong } from '../prove/replays.ts';
import { reportMarkdown, reportText } from '../prove/report.ts';
import { tell } from '../prove/story.ts';
import { openWorld } from '../prove/world.ts';
import { operatorOf, runCli } from '../test/run-cli.ts';
import { openTestBank, type TestBank } from '../test/test-bank.ts';

let t: TestBank;
let folder: string;

before(async () => {
  t = await openTestBank();
  folder = mkdtempSync(join(tmpdir(), 'openemi-proof-'));
});
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await t.close();
});

const prove = (...words: string[]) => runCli(['prove', '--out', join(folder, 'proof.md'), ...words], operatorOf(t));

test('all promises are kept, and the report tells a stranger so', { timeout: 240_000 }, async () => {
  const { code, stdout, stderr } = await prove('--yes', '--transfers', '200', '--kills', '1', '--seed', '7');
  assert.equal(code, 0, stdout + stderr);
  const report = JSON.parse(stdout);
  assert.equal(report.ok, true);
  assert.deepEqual(
    report.stories.map(({ name, ok }: { name: string; ok: boolean }) => [name, ok]),
    ['race-in-one-process', 'race-across-processes', 'idempotency-key', 'replay', 'crash', 'ledger'].map((name) => [
      name,
      true,
    ]),
  );
  assert.equal(report.instances.length, 5);
  const text = readFileSync(report.report, 'utf8');
  assert.match(text, /^# Proof of the bank’s promises\n\nAll 6 promises were kept\./);
  assert.match(text, /Beware: fsync and synchronous_commit of this PostgreSQL is off/);
  assert.match(text, /openemi prove --transfers 200 --kills 1 --seed 7/);
  assert.ok(!text.includes(operatorOf(t).OPENEMI_MASTER_KEY!));
});

test('books that were changed by hand are found, and the report says so', async () => {
  const { database, vault } = t.bank;
  const change = (by: number) =>
    database.query(
      `update ledger.balances set posted = posted + $2 where instance_id = $1 and kind = 'fee-income' and currency = 'EUR'`,
      [t.sandbox.first.instance, by],
    );
  const say = () => {};
  const world = openWorld({ databaseUrl: t.databaseUrl, database, vault, masterKeys: t.masterKeys, say });
  await change(1);
  const told = await tell(soundLedger, world);
  await change(-1);
  await world.close();
  assert.equal(told.ok, false);
  assert.match(told.problems[0]!, /which was there before/);
  const surroundings = { database: '', postgres: '', openemi: '', fsync: 'on', synchronousCommit: 'on' };
  const size = { transfers: 1, kills: 1, seed: 1 };
  const report = { ok: false, at: '', seconds: 0, size, surroundings, instances: [], stories: [told] };
  assert.match(reportMarkdown(report), /\*\*Not all promises were kept\.\*\*/);
  assert.match(reportText(report), /^BROKEN {2}The books are sound\n/);
});

test('a given database is not touched without a yes, and production never', async () => {
  const unasked = await prove();
  assert.deepEqual([unasked.code, unasked.stdout], [2, '']);
  assert.match(unasked.stderr, /^openemi: --yes is needed: this makes instances in test_\d+_\d+ on .*\n$/);
  const hide = (name: string) =>
    t.bank.database.query('update runtime.migrations set sha256 = reverse(sha256) where name = $1', [name]);
  await hide('0002-ledger.sql');
  const old = await prove('--yes');
  await hide('0002-ledger.sql');
  assert.match(old.stderr, /^openemi: the database lacks 0002-ledger\.sql: run `openemi migrate` first\n$/);
  const { instance } = t.sandbox.second;
  const become = (environment: string) =>
    t.bank.database.query('update instances.instances set environment = $2 where instance_id = $1', [
      instance,
      environment,
    ]);
  await become('production');
  const production = await prove('--yes');
  await become('sandbox');
  assert.deepEqual([production.code, production.stdout], [1, '']);
  assert.match(production.stderr, /^openemi: this is production/);
});

test('the judges see what is wrong', () => {
  assert.deepEqual(judgeWithdrawals([12001, 0, 12001]), []);
  assert.deepEqual(judgeWithdrawals([0, 0, 12001]), ['the answers were 2 × 0, 1 × 12001']);
  assert.deepEqual(judgeWithdrawals([12001, 12001]), ['the answers were 2 × 12001']);
  assert.deepEqual(judgeWithdrawals([0, 500]), ['the answers were 1 × 0, 1 × 500']);
  const answer = (code: number, transaction?: string) => ({ code, data: { transaction } });
  assert.deepEqual(judgeCopies([answer(0, 'a'), answer(0, 'a')]), []);
  assert.deepEqual(judgeCopies([answer(0, 'a'), answer(0, 'b')]), ['the answers name 2 transactions']);
  assert.deepEqual(judgeCopies([answer(0, 'a'), answer(500)]), ['the answers were 1 × 0, 1 × 500']);
  assert.deepEqual(judgeStrong([answer(401), answer(0), answer(401)]), []);
  assert.deepEqual(judgeStrong([answer(0), answer(0)]), ['the answers were 2 × 0']);
});
