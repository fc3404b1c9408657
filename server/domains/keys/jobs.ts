import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/database.ts';
import type { Ledger } from '../../kernel/posting.ts';
import { activeInstances } from '../instances/service.ts';
import { expiring } from './events.ts';
import { takeExpiring } from './store.ts';

const aheadMs = 7 * 86_400_000;

/** Tells of each key once, within an hour, that it ends in less than seven days. In real time. */
export function tellExpiringKeys({ database, ledger, clock }: { database: Database; ledger: Ledger; clock: Clock }) {
  return {
    name: 'expiring keys',
    everyMs: 3_600_000,
    async run() {
      for (const instance of await activeInstances(database)) {
        await database.transaction(async (tx) => {
          const now = clock.now();
          const keys = await takeExpiring(tx, instance, now, new Date(now.getTime() + aheadMs));
          const events = keys.map((key) => expiring(key, 'expires', key.expiresAt));
          if (events.length > 0) await ledger.record(tx, instance, events);
        });
      }
    },
  };
}
