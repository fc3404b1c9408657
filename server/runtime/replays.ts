import type { Clock } from '../kernel/clock.ts';
import type { Queryable } from '../kernel/database.ts';
import { windowSeconds } from '../kernel/signature.ts';

/** Remembers strongly signed requests for as long as their signature is valid, across all servers. */
export interface Replays {
  /** Whether this hash is here for the first time. */
  isFirst(instance: string, hash: string): Promise<boolean>;
  sweep(db: Queryable, instance: string): Promise<void>;
}

export function openReplays(db: Queryable, clock: Clock): Replays {
  return {
    async isFirst(instance, hash) {
      const text = `insert into runtime.replays (instance_id, hash, at) values ($1, $2, $3)
                    on conflict (instance_id, hash) do nothing returning 1`;
      return (await db.query(text, [instance, hash.toLowerCase(), clock.now()])).length === 1;
    },
    async sweep(queryable, instance) {
      // Signed up to a window early and seen at once, it stays valid for two windows.
      const oldest = new Date(clock.now().getTime() - 3 * windowSeconds * 1000);
      await queryable.query('delete from runtime.replays where instance_id = $1 and at < $2', [instance, oldest]);
    },
  };
}
