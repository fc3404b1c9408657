import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyLedger } from '../domains/ledger/verify.ts';
import { checkBooks } from '../prove/books.ts';
import { readBooks } from '../prove/books-store.ts';
import { startLoad } from '../prove/load-process.ts';
import { freePort } from '../prove/server-process.ts';
import { fundedAccount } from '../prove/signed-client.ts';
import { findPostmaster } from '../runtime/embedded/postmaster.ts';
import { isRunning, until } from '../runtime/embedded/processes.ts';
import { type OpenDatabase, openDatabase } from '../runtime/postgres.ts';
import { openVault, parseMasterKeys } from '../runtime/vault.ts';
import { instanceOf } from './instance-of.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const initialMinor = 10_000;
const transfers = 1_200;

test('the disk is full: no answer is untrue, and the service comes back once there is room', {
  timeout: 120_000,
}, async (context) => {
  const data = mkdtempSync(join(tmpdir(), 'openemi-full-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=200m,mode=711', 'tmpfs', data]);
  if (mounted.status !== 0) {
    rmdirSync(data);
    context.skip('a small disk cannot be mounted here');
    return;
  }
  let server: ServerProcess | undefined;
  try {
    server = await startServer({ data, port: await freePort() });
    await fillUnderLoad(server, data);
    assert.equal(await server.end('SIGTERM'), 0);
  } catch (error) {
    console.log(server?.output());
    throw error;
  } finally {
    await server?.end('SIGKILL');
    spawnSync('umount', ['-l', data]);
    rmdirSync(data);
  }
});

async function fillUnderLoad(server: ServerProcess, data: string): Promise<void> {
  const { target, merchant } = server;
  const accounts = Array.from({ length: 10 }, () => fundedAccount(target, merchant, initialMinor));
  const balances = (await Promise.all(accounts)).map(({ balance }) => balance);
  const db = openDatabase(databaseUrl(server), { max: 1 });
  let settled = 0;
  let under = () => {};
  const underWay = new Promise<void>((resolve) => {
    under = resolve;
  });
  const load = startLoad({ target, balances, transfers, inFlight: 8, seed: 1, name: 'full' }, () => {
    settled += 1;
    if (settled === 200) under();
  });
  try {
    await underWay;
    const filler = fill(data);
    await breakWal(db, server.databaseData!);
    const before = settled;
    await sleep(2_000);
    assert.ok(settled - before < 100, 'the disk is not really full');
    console.log(`${settled} transfers were settled when the disk was full for two seconds`);
    rmSync(filler);
    const all = await load.settled;
    assert.equal(all.length, transfers);
    checkBooks(await readBooks(db, await instanceOf(db, target)), all, balances, initialMinor);
    const vault = openVault(parseMasterKeys(readFileSync(join(data, 'master.key'), 'utf8').trim())!);
    const { instances } = await verifyLedger(db, vault);
    assert.deepEqual(
      instances.flatMap(({ problems }) => problems),
      [],
    );
  } finally {
    load.kill();
    await db.close();
  }
}

/** The address of the server's own PostgreSQL, as it is noted beside the data. */
function databaseUrl({ databaseData }: ServerProcess): string {
  const { socket } = JSON.parse(readFileSync(join(dirname(databaseData!), 'app.json'), 'utf8'));
  return `postgresql://openemi@localhost/openemi?host=${encodeURIComponent(socket)}`;
}

/** Writes a file until nothing more fits; answers its path. */
function fill(folder: string): string {
  const path = join(folder, 'filler');
  const file = openSync(path, 'w');
  for (const size of [1 << 20, 1 << 12]) {
    const block = Buffer.alloc(size);
    try {
      for (;;) writeSync(file, block);
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
    }
  }
  closeSync(file);
  return path;
}

/** Has PostgreSQL need new files for its log until it cannot make one, which ends it. */
async function breakWal(db: OpenDatabase, data: string): Promise<void> {
  const pid = findPostmaster(data)!.pid;
  const ends = async () => {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      // Without a record in it, a file of the log is not left for the next one.
      await db.query("select pg_logical_emit_message(true, 'filling', '')");
      await db.query('select pg_switch_wal()');
    }
  };
  await assert.rejects(ends(), /No space left on device|Connection terminated/);
  assert.ok(await until(() => !isRunning(pid), 10_000), 'PostgreSQL has not ended');
}
