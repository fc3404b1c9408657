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
  reset(instance: string): Promise<FreshInstance>;
}

export const sandboxReset = definePort<SandboxReset>('sandbox-reset');
