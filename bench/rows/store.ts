import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Bank, openBank } from '../../server/bank.ts';
import type { Log } from '../../server/kernel/log.ts';
import { withLongClient } from '../../server/runtime/archive/long-client.ts';
import { type Embedded, startEmbedded } from '../../server/runtime/embedded/embedded.ts';
import { migrate, migrationFiles } from '../../server/runtime/migrate.ts';
import { seedInstance } from '../../server/seed.ts';
import { type Funded, fundedInstance } from '../fixture.ts';
import { loadHistory, spanMs } from './load.ts';

/** A PostgreSQL of the bench's own whose loaded database outlives the run. */
export interface RowStore {
  readonly embedded: Embedded;
  /** Opens the bank on one of its databases; the caller closes it. */
  open(url: string): Bank;
  /** The database with the stored history. */
  stored(): Promise<{ readonly url: string; readonly funded: (bank: Bank) => Promise<Funded> }>;
  /** A new database with as many accounts and so many stored transactions, 0 for none; its instance as well. */
  fresh(name: string, transactions: number): Promise<{ readonly url: string; readonly funded: Funded }>;
  stop(): Promise<void>;
}

const bytesOfTransaction = 1600;

/**
 * Opens the store for so many transactions in OPENEMI_DATA/bench. It is named after the migrations and the size: another
 * schema loads anew, and what is left of older ones is removed.
 */
export async function openRowStore(transactions: number, accounts: number, log: Log): Promise<RowStore> {
  const folder = folderFor(transactions, accounts);
  const embedded = await startEmbedded({ dataRoot: folder });
  const masterKeys = [masterKeyOf(folder)];
  const open = (url: string, past = false) => {
    const now = () => new Date(Date.now() - (past ? spanMs : 0));
    return openBank({ databaseUrl: url, environment: 'sandbox', masterKeys, log, clock: { now } });
  };
  const fill = async (name: string, count: number) => {
    const url = await createDatabase(embedded.url, name);
    await migrate(url);
    const bank = open(url, true);
    try {
      const funded = await fundedInstance(bank, accounts, new Date(Date.now() - spanMs));
      if (count > 0) await loadHistory(bank, url, funded, count);
      return { url, funded };
    } finally {
      await bank.close();
    }
  };
  return {
    embedded,
    open: (url) => open(url),
    async stored() {
      const note = join(folder, 'stored.json');
      if (!existsSync(note)) {
        assertRoom(folder, transactions);
        const started = performance.now();
        const { funded } = await fill('stored', transactions);
        console.log(`stored ${transactions} transactions in ${Math.round((performance.now() - started) / 1000)} s`);
        writeFileSync(note, JSON.stringify({ instance: funded.instance }));
      }
      const { instance } = JSON.parse(readFileSync(note, 'utf8')) as { instance: string };
      return { url: addressOf(embedded.url, 'stored'), funded: (bank) => readFunded(bank, instance) };
    },
    fresh: fill,
    stop: () => embedded.stop(),
  };
}

function folderFor(transactions: number, accounts: number): string {
  const root = resolve(import.meta.dirname, '../..', process.env.OPENEMI_DATA || '.openemi', 'bench');
  const hash = createHash('sha256');
  for (const { sha256 } of migrationFiles()) hash.update(sha256);
  const schema = `rows-${hash.digest('hex').slice(0, 12)}`;
  mkdirSync(root, { recursive: true, mode: 0o711 });
  for (const name of readdirSync(root)) {
    if (name.startsWith('rows-') && !name.startsWith(schema)) rmSync(join(root, name), { recursive: true });
  }
  const folder = join(root, `${schema}-${transactions}-${accounts}`);
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  return folder;
}

/** Seals of the history are keyed by it, so it is kept beside the history. */
function masterKeyOf(folder: string): Buffer {
  const file = join(folder, 'master.key');
  if (!existsSync(file)) writeFileSync(file, randomBytes(32), { mode: 0o600 });
  return readFileSync(file);
}

function assertRoom(folder: string, transactions: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
  const needed = transactions * bytesOfTransaction;
  if (bavail * bsize < needed)
    throw new Error(`${gigabytes(needed)} are needed in ${folder}, ${gigabytes(bavail * bsize)} are free`);
}

/** The instance of an earlier load: its key as the sandbox finds it again, its balances in the order of their ids. */
async function readFunded(bank: Bank, instance: string): Promise<Funded> {
  const made = await seedInstance(bank.database, bank.vault, instance, 'Bench', new Date());
  const rows = await bank.database.query<{ id: string }>(
    `select balance_id as id from ledger.balances where instance_id = $1 and kind = 'holder' order by balance_id`,
    [instance],
  );
  return { ...made, balances: rows.map(({ id }) => id) };
}

async function createDatabase(url: string, name: string): Promise<string> {
  await withLongClient(url, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name}`);
  });
  return addressOf(url, name);
}

function addressOf(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}
