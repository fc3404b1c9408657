import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bank, openBank } from '../bank.ts';
import { verifyLedger } from '../domains/ledger/verify.ts';
import { newId } from '../kernel/ids.ts';
import { type Envelope, fundedAccount, signedCall, type Target, transferRequest } from '../prove/signed-client.ts';
import { startEmbedded } from '../runtime/embedded/embedded.ts';
import { migrate } from '../runtime/migrate.ts';
import { seedSandbox } from '../seed.ts';
import { testDatabase } from './database.ts';
import { openDatabaseProxy } from './database-proxy.ts';

/* PostgreSQL fails in ways other than dying: no answer may be untrue, and the service comes back by itself. */

const quiet = { info() {}, warn() {}, error() {} };
const forgetful = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '32MB' };

/** A bank with two funded accounts, on any database. */
interface Pair {
  readonly bank: Bank;
  readonly target: Target;
  /** Transfers from one account to the other, with the reference as its idempotency key too if it is `keyed`. */
  transfer(amountMinor: number, reference?: string, keyed?: boolean): Promise<Envelope>;
  /** How many transactions bear this transfer's reference, and what the debtor's balance is. */
  inBooks(reference: string): Promise<{ transactions: number; debtorMinor: number }>;
  close(): Promise<void>;
}

const fundedMinor = 100_000;

async function openPair(databaseUrl: string): Promise<Pair> {
  const bank = openBank({ databaseUrl, environment: 'sandbox', masterKeys: [randomBytes(32)], log: quiet });
  const { first } = await seedSandbox(bank.database, bank.vault, new Date());
  const target = { url: await bank.listen(0, '127.0.0.1'), apiKey: first.apiKey, secretKey: first.secretKey };
  const debtor = await fundedAccount(target, first.merchant, fundedMinor);
  const creditor = await fundedAccount(target, first.merchant, 0);
  return {
    bank,
    target,
    transfer(amountMinor, reference = newId(), keyed = true) {
      const more = { reference, ...(keyed && { idempotencyKey: reference }) };
      return signedCall(target, transferRequest(debtor.balance, creditor.balance, amountMinor, more));
    },
    async inBooks(reference) {
      const [row] = await bank.database.query<{ transactions: bigint; debtor: bigint }>(
        `select (select count(*) from ledger.transactions where instance_id = $1 and reference = $2) as transactions,
                (select posted from ledger.balances where instance_id = $1 and balance_id = $3) as debtor`,
        [first.instance, reference, debtor.balance],
      );
      return { transactions: Number(row!.transactions), debtorMinor: Number(row!.debtor) };
    },
    async close() {
      const { instances } = await verifyLedger(bank.database, bank.vault);
      await bank.close();
      assert.deepEqual(
        instances.flatMap(({ problems }) => problems),
        [],
      );
    },
  };
}

test('a connection cut around its commit: the caller gets a true answer and the transfer is there once', async (context) => {
  const database = await testDatabase();
  const proxy = await openDatabaseProxy(database.url);
  const pair = await openPair(proxy.url);
  context.after(() => closeAll(pair, proxy, { close: () => database.drop() }));
  let debtorMinor = fundedMinor;
  for (const at of ['before', 'sent', 'done', 'done', 'sent', 'before'] as const) {
    for (const keyed of [true, false]) {
      const cut = proxy.cutNextCommit(at);
      const reference = newId();
      const [answer] = await Promise.all([pair.transfer(100, reference, keyed), cut]);
      debtorMinor -= 100;
      assert.equal(answer.code, 0, at);
      assert.deepEqual(await pair.inBooks(reference), { transactions: 2, debtorMinor }, at);
      // Whoever asks again with the same key gets the same answer.
      if (keyed) assert.deepEqual(await pair.transfer(100, reference), answer, at);
    }
  }
  // A refusal is an outcome like any other.
  const reference = newId();
  const [refused] = await Promise.all([pair.transfer(fundedMinor, reference), proxy.cutNextCommit('done')]);
  assert.equal(refused.code, 12001);
  assert.deepEqual(await pair.inBooks(reference), { transactions: 0, debtorMinor });
});

/** Closes one after the other, whatever goes wrong with one of them. */
async function closeAll(...parts: readonly { close(): Promise<void> }[]): Promise<void> {
  const results = [];
  for (const part of parts) results.push(...(await Promise.allSettled([part.close()])));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** A PostgreSQL of its own, which can be stopped and let go on without disturbing anybody. */
async function openPausable() {
  const folder = mkdtempSync(join(tmpdir(), 'openemi-pause-'));
  chmodSync(folder, 0o711);
  const embedded = await startEmbedded({ dataRoot: folder, settings: forgetful });
  await migrate(embedded.url);
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of [embedded.pid, ...childrenOf(embedded.pid)]) process.kill(pid, signal);
  };
  return {
    url: embedded.url,
    async pausedFor<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
      signalAll('SIGSTOP');
      const done = work();
      await sleep(milliseconds);
      signalAll('SIGCONT');
      return done;
    },
    async close() {
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => parentOf(pid) === parent)
    .map(Number);
}

function parentOf(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 1).split(' ')[2]);
  } catch {
    return undefined;
  }
}

// Each has a PostgreSQL of its own and mostly waits, so they run side by side.
describe('PostgreSQL paused', { concurrency: true }, () => {
  test('PostgreSQL stands still for five seconds: every answer is true and the service goes on by itself', async (context) => {
    const postgres = await openPausable();
    const pair = await openPair(postgres.url);
    context.after(() => closeAll(pair, postgres));
    const references = Array.from({ length: 40 }, () => newId());
    assert.equal((await pair.transfer(100)).code, 0);
    const answers = await postgres.pausedFor(5_000, () =>
      Promise.all(references.map((reference) => pair.transfer(100, reference))),
    );
    assert.deepEqual([...new Set(answers.map(({ code }) => code))], [0]);
    for (const reference of references) assert.equal((await pair.inBooks(reference)).transactions, 2);
    assert.equal((await pair.inBooks('')).debtorMinor, fundedMinor - 4_100);
    assert.equal((await pair.transfer(100)).code, 0);
  });

  test('an outcome that stays unknown for ten seconds is answered as that, with the transaction to look up', async (context) => {
    const postgres = await openPausable();
    const pair = await openPair(postgres.url);
    context.after(() => closeAll(pair, postgres));
    assert.equal((await pair.transfer(100)).code, 0);
    const reference = newId();
    const [inFlight, queued] = await postgres.pausedFor(13_000, async () => {
      const first = pair.transfer(100, reference);
      // Once the first is in flight the second one waits in the queue: it is not begun, and that is what it is told.
      await sleep(500);
      return Promise.all([first, pair.transfer(100, 'queued')]);
    });
    assert.equal(inFlight.code, 500);
    assert.equal(inFlight.key, 'services.general.outcome_unknown');
    const { transaction } = inFlight.data;
    assert.equal(queued.code, 500);
    assert.notEqual(queued.key, 'services.general.outcome_unknown');
    const repeated = await pair.transfer(100, reference);
    assert.deepEqual([repeated.code, repeated.data.transaction], [0, transaction]);
    const details = await signedCall(pair.target, {
      operation: 'transaction_details',
      method: 'GET',
      path: `/v2/transactions/${transaction}`,
    });
    assert.deepEqual([details.code, details.data.reference, details.data.amount], [0, reference, 1]);
    assert.deepEqual(await pair.inBooks(reference), { transactions: 2, debtorMinor: fundedMinor - 200 });
    assert.equal((await pair.inBooks('queued')).transactions, 0);
  });
});
