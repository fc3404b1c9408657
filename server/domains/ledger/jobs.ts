import type { Database } from '../../kernel/database.ts';
import type { Log } from '../../kernel/log.ts';
import { readSealHeads } from './store.ts';

/**
 * Writes the last seal of each instance to the log, where it has changed: a copy outside the database, so that who
 * rewrites the whole chain with a stolen key still contradicts it.
 */
export function openSealLog(database: Database, log: Log): () => Promise<void> {
  const logged = new Map<string, bigint>();
  return async () => {
    for (const { instance, number, mac } of await readSealHeads(database)) {
      if (number === (logged.get(instance) ?? 0n)) continue;
      log.info({ instance, number: String(number), seal: mac.toString('hex') }, 'the ledger is sealed up to here');
      logged.set(instance, number);
    }
  };
}
