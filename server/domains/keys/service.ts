import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import type { Queryable } from '../../kernel/database.ts';
import type { KnownKey } from '../../kernel/doctor/examine.ts';
import type { Caller, HandleContext, Vault } from '../../kernel/operation.ts';
import { encryptTo, type Recipient } from '../../kernel/pgp.ts';
import type { Facts, Plan, Posting } from '../../kernel/posting.ts';
import { isRefused, type Refused } from '../../kernel/refusal.ts';
import type { FindKey, Secret, SigningKey } from '../../kernel/signing-key.ts';
import { houseBalance } from '../ledger/service.ts';
import type { KeyChange, KeyRow } from './model.ts';
import { bindPosting, boundBy } from './rules.ts';
import { insertKey, noteUse, readInstanceOf, readKey, readKeys, updateKey } from './store.ts';

export { refuseTouching, type Touched } from './rules.ts';
export { disableKeys } from './store.ts';

type Given = 'instance' | 'apiKey' | 'label' | 'scopes' | 'createdAt';

/** A key to create. What is left out: no constraints, the environment's rate limit, never expires. */
export type NewKey = Pick<KeyRow, Given> &
  Partial<Omit<KeyRow, Given | 'secret' | 'previousSecret' | 'lastUsedAt'>> & {
    readonly secret: string;
    /** Still taken until `previousUntil`. */
    readonly previousSecret?: string;
  };

/** Creates a key; its secrets are sealed before they are stored. */
export async function createKey(tx: Queryable, vault: Vault, key: NewKey): Promise<KeyRow> {
  const { secret, previousSecret, ...rest } = key;
  const seal = (plain: string) => vault.seal(plain, secretPlace(key.instance, key.apiKey));
  const row: KeyRow = {
    constraints: {},
    hashCompat: false,
    requireHashV2: false,
    replayGuard: false,
    rateLimit: null,
    disabled: false,
    expiresAt: null,
    previousUntil: null,
    pgpPublicKey: null,
    pgpFingerprint: null,
    ...rest,
    secret: seal(secret),
    previousSecret: previousSecret === undefined ? null : seal(previousSecret),
    lastUsedAt: null,
  };
  await insertKey(tx, row);
  return row;
}

type Issued = { readonly row: KeyRow; readonly secretPgp: string };

/**
 * Creates a key with a name and a secret of its own and hands both over once: in a message that only the owner of the
 * PGP key opens, as JSON with `api_key`, `secret_key` and whatever else is to go with them.
 */
export async function issueKey(
  tx: Queryable,
  vault: Vault,
  key: Omit<NewKey, 'apiKey' | 'secret' | 'pgpPublicKey' | 'pgpFingerprint'>,
  recipient: Recipient,
  beside: Readonly<Record<string, string>> = {},
): Promise<Issued> {
  const apiKey = randomUUID();
  const secret = newSecret();
  const { armored: pgpPublicKey, fingerprint: pgpFingerprint } = recipient;
  const row = await createKey(tx, vault, { ...key, apiKey, secret, pgpPublicKey, pgpFingerprint });
  return {
    row,
    secretPgp: await message(recipient, { api_key: apiKey, secret_key: secret, ...beside }, key.createdAt),
  };
}

/** Gives a key a new secret, handed over likewise; the one before is taken until `previousUntil`, any older one no more. */
export async function renewSecret(
  tx: Queryable,
  vault: Vault,
  key: KeyRow,
  recipient: Recipient,
  { now, previousUntil }: { readonly now: Date; readonly previousUntil: Date },
): Promise<Issued> {
  const secret = newSecret();
  const row: KeyRow = {
    ...key,
    secret: vault.seal(secret, secretPlace(key.instance, key.apiKey)),
    previousSecret: key.secret,
    previousUntil,
    pgpPublicKey: recipient.armored,
    pgpFingerprint: recipient.fingerprint,
  };
  await updateKey(tx, row);
  return { row, secretPgp: await message(recipient, { api_key: key.apiKey, secret_key: secret }, now) };
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

function message(recipient: Recipient, content: Readonly<Record<string, string>>, now: Date): Promise<string> {
  return encryptTo(recipient, `${JSON.stringify(content)}\n`, now);
}

/** What an environment sets for a new key unless something else is asked for (N45, N46). */
export function keyDefaults(environment: HandleContext['environment']) {
  return { hashCompat: environment === 'sandbox', replayGuard: environment === 'production' };
}

/** A row, or the beginning of one, with the fields that a request gives. */
export function changedRow<Row extends Partial<KeyRow>>(row: Row, given: KeyChange): Row {
  const { rate_limit: rate, expires_at: expiresAt } = given;
  const changes = {
    label: given.label,
    scopes: given.scopes,
    constraints: given.constraints,
    hashCompat: given.hash_compat,
    requireHashV2: given.require_hash_v2,
    replayGuard: given.replay_guard,
    disabled: given.disabled,
    rateLimit: rate && { perSecond: rate.per_second, burst: rate.burst },
    expiresAt: expiresAt && new Date(expiresAt),
  };
  return { ...row, ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) };
}

