import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { readTables } from '../runtime/archive/tables.ts';
import { testDatabase } from '../test/database.ts';
import { operatorOf, runCli } from '../test/run-cli.ts';
import { openTestBank, type TestBank } from '../test/test-bank.ts';

let t: TestBank;
let folder: string;

before(async () => {
  t = await openTestBank();
  folder = mkdtempSync(join(tmpdir(), 'openemi-archive-'));
  for (const key of [t.sandbox.first, t.sandbox.second]) await live(key);
  await t.settle();
});
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await t.close();
});

/** Something of everything: users, virtual accounts, UK numbers, money, webhooks, texts that are hard to write. */
async function live(key: TestBank['sandbox']['first']): Promise<void> {
  const done = async (operation: string, input: Parameters<TestBank['call']>[1]) => {
    const answer = await t.call(operation, { key, ...input });
    assert.equal(answer.code, 0, answer.text);
    return answer.data;
  };
  const name = {
    first_name: 'Ána "Q\\"',
    last_name: 'Ди\u2028мова',
    birthday: '1984-02-29',
    nationality: 'BG',
    country: 'BG',
  };
  const user = await done('user_create', { body: { email: `${key.apiKey}@example.org`, ...name } });
  const main = await done('account_create', { body: { program: 'EUR-BUSINESS', merchant: key.merchant } });
  await done('account_create', { body: { program: 'EUR-BUSINESS', merchant: key.merchant, main: main.token } });
  const sterling = await done('account_create', { body: { program: 'GBP-CONSUMER', user: user.token } });
  assert.ok(sterling.balances[0].sort_code);
  const other = await done('account_create', { body: { program: 'EUR-BUSINESS', merchant: key.merchant } });
  await done('sim_account_fund', { params: { account: main.token }, body: { amount: 100 } });
  const [debtor, creditor] = [main, other].map(({ balances }) => ({ balance: balances[0].token }));
  const transfer = { amount: 12.34, currency: 'EUR', reference: 'a\nb\t"c"\\', debtor, creditor };
  await done('transfer_create', { body: transfer, headers: { 'x-idempotency-key': 'once' } });
  await done('webhook_create', { body: { url: 'http://127.0.0.1:9/', actions: ['KEY.EXPIRING'] } });
}

const openemi = (words: string[], databaseUrl = t.databaseUrl) =>
  runCli(words, { ...operatorOf(t), DATABASE_URL: databaseUrl });

/** The digest of every table's rows, as the database writes them. */
async function contents(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found: Record<string, string> = {};
    for (const { name } of await readTables(client)) {
      const { rows } = await client.query<{ row: string }>(`select r::text as row from ${name} r order by 1`);
      const digest = createHash('sha256')
        .update(rows.map(({ row }) => row).join('\n'))
        .digest('hex');
      found[name] = `${rows.length} ${digest}`;
    }
    return found;
  } finally {
    await client.end();
  }
}

test('what is exported and imported is the same to the byte, and its ledger verifies', async () => {
  const archive = join(folder, 'all');
  const exported = await openemi(['export', archive]);
  assert.equal(exported.code, 0, exported.stderr);
  const copy = await testDatabase();
  const imported = await openemi(['import', archive], copy.url);
  assert.equal(imported.code, 0, imported.stderr);
  assert.equal(JSON.parse(imported.stdout).rows, JSON.parse(exported.stdout).rows);
  assert.deepEqual(await contents(copy.url), await contents(t.databaseUrl));
  const verified = await openemi(['ledger', 'verify'], copy.url);
  assert.equal(verified.code, 0, verified.stdout);
  assert.deepEqual(await foreignKeys(copy.url), await foreignKeys(t.databaseUrl));
  const again = await openemi(['import', archive], copy.url);
  assert.deepEqual([again.code, again.stdout], [1, '']);
  assert.match(again.stderr, /^openemi: the database is not empty: there are rows in .*\n$/);
  await copy.drop();
});

async function foreignKeys(url: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    `select conrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated from pg_constraint
      where contype = 'f' order by 1, 2`,
  );
  await client.end();
  assert.ok(rows.length > 0);
  return rows;
}

test('one instance takes nothing of another with it', async () => {
  const { instance } = t.sandbox.second;
  const archive = join(folder, 'one');
  const exported = await openemi(['export', archive, '--instance', instance]);
  assert.equal(exported.code, 0, exported.stderr);
  const lines = readdirSync(archive)
    .filter((name) => name.endsWith('.gz'))
    .flatMap((name) =>
      gunzipSync(readFileSync(join(archive, name)))
        .toString('utf8')
        .split('\n'),
    );
  assert.ok(lines.some((line) => line.includes(instance)));
  assert.ok(!lines.some((line) => line.includes(t.sandbox.first.instance)));
  const copy = await testDatabase();
  const imported = await openemi(['import', archive], copy.url);
  assert.equal(imported.code, 0, imported.stderr);
  const verified = JSON.parse((await openemi(['ledger', 'verify'], copy.url)).stdout);
  assert.deepEqual([verified.ok, verified.instances.length], [true, 1]);
  const [all, one] = [await contents(t.databaseUrl), await contents(copy.url)];
  for (const table of ['accounts.sort_codes', 'accounts.ibans', 'keys.directory', 'ledger.transactions']) {
    assert.ok(Number.parseInt(one[table]!, 10) > 0 && one[table] !== all[table], `${table}: ${one[table]}`);
  }
  await copy.drop();
});

test('an archive that was touched, cut off, sealed by another key or of other tables is refused, and nothing is written', async () => {
  const archive = join(folder, 'touched');
  assert.equal((await openemi(['export', archive])).code, 0);
  const file = join(archive, 'manifest.json');
  const manifest = readFileSync(file, 'utf8');
  const copy = await testDatabase();
  const refusedWith = async (line: RegExp, env = {}) => {
    const { code, stderr } = await runCli(['import', archive], { ...operatorOf(t), DATABASE_URL: copy.url, ...env });
    assert.equal(code, 1);
    assert.match(stderr, line);
    assert.match((await contents(copy.url))['ledger.heads']!, /^0 /);
  };
  await refusedWith(/^openemi: OPENEMI_MASTER_KEY lacks the key [0-9a-f]{8} .*\n$/, {
    OPENEMI_MASTER_KEY: '00'.repeat(32),
  });
  writeFileSync(file, manifest.replace('0002-ledger.sql', '0002-other.sql'));
  await refusedWith(/^openemi: the archive's tables are of another version/);
  writeFileSync(file, manifest.replace(/"rows": 2,/, '"rows": 3,'));
  await refusedWith(/^openemi: \S+ holds 2 rows, and the manifest says 3\n$/);
  writeFileSync(file, manifest);
  appendFileSync(join(archive, 'ledger.movements.jsonl.gz'), 'x');
  await refusedWith(/^openemi: ledger\.movements\.jsonl\.gz is not as it was exported/);
  rmSync(file);
  await refusedWith(/^openemi: .* is no whole archive: manifest\.json is missing\n$/);
  const full = await openemi(['export', archive]);
  assert.match(full.stderr, /^openemi: .* is not empty\n$/);
  await copy.drop();
});
