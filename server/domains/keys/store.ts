import type { Queryable } from '../../kernel/database.ts';
import type { KeyRow } from './model.ts';

/** Writes a new key and where it belongs. */
export async function insertKey(tx: Queryable, key: KeyRow): Promise<void> {
  await tx.query('insert into keys.directory (api_key, instance_id) values ($1, $2)', [key.apiKey, key.instance]);
  await tx.query(
    `insert into keys.keys
       (instance_id, api_key, label, secret, previous_secret, previous_until, scopes, constraints, hash_compat,
        require_hash_v2, replay_guard, rate_per_second, rate_burst, disabled, expires_at, pgp_public_key,
        pgp_fingerprint, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
    [...changeable(key), key.createdAt],
  );
}

/** Writes everything of a key that can change. */
export async function updateKey(tx: Queryable, key: KeyRow): Promise<void> {
  await tx.query(
    `update keys.keys
     set label = $3, secret = $4, previous_secret = $5, previous_until = $6, scopes = $7, constraints = $8,
         hash_compat = $9, require_hash_v2 = $10, replay_guard = $11, rate_per_second = $12, rate_burst = $13,
         disabled = $14, expires_at = $15, pgp_public_key = $16, pgp_fingerprint = $17
     where instance_id = $1 and api_key = $2`,
    changeable(key),
  );
}

function changeable(key: KeyRow): unknown[] {
  return [
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
    key.pgpPublicKey,
    key.pgpFingerprint,
  ];
}

/** Removes a key: from now on it is unknown. */
export async function deleteKey(tx: Queryable, instance: string, apiKey: string): Promise<void> {
  await tx.query('delete from keys.keys where instance_id = $1 and api_key = $2', [instance, apiKey]);
  await tx.query('delete from keys.directory where api_key = $1', [apiKey]);
}

/** From now on no key of an instance opens anything. */
export async function disableKeys(tx: Queryable, instance: string): Promise<void> {
  await tx.query('update keys.keys set disabled = true where instance_id = $1', [instance]);
}

export async function readInstanceOf(db: Queryable, apiKey: string): Promise<string | undefined> {
  const rows = await db.query<{ instance: string }>(
    'select instance_id as instance from keys.directory where api_key = $1',
    [apiKey],
  );
  return rows[0]?.instance;
}

type Columns = Omit<KeyRow, 'rateLimit'> & { ratePerSecond: number | null; rateBurst: number | null };

const columns = `instance_id as instance, api_key as "apiKey", label, secret, previous_secret as "previousSecret",
  previous_until as "previousUntil", scopes, constraints, hash_compat as "hashCompat",
  require_hash_v2 as "requireHashV2", replay_guard as "replayGuard", rate_per_second as "ratePerSecond",
  rate_burst as "rateBurst", disabled, expires_at as "expiresAt", pgp_public_key as "pgpPublicKey",
  pgp_fingerprint as "pgpFingerprint", last_used_at as "lastUsedAt", created_at as "createdAt"`;
const oneKey = `select ${columns} from keys.keys where instance_id = $1 and api_key = $2`;

function keyRow({ ratePerSecond, rateBurst, ...rest }: Columns): KeyRow {
  const limited = ratePerSecond !== null && rateBurst !== null;
  return { ...rest, rateLimit: limited ? { perSecond: ratePerSecond, burst: rateBurst } : null };
}

export async function readKey(db: Queryable, instance: string, apiKey: string): Promise<KeyRow | undefined> {
  const [row] = await db.query<Columns>(oneKey, [instance, apiKey]);
  return row && keyRow(row);
}

/** Locks a key against every other change of it. */
export async function lockKey(tx: Queryable, instance: string, apiKey: string): Promise<KeyRow | undefined> {
  const [row] = await tx.query<Columns>(`${oneKey} for update`, [instance, apiKey]);
  return row && keyRow(row);
}

/** The keys of an instance, newest first. */
export async function readKeys(db: Queryable, instance: string): Promise<KeyRow[]> {
  const rows = await db.query<Columns>(
    `select ${columns} from keys.keys where instance_id = $1 order by created_at desc, api_key`,
    [instance],
  );
  return rows.map(keyRow);
}

/** Notes that a key was used, unless a later use is noted already. */
export async function noteUse(db: Queryable, instance: string, apiKey: string, at: Date): Promise<void> {
  await db.query(
    `update keys.keys set last_used_at = $3
     where instance_id = $1 and api_key = $2 and (last_used_at is null or last_used_at < $3)`,
    [instance, apiKey, at],
  );
}

/** Marks the keys of an instance that end before a moment as told of, and answers those that were not yet. */
export async function takeExpiring(
  tx: Queryable,
  instance: string,
  now: Date,
  before: Date,
): Promise<{ apiKey: string; label: string; expiresAt: Date }[]> {
  return tx.query(
    `update keys.keys set told_expires_at = expires_at
     where instance_id = $1 and not disabled and expires_at > $2 and expires_at <= $3
       and told_expires_at is distinct from expires_at
     returning api_key as "apiKey", label, expires_at as "expiresAt"`,
    [instance, now, before],
  );
}
