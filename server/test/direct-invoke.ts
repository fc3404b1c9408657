import { randomBytes } from 'node:crypto';
import { openInstance } from '../domains/ledger/service.ts';
import { createMerchant } from '../domains/parties/service.ts';
import { seedPrograms } from '../domains/programs/service.ts';
import type { EventDraft } from '../kernel/event.ts';
import { newId } from '../kernel/ids.ts';
import type { Operation, Vault } from '../kernel/operation.ts';
import { portsOf } from '../kernel/port.ts';
import { invalid, isRefused, type Refused } from '../kernel/refusal.ts';
import { type OpenDatabase, openDatabase } from '../runtime/postgres.ts';
import { compile } from '../runtime/validation.ts';
import { openVault } from '../runtime/vault.ts';
import { testDatabase } from './database.ts';

export interface DirectRequest {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: Record<string, unknown>;
  readonly instance?: string;
  readonly environment?: 'sandbox' | 'production';
}

export interface Answer {
  /** Present when it succeeded: as the client would parse it. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever JSON the operation's schema says
  readonly data?: any;
  readonly refused?: Refused;
  readonly events: readonly EventDraft[];
}

/** Operations that move no money, called on a real database without server, signature and idempotency. */
export interface DirectBank {
  readonly db: OpenDatabase;
  readonly vault: Vault;
  readonly instance: string;
  readonly merchant: string;
  /** Another partner on the same database, with its own Master Merchant. */
  readonly other: { readonly instance: string; readonly merchant: string };
  call(operation: Operation, request: DirectRequest): Promise<Answer>;
  close(): Promise<void>;
}

export async function openDirectBank(): Promise<DirectBank> {
  const database = await testDatabase();
  const db = openDatabase(database.url, { max: 4 });
  const vault = openVault([randomBytes(32)]);
  const first = await newInstance(db, vault);
  const other = await newInstance(db, vault);
  return {
    db,
    vault,
    ...first,
    other,
    call: (operation, request) => call({ db, vault, instance: first.instance }, operation, request),
    async close() {
      await db.close();
      await database.drop();
    },
  };
}

async function newInstance(db: OpenDatabase, vault: Vault): Promise<{ instance: string; merchant: string }> {
  const instance = newId();
  const at = new Date();
  return db.transaction(async (tx) => {
    await openInstance(tx, vault, instance, at);
    await seedPrograms(tx, instance, at);
    const holder = { instance, legalName: 'Partner EOOD', master: true, verifiedBy: 'sandbox', at };
    return { instance, merchant: await createMerchant(tx, holder) };
  });
}

class RollBack extends Error {}

async function call(
  bank: Pick<DirectBank, 'db' | 'vault' | 'instance'>,
  operation: Operation,
  request: DirectRequest,
): Promise<Answer> {
  const validator = compile(operation);
  const raw = structuredClone({ params: {}, query: {}, body: {}, ...request });
  const errors = validator.request({ ...raw, bodyText: JSON.stringify(raw.body) });
  if (errors.length > 0) return { refused: invalid(operation.fieldErrors, ...errors), events: [] };
  const events: EventDraft[] = [];
  const caller = { instance: request.instance ?? bank.instance, key: 'test-key', scopes: [], constraints: {} };
  const context = {
    caller,
    requestId: newId(),
    now: new Date(),
    environment: request.environment ?? 'sandbox',
  } as const;
  const nothing = { vault: bank.vault, events: new Map(), operations: [], realTime: context.now };
  // No third party is there: what needs one is tested with the whole bank.
  const asked = await operation.ask?.({ ...context, ...nothing, db: bank.db, port: portsOf([]) }, raw as never);
  if (isRefused(asked)) return { refused: asked, events: [] };
  let outcome: unknown;
  try {
    await bank.db.transaction(async (tx) => {
      const post = () => Promise.reject(new Error('no posting here'));
      const emit = (event: EventDraft) => void events.push(event);
      const schedule = () => {};
      outcome = await operation.handle!({ ...context, ...nothing, tx, emit, schedule, post }, raw as never, asked);
      if (isRefused(outcome)) throw new RollBack();
    });
  } catch (error) {
    if (!(error instanceof RollBack)) throw error;
    return { refused: outcome as Refused, events: [] };
  }
  const data = JSON.parse(JSON.stringify(outcome));
  const wrong = validator.response(data);
  if (wrong.length > 0) throw new Error(`answer of ${operation.name}: ${JSON.stringify(wrong)}`);
  return { data, events };
}
