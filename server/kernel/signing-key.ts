import type { KeyObject } from 'node:crypto';
import type { Caller } from './operation.ts';

/** An API key as the signed door needs it: who it is for, and the secrets with which a request may be signed. */
export interface SigningKey {
  readonly caller: Caller;
  /** The current secret, and during a rotation the one before. Only ever in memory. */
  readonly secrets: readonly Secret[];
  readonly disabled: boolean;
  readonly expiresAt: Date | null;
  /** Compare also against the body with every blank removed. */
  readonly hashCompat: boolean;
  /** `x-hash-v2` must be there as well. */
  readonly requireHashV2: boolean;
  /** An identical signed money request within the window gets the first answer. */
  readonly replayGuard: boolean;
  /** Null: the environment's default. */
  readonly rateLimit: RateLimit | null;
}

export interface Secret {
  readonly key: KeyObject;
  readonly validUntil: Date | null;
}

/** A token bucket: how many requests a second in the long run, and how many at once. */
export interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
}

/** Finds a key by its name; nothing when there is none. */
export type FindKey = (apiKey: string) => Promise<SigningKey | undefined>;