/** A key as the API shows it. */
export function shownKey(row: KeyRow, environment: HandleContext['environment']) {
  const { apiKey, rateLimit, previousUntil, lastUsedAt, expiresAt, createdAt } = row;
  return {
    token: apiKey,
    api_key: apiKey,
    label: row.label,
    environment,
    scopes: [...row.scopes],
    constraints: row.constraints,
    hash_compat: row.hashCompat,
    require_hash_v2: row.requireHashV2,
    replay_guard: row.replayGuard,
    rate_limit: rateLimit && { per_second: rateLimit.perSecond, burst: rateLimit.burst },
    disabled: row.disabled,
    pgp_fingerprint: row.pgpFingerprint,
    previous_until: previousUntil?.toISOString() ?? null,
    last_used_at: lastUsedAt?.toISOString() ?? null,
    expires_at: expiresAt?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
  };
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

const mostRevealed = 20;

/**
 * What the signature doctor has to know of a key of this instance, its secrets and those of its siblings in the clear;
 * undefined when the instance has no such key.
 */
export async function revealKey(
  db: Queryable,
  vault: Vault,
  instance: string,
  apiKey: string,
  now: Date,
): Promise<KnownKey | undefined> {
  const keys = await readKeys(db, instance);
  const key = keys.find((each) => each.apiKey === apiKey);
  if (key === undefined) return undefined;
  const open = (sealed: Buffer, of: KeyRow) => vault.open(sealed, secretPlace(instance, of.apiKey)).toString('utf8');
  const previous = key.previousSecret && open(key.previousSecret, key);
  const isTaken = key.previousUntil !== null && key.previousUntil > now;
  const siblings = keys.filter((each) => each !== key).slice(0, mostRevealed);
  return {
    secret: open(key.secret, key),
    previousSecret: isTaken ? previous : null,
    hashCompat: key.hashCompat,
    requireHashV2: key.requireHashV2,
    otherSecrets: [
      ...(previous === null || isTaken
        ? []
        : [{ name: 'the secret before the last rotation, which is taken no longer', secret: previous }]),
      ...siblings.map((each) => ({ name: `the secret of your key ${each.apiKey}`, secret: open(each.secret, each) })),
    ],
  };
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

const usedEveryMs = 60_000;

/** Notes for each key when it was last used, to the minute: one small write a minute at most, beside the request. */
export function openKeyUse(db: Queryable): (caller: Caller, at: Date) => void {
  const noted = new Map<string, number>();
  return ({ instance, key }, at) => {
    const minute = Math.floor(at.getTime() / usedEveryMs);
    if (noted.get(key) === minute) return;
    if (noted.size >= mostKept) noted.clear();
    noted.set(key, minute);
    // Nothing depends on it: a write that fails is made up for by the next minute's.
    noteUse(db, instance, key, new Date(minute * usedEveryMs)).catch(() => noted.delete(key));
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

/** Whether a key is bound in what it may touch. */
export function isBoundToAccounts({ constraints }: Caller): boolean {
  return boundBy(constraints) !== undefined;
}

/**
 * Binds what moves money to the constraints of the caller's key: its decision, and for a daily amount the plan too,
 * since the day's counters stand on a house account that every instance has.
 */
export function bindToKey<Name extends string>(
  caller: Caller,
  plan: Plan,
  decide: (facts: Facts) => Posting | Refused<Name>,
): { readonly plan: Plan; decide(facts: Facts): Posting | Refused<Name | 'forbidden'> } {
  if (!isBoundToAccounts(caller)) return { plan, decide };
  const isCounted = caller.constraints.daily_amount !== undefined;
  const counterBalance = { instance: caller.instance, id: houseBalance(caller.instance, 'fee-income', 'EUR') };
  return {
    plan: isCounted ? { ...plan, balances: [...plan.balances, counterBalance] } : plan,
    decide(facts) {
      const posting = decide(facts);
      return isRefused(posting) ? posting : bindPosting(caller, posting, facts, counterBalance);
    },
  };
}

function secretPlace(instance: string, apiKey: string): string {
  return `keys.keys/${instance}/${apiKey}/secret`;
}
