import type { Queryable } from './database.ts';
import { definePort } from './port.ts';

/** A sandbox instance as its partner starts with it. */
export interface FreshInstance {
  readonly apiKey: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly merchant: string;
}

/** Retires an instance of the sandbox and makes a new one in its place. A sealed ledger is never wiped. */
export interface SandboxReset {
  /** Sets up a new instance, in the transaction of whoever asks; the old one is retired, its keys with it, or kept. */
  renew(tx: Queryable, instance: string, keep: boolean): Promise<FreshInstance>;
  /** Another instance has taken the place of one: whoever shows the sandbox's keys shows the new ones. */
  told(): void;
}

export const sandboxReset = definePort<SandboxReset>('sandbox-reset');
