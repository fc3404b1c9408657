import { createSecretKey } from 'node:crypto';
import type { Queryable } from '../../kernel/database.ts';
import type { Vault } from '../../kernel/operation.ts';
import type { FindKey, Secret, SigningKey } from '../../kernel/signing-key.ts';
import type { KeyRow } from './model.ts';
import { insertKey, readInstanceOf, readKey } from './store.ts';

type Given = 'instance' | 'apiKey' | 'label' | 'scopes' | 'createdAt';

/** A key to create. What is left out: no constraints, the environment's rate limit, never expires. */
export type NewKey = Pick<KeyRow, Given> &
  Partial<Omit<KeyRow, Given | 'secret' | 'previousSecret'>> & {
    readonly secret: string;
    /** Still taken until `previousUntil`. */
    readonly previousSecret?: string;
  };

/** Creates a key; its secrets are sealed before they are stored. */
export async function createKey(tx: Queryable, vault: Vault, key: NewKey): Promise<void> {
  const { secret, previousSecret, ...rest } = key;
  const seal = (plain: string) => vault.seal(plain, secretPlace(key.instance, key.apiKey));
  await insertKey(tx, {
    constraints: {},
    hashCompat: false,
    requireHashV2: false,
    replayGuard: false,
    rateLimit: null,
    disabled: false,
    expiresAt: null,
    previousUntil: null,
    ...rest,
    secret: seal(secret),
    previousSecret: previousSecret === undefined ? null : seal(previousSecret),
  });
}

/** A key's current secret in the clear, for the sandbox's own files. Throws when another master key sealed it. */
export async function revealSecret(
  db: Queryable,
  vault: Vault,
  instance: string,
  apiKey: string,
): Promise<string | undefined> {
  const key = await readKey(db, instance, apiKey);
  return key && vault.open(key.secret, secretPlace(instance, apiKey)).toString('utf8');
}

const keptMs = 1000;
const mostKept = 10_000;
const longestKey = 64;

/** The look-up for the signed door. A key that was found, or was not, is remembered for a second at most. */
export function openKeys(db: Queryable, vault: Vault): FindKey {
  const known = new Map<string, { readonly readAt: number; readonly key: Promise<SigningKey | undefined> }>();
  return (apiKey) => {
    const entry = known.get(apiKey);
    if (entry !== undefined && performance.now() - entry.readAt < keptMs) return entry.key;
    if (apiKey.length > longestKey) return Promise.resolve(undefined);
    // Strangers can fill this with keys that do not exist: it costs them more than us.
    if (known.size >= mostKept) known.clear();
    const key = readSigningKey(db, vault, apiKey);
    known.set(apiKey, { readAt: performance.now(), key });
    key.catch(() => known.delete(apiKey));
    return key;
  };
}

async function readSigningKey(db: Queryable, vault: Vault, apiKey: string): Promise<SigningKey | undefined> {
  const instance = await readInstanceOf(db, apiKey);
  const key = instance === undefined ? undefined : await readKey(db, instance, apiKey);
  if (instance === undefined || key === undefined) return undefined;
  const open = (sealed: Buffer, validUntil: Date | null): Secret => ({
    key: createSecretKey(vault.open(sealed, secretPlace(instance, apiKey))),
    validUntil,
  });
  const { scopes, constraints, previousSecret, previousUntil } = key;
  const { disabled, expiresAt, hashCompat, requireHashV2, replayGuard, rateLimit } = key;
  return {
    caller: { instance, key: apiKey, scopes, constraints },
    secrets: [open(key.secret, null), ...(previousSecret === null ? [] : [open(previousSecret, previousUntil)])],
    disabled,
    expiresAt,
    hashCompat,
    requireHashV2,
    replayGuard,
    rateLimit,
  };
}

function secretPlace(instance: string, apiKey: string): string {
  return `keys.keys/${instance}/${apiKey}/secret`;
}
