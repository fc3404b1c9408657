import type { TSchema } from 'typebox';
import type { Queryable } from './database.ts';

/** A fact for webhooks, thin: ids and statuses. It is written in the transaction of its cause and numbered there. */
export interface EventDraft {
  readonly action: string;
  /** The token of what it is about (an account, a user, a transaction). */
  readonly subject: string;
  readonly before?: string;
  readonly after?: string;
  /** What cannot be read back later unchanged. Never a secret, card data or a document. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The event as stored: numbered without gaps within its instance, in commit order. */
export interface EventRow {
  readonly instance: string;
  readonly number: bigint;
  readonly action: string;
  readonly at: Date;
  readonly subject: string;
  readonly transaction: string | null;
  readonly balance: string | null;
  readonly version: bigint | null;
  readonly posted: bigint | null;
  readonly held: bigint | null;
  readonly before: string | null;
  readonly after: string | null;
  readonly data: Record<string, unknown> | null;
}

/** What a domain says of an event that it emits: its name, when, its payload, and how the payload is rendered. */
export interface EventDefinition {
  readonly action: string;
  readonly when: string;
  readonly payload: TSchema;
  readonly example: Readonly<Record<string, unknown>>;
  /**
   * Renders the payloads of some rows of one instance, in their order, at delivery. It must come out the same each
   * time, so it reads only what never changes or what the row itself holds.
   */
  render(db: Queryable, rows: readonly EventRow[]): Promise<readonly Record<string, unknown>[]>;
}
