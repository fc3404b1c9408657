import { hash } from 'node:crypto';
import type { Clock } from '../kernel/clock.ts';
import type { Queryable } from '../kernel/database.ts';
import { minify } from '../kernel/json.ts';
import { type IdempotencyKey, KeyTaken, type Outcomes, type StoredOutcome } from '../kernel/posting.ts';
import type { FieldError } from '../kernel/refusal.ts';

const keptMs = 48 * 3_600_000;
const longestKey = 64;

export interface OpenOutcomes extends Outcomes {
  /** Forgets what is older than 48 hours of real time. */
  sweep(db: Queryable, instance: string): Promise<void>;
}

/** The outcomes under idempotency keys. `clock` is real time, whatever an instance's virtual clock says. */
export function openOutcomes(clock: Clock): OpenOutcomes {
  const oldest = () => new Date(clock.now().getTime() - keptMs);
  return {
    async probe(tx, instance, keys) {
      const found = new Map<string, StoredOutcome>();
      if (keys.length === 0) return found;
      const [operations, names] = [keys.map(({ operation }) => operation), keys.map(({ key }) => key)];
      const rows = await tx.query<OutcomeRow>(probeText, [instance, operations, names, oldest()]);
      for (const { operation, key, fingerprint, body } of rows) found.set(`${operation}|${key}`, { fingerprint, body });
      return found;
    },
    async store(tx, instance, outcomes) {
      if (outcomes.length === 0) return;
      // In one order everywhere, so that two groups that share keys wait for each other instead of deadlocking.
      const sorted = outcomes.toSorted((a, b) => (identity(a) < identity(b) ? -1 : 1));
      const columns = (['operation', 'key', 'fingerprint', 'body'] as const).map((name) =>
        sorted.map((each) => each[name]),
      );
      const stored = await tx.query(storeText, [instance, ...columns, clock.now(), oldest()]);
      if (stored.length < outcomes.length) throw new KeyTaken('an idempotency key was taken meanwhile');
    },
    async sweep(db, instance) {
      await db.query('delete from runtime.outcomes where instance_id = $1 and at < $2', [instance, oldest()]);
    },
  };
}

type OutcomeRow = IdempotencyKey & { readonly body: string };

const probeText = `
  select operation, key, fingerprint, body
  from runtime.outcomes
  where instance_id = $1 and (operation, key) in (select * from unnest($2::text[], $3::text[])) and at >= $4`;

// A key that is past its 48 hours but not swept yet is free again.
const storeText = `
  insert into runtime.outcomes (instance_id, operation, key, fingerprint, body, at)
  select $1, new.operation, new.key, new.fingerprint, new.body, $6
  from unnest($2::text[], $3::text[], $4::text[], $5::text[]) as new (operation, key, fingerprint, body)
  on conflict (instance_id, operation, key)
  do update set fingerprint = excluded.fingerprint, body = excluded.body, at = excluded.at where outcomes.at < $7
  returning 1`;

function identity({ operation, key }: IdempotencyKey): string {
  return `${operation}|${key}`;
}

/** Whether a client's key can be one: 1 to 64 printable characters. */
export function checkIdempotencyKey(key: string): readonly FieldError[] {
  if (key.length <= longestKey && /^[\x20-\x7e]+$/.test(key)) return [];
  return [{ field: 'x-idempotency-key', rule: 'max_length', message: 'must be 1 to 64 printable characters' }];
}

/** Tells one request from another under the same key: where it went to and its body, blanks between values aside. */
export function fingerprintOf(target: string, bodyText: string): string {
  return hash('sha256', `${target}\n${minify(bodyText)}`, 'hex');
}
