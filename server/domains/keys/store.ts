import type { Queryable } from '../../kernel/database.ts';
import type { KeyRow } from './model.ts';

export async function insertKey(tx: Queryable, key: KeyRow): Promise<void> {
  await tx.query('insert into keys.directory (api_key, instance_id) values ($1, $2)', [key.apiKey, key.instance]);
  await tx.query(
    `insert into keys.keys
       (instance_id, api_key, label, secret, previous_secret, previous_until, scopes, constraints, hash_compat,
        require_hash_v2, replay_guard, rate_per_second, rate_burst, disabled, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      key.instance,
      key.apiKey,
      key.label,
      key.secret,
      key.previousSecret,
      key.previousUntil,
      key.scopes,
      JSON.stringify(key.constraints),
      key.hashCompat,
      key.requireHashV2,
      key.replayGuard,
      key.rateLimit?.perSecond ?? null,
      key.rateLimit?.burst ?? null,
      key.disabled,
      key.expiresAt,
      key.createdAt,
    ],
  );
}

export async function readInstanceOf(db: Queryable, apiKey: string): Promise<string | undefined> {
  const rows = await db.query<{ instance: string }>(
    'select instance_id as instance from keys.directory where api_key = $1',
    [apiKey],
  );
  return rows[0]?.instance;
}

export async function readKey(db: Queryable, instance: string, apiKey: string): Promise<KeyRow | undefined> {
  type Row = Omit<KeyRow, 'rateLimit'> & { ratePerSecond: number | null; rateBurst: number | null };
  const [row] = await db.query<Row>(
    `select instance_id as instance, api_key as "apiKey", label, secret, previous_secret as "previousSecret",
            previous_until as "previousUntil", scopes, constraints, hash_compat as "hashCompat",
            require_hash_v2 as "requireHashV2", replay_guard as "replayGuard", rate_per_second as "ratePerSecond",
            rate_burst as "rateBurst", disabled, expires_at as "expiresAt", created_at as "createdAt"
     from keys.keys where instance_id = $1 and api_key = $2`,
    [instance, apiKey],
  );
  if (row === undefined) return undefined;
  const { ratePerSecond, rateBurst, ...rest } = row;
  const limited = ratePerSecond !== null && rateBurst !== null;
  return { ...rest, rateLimit: limited ? { perSecond: ratePerSecond, burst: rateBurst } : null };
}
