import { randomBytes, randomUUID } from 'node:crypto';
import { changeSettings, createInstance, findInstance, retireFor } from './domains/instances/service.ts';
import { createKey, disableKeys, revealSecret } from './domains/keys/service.ts';
import { openInstance } from './domains/ledger/service.ts';
import { seedProfiles } from './domains/onboarding/service.ts';
import { createMerchant } from './domains/parties/service.ts';
import { seedPrograms } from './domains/programs/service.ts';
import { ensureWebhookSecret } from './domains/webhooks/service.ts';
import type { Clock } from './kernel/clock.ts';
import type { Database, Queryable } from './kernel/database.ts';
import { newId } from './kernel/ids.ts';
import { scopes, type Vault } from './kernel/operation.ts';
import type { SandboxReset } from './kernel/sandbox-reset.ts';
import { seedLists } from './seed-lists.ts';

/** A sandbox instance with what a partner starts with. */
export interface SandboxInstance {
  readonly instance: string;
  readonly apiKey: string;
  readonly secretKey: string;
  /** Signs this instance's webhooks. */
  readonly webhookSecret: string;
  /** The Master Merchant: the partner itself, verified. */
  readonly merchant: string;
}

export interface Sandbox {
  readonly first: SandboxInstance;
  /** Another partner: nothing of the first may be visible to it. */
  readonly second: SandboxInstance;
}

// Always the same ids: servers that start at once on one database thereby mean the same two instances.
const firstId = '01975f00-5eed-7000-8000-000000000001';
const secondId = '01975f00-5eed-7000-8000-000000000002';

/** Sets up the two sandbox instances, or finds those of an earlier start with the same keys. */
export async function seedSandbox(database: Database, vault: Vault, at: Date): Promise<Sandbox> {
  await seedLists(database, at);
  return {
    first: await seedInstance(database, vault, firstId, 'Sandbox', at),
    second: await seedInstance(database, vault, secondId, 'Second sandbox', at),
  };
}

export async function seedInstance(
  database: Database,
  vault: Vault,
  id: string,
  name: string,
  at: Date,
): Promise<SandboxInstance> {
  const current = await successorOf(database, id);
  const found = await findSeeded(database, vault, current, at);
  if (found !== undefined) return found;
  // The instance's row comes first: a second server that seeds at the same time waits for it, and then finds it.
  await database.transaction((tx) => createSeeded(tx, vault, id, name, at));
  const made = await findSeeded(database, vault, id, at);
  if (made === undefined) throw new Error(`the sandbox instance ${id} could not be set up`);
  return made;
}

/** The instance that stands in the place of another after resets of the sandbox: itself when there were none. */
async function successorOf(db: Queryable, id: string): Promise<string> {
  const successor = (await findInstance(db, id))?.settings.successor as string | undefined;
  return successor === undefined ? id : successorOf(db, successor);
}

/** Sets up new instances for the sandbox's partners; `told` hears of it when another instance takes the place of one. */
export function openSandboxReset(vault: Vault, clock: Clock, told: () => void): SandboxReset {
  return {
    async renew(tx, id, keep) {
      const successor = newId();
      const instance = await findInstance(tx, id);
      if (instance === undefined) throw new Error(`no instance ${id}`);
      if (!keep) {
        if (!(await retireFor(tx, instance, successor))) throw new Error(`the instance ${id} is retired already`);
        await disableKeys(tx, id);
      }
      await createSeeded(tx, vault, successor, instance.name, clock.now());
      return (await readSeeded(tx, vault, successor)) as SandboxInstance;
    },
    told,
  };
}

async function createSeeded(tx: Queryable, vault: Vault, instance: string, name: string, at: Date): Promise<void> {
  const isNew = await createInstance(tx, { id: instance, name, environment: 'sandbox', createdAt: at, settings: {} });
  if (!isNew) return;
  await openInstance(tx, vault, instance, at);
  await seedPrograms(tx, instance, at);
  await seedProfiles(tx, instance, at);
  const merchant = await createMerchant(tx, {
    instance,
    legalName: `${name} Partner`,
    master: true,
    verifiedBy: 'sandbox',
    at,
  });
  await createSandboxKey(tx, vault, instance, merchant, at);
}

/** Makes a key with every scope, and notes it in the instance's settings as the one to show. */
async function createSandboxKey(tx: Queryable, vault: Vault, instance: string, merchant: string, at: Date) {
  const apiKey = randomUUID();
  const secret = randomBytes(32).toString('base64url');
  const key = { instance, apiKey, label: 'Sandbox', secret, scopes, hashCompat: true, createdAt: at };
  await createKey(tx, vault, key);
  await changeSettings(tx, instance, { sandbox: { apiKey, merchant } });
}

async function findSeeded(
  db: Database,
  vault: Vault,
  instance: string,
  at: Date,
): Promise<SandboxInstance | undefined> {
  const seeded = await readSeeded(db, vault, instance);
  if (seeded === undefined || seeded.secretKey !== undefined) return seeded as SandboxInstance | undefined;
  // Somebody deleted its key: whoever starts a sandbox needs one.
  await db.transaction((tx) => createSandboxKey(tx, vault, instance, seeded.merchant, at));
  return findSeeded(db, vault, instance, at);
}

/** An instance as it was seeded; without a secret when its key is there no more. */
async function readSeeded(db: Queryable, vault: Vault, instance: string) {
  const found = await findInstance(db, instance);
  if (found === undefined) return undefined;
  const { apiKey, merchant } = found.settings.sandbox as { apiKey: string; merchant: string };
  const secretKey = await revealSecret(db, vault, instance, apiKey);
  const webhookSecret = await ensureWebhookSecret(db, instance, vault);
  return { instance, apiKey, secretKey, webhookSecret, merchant };
}
