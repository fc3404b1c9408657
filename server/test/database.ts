import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../runtime/embedded/embedded.ts';
import { signal } from '../runtime/embedded/processes.ts';
import { migrate, migrationFiles } from '../runtime/migrate.ts';

/** Names the environment variable with the address of the server that a whole test run shares. */
export const serverVariable = 'OPENEMI_TEST_SERVER';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

export interface TestServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** What a test loses in a crash of the machine is worth nothing. Never outside tests. */
const forgetful = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '128MB' };

let server: Promise<string> | undefined;
let made = 0;

/**
 * A fresh, migrated database for one test file, on the run's server; a test file that is run alone starts a server of
 * its own, which ends with the process.
 */
export async function testDatabase(): Promise<TestDatabase> {
  server ??= Promise.resolve(process.env[serverVariable] ?? ownServer());
  const url = await server;
  const template = await withAdmin(url, (admin) => ensureTemplate(admin, url));
  made += 1;
  const name = `test_${process.pid}_${made}`;
  await withAdmin(url, (admin) => admin.query(`create database ${name} template ${template} strategy file_copy`));
  return {
    url: addressOf(url, name),
    drop: () =>
      withAdmin(url, async (admin) => {
        await admin.query(`drop database if exists ${name} with (force)`);
      }),
  };
}

/** Starts a server for tests in a temporary folder, which is removed when it stops. */
export async function startTestServer(): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'openemi-test-'));
  chmodSync(folder, 0o711);
  const embedded = await startEmbedded({ dataRoot: folder, settings: forgetful });
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 10 });
  // For a process that ends without stopping it, which waits for nothing any more.
  const abandon = () => {
    signal(embedded.pid, 'SIGKILL');
    rmSync(new URL(embedded.url).searchParams.get('host') ?? '', { recursive: true, force: true });
    remove();
  };
  process.once('exit', abandon);
  return {
    url: embedded.url,
    async stop() {
      process.off('exit', abandon);
      await embedded.stop();
      remove();
    },
  };
}

async function ownServer(): Promise<string> {
  const own = await startTestServer();
  process.once('beforeExit', () => void own.stop());
  return own.url;
}

/** Any number, the same in every test process: who holds it may make the template. */
const templateLock = 7_204_112;

/** Migrates once for each state of the migrations; every test database is a copy of that. */
async function ensureTemplate(admin: pg.Client, url: string): Promise<string> {
  const hash = createHash('sha256');
  for (const { sha256 } of migrationFiles()) hash.update(sha256);
  const name = `template_${hash.digest('hex').slice(0, 16)}`;
  await admin.query('select pg_advisory_lock($1)', [templateLock]);
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) {
    // Under another name until it is whole: a failed migration must not leave a template behind.
    await admin.query(`drop database if exists ${name}_draft with (force)`);
    await admin.query(`create database ${name}_draft`);
    await migrate(addressOf(url, `${name}_draft`));
    // A template can only be copied while nobody is connected to it.
    await admin.query(`alter database ${name}_draft with allow_connections false`);
    await admin.query(`alter database ${name}_draft rename to ${name}`);
  }
  await admin.query('select pg_advisory_unlock($1)', [templateLock]);
  return name;
}

async function withAdmin<T>(url: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

function addressOf(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}
