import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { allActiveInstances } from '../domains/instances/service.ts';
import { openLedger } from '../domains/ledger/engine.ts';
import { systemClock } from '../kernel/clock.ts';
import type { Queryable } from '../kernel/database.ts';
import { parseToken } from '../kernel/ids.ts';
import type { ChoreContext } from '../kernel/job.ts';
import type { Vault } from '../kernel/operation.ts';
import { type Config, readConfig } from '../runtime/config.ts';
import { startEmbedded } from '../runtime/embedded/embedded.ts';
import { openOutcomes } from '../runtime/idempotency.ts';
import { openLog } from '../runtime/log.ts';
import { openMetrics } from '../runtime/metrics.ts';
import { type OpenDatabase, openDatabase } from '../runtime/postgres.ts';
import { schedule } from '../runtime/schedule.ts';
import { openTransact } from '../runtime/transact.ts';
import { openVault } from '../runtime/vault.ts';
import { CliError, type Input, misuse, progress } from './command.ts';
import { parseJsonText } from './json-text.ts';

/** The bank's database, as an operator's command reaches it: beside a running server or alone. */
export interface Books {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly database: OpenDatabase;
  readonly vault: Vault;
}

const undefinedTable = '42P01';
const undefinedSchema = '3F000';

/** The configuration of the server that stands in this project. */
export function projectConfig(): Config {
  return readConfig(process.env, fileURLToPath(new URL('../..', import.meta.url)));
}

/**
 * Opens the database of DATABASE_URL, or the embedded one: joins the server that runs there, or starts it and stops it
 * again. Progress goes to standard error.
 */
export async function withBooks<T>(work: (books: Books) => Promise<T>): Promise<T> {
  const config = projectConfig();
  const embedded =
    config.databaseUrl === undefined ? await startEmbedded({ dataRoot: config.data, log: progress }) : undefined;
  try {
    const databaseUrl = config.databaseUrl ?? embedded!.url;
    const database = openDatabase(databaseUrl, { max: 2 });
    try {
      return await work({ config, databaseUrl, database, vault: openVault(config.masterKeys) });
    } finally {
      await database.close();
    }
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === undefinedTable || code === undefinedSchema) {
      throw new CliError('the database has not been set up: run `openemi migrate` first');
    }
    throw error;
  } finally {
    await embedded?.stop();
  }
}

/**
 * One transaction of an instance at a time, as the server's jobs have it: what is emitted is numbered and sealed with it,
 * and servers that run deliver it.
 */
export function openWork({ database, vault }: Pick<Books, 'database' | 'vault'>): ChoreContext['transact'] {
  const clock = systemClock;
  const outcomes = openOutcomes(clock);
  const [metrics, log, committed] = [openMetrics(), openLog(), () => {}];
  const ledger = openLedger({ database, vault, clock, outcomes, schedule, metrics, log, committed });
  return openTransact({ database, ledger, schedule, scheduled: committed });
}

/** The instance that is meant: the named one, or the only one, or in a sandbox the first, which is the one to play with. */
export async function chooseInstance(db: Queryable, { config }: Pick<Books, 'config'>, named: string | undefined) {
  const instances = await allActiveInstances(db);
  if (named !== undefined) {
    const found = instances.find(({ id }) => id === parseToken(named));
    if (found === undefined) throw new CliError(`there is no active instance ${named}`);
    return found.id;
  }
  const [first] = instances;
  if (first === undefined) throw new CliError('there is no instance yet: `openemi instances create` makes one');
  if (instances.length === 1 || config.environment === 'sandbox') return first.id;
  throw misuse(`--instance is needed, one of: ${instances.map(({ id, name }) => `${id} (${name})`).join(', ')}`);
}

/** The option of commands that work on one instance. */
export const instanceOption = {
  type: 'string',
  value: '<id>',
  about: 'whose; needed where there are several (in a sandbox: the first)',
} as const;

/** Works on the books of the instance that is meant. */
export function withInstance<T>(input: Input, work: (books: Books, instance: string) => Promise<T>): Promise<T> {
  return withBooks(async (books) => {
    return work(books, await chooseInstance(books.database, books, input.text('instance')));
  });
}

/** The text of a file that an option or a word names. */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new CliError(`cannot read ${path}: ${(error as NodeJS.ErrnoException).code}`);
  }
}

/** The JSON in a file. */
export function readJson(path: string): unknown {
  return parseJsonText(readText(path), `${path} is`);
}
