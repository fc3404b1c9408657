import type { RateLimit } from '../../kernel/signing-key.ts';

/** An API key as stored: its secrets are sealed. */
export interface KeyRow {
  readonly instance: string;
  readonly apiKey: string;
  readonly label: string;
  readonly secret: Buffer;
  /** The secret before a rotation, and until when it is still taken. */
  readonly previousSecret: Buffer | null;
  readonly previousUntil: Date | null;
  readonly scopes: readonly string[];
  /** `ips`, `programs`, `merchants`, `max_amount_per_transfer`, `daily_amount`, `approval_above`. */
  readonly constraints: Readonly<Record<string, unknown>>;
  readonly hashCompat: boolean;
  readonly requireHashV2: boolean;
  readonly replayGuard: boolean;
  readonly rateLimit: RateLimit | null;
  readonly disabled: boolean;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
}
