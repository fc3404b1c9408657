import type { JobDraft } from '../../kernel/job.ts';
import type {
  BalanceFact,
  Counter,
  HoldEndDraft,
  MovementDraft,
  RecordDraft,
  StatusDraft,
  TransactionDraft,
} from '../../kernel/posting.ts';

/**
 * The ledger's rows, as one group writes them.
 *
 * Glossary: a *movement* is the atom, one amount between two balances; a *transaction* is one side of something that
 * happened, as the API shows it; a *hold* is money blocked; a *gate* says whether money may pass an account; a *seal*
 * is one block of the sealed history; the *head* numbers movements and events of an instance without gaps.
 */

/** A balance while a group decides: what was locked, and what the works so far have made of it. */
export interface BalanceState {
  readonly fact: BalanceFact;
  readonly seenVersion: bigint;
  /** A counter of it has changed, with or without money. */
  readonly counted?: boolean;
  readonly seenPosted: bigint;
  readonly version: bigint;
}

export interface MovementRow extends MovementDraft {
  readonly debitVersion: bigint;
  readonly debitPosted: bigint;
  readonly creditVersion: bigint;
  readonly creditPosted: bigint;
}

export interface TransactionRow extends TransactionDraft {
  readonly balanceVersion: bigint;
  readonly balancePosted: bigint;
  readonly caller: string;
  readonly requestId: string;
  /** Which of the group's events is its TRANSACTION.NEW: gives its number once the head is locked. */
  readonly eventIndex: number;
}

export interface HoldRow {
  readonly id: string;
  readonly balance: string;
  readonly transaction: string;
  readonly amountMinor: bigint;
  readonly version: bigint;
}

export interface HoldEndRow extends HoldEndDraft {
  readonly version: bigint;
  readonly openAfter: bigint;
}

/** A change of status; `eventIndex` tells which of the group's events is its TRANSACTION.UPDATE. */
export interface StatusRow extends StatusDraft {
  readonly before: string;
  readonly eventIndex: number;
}

/** What became of a transaction, as stored with it. */
export interface StatusChange {
  readonly no: number;
  readonly before: string;
  readonly status: string;
  readonly at: string;
  readonly reason_code?: string;
  readonly wires?: Readonly<Record<string, unknown>>;
}

/** An event before it has its number. `transaction` is the cause of a BALANCE.UPDATE, whose subject is the balance. */
export interface NewEvent {
  readonly action: string;
  readonly subject: string;
  readonly transaction: string | null;
  readonly version: bigint | null;
  readonly posted: bigint | null;
  readonly held: bigint | null;
  readonly before: string | null;
  readonly after: string | null;
  /** JSON text, kept to the letter because the seal covers it. */
  readonly data: string | null;
  /** For TRANSACTION.NEW: the row that its hash covers as well. */
  readonly row?: TransactionRow;
}

/** Everything that one group writes for one instance. */
export interface Batch {
  readonly balances: readonly BalanceState[];
  readonly movements: readonly MovementRow[];
  readonly holds: readonly HoldRow[];
  readonly holdEnds: readonly HoldEndRow[];
  readonly transactions: readonly TransactionRow[];
  readonly updates: readonly StatusRow[];
  readonly events: readonly NewEvent[];
  /** Rows of other tables that travel with the group. */
  readonly records: readonly RecordDraft[];
  readonly jobs: readonly JobDraft[];
}

/** The head row as locked. */
export interface Head {
  readonly movementNumber: bigint;
  readonly eventNumber: bigint;
  readonly sealNumber: bigint;
  readonly sealMac: Buffer;
  readonly lastAt: Date;
}

/** The block that seals one group's rows. */
export interface Seal {
  readonly number: bigint;
  readonly rowHashes: Buffer;
  readonly mac: Buffer;
}

/** Limit counters as stored: name → [period, sum in minor units, how many]. */
export type StoredCounters = Readonly<Record<string, readonly [string, string, number]>>;

export function readCounters(stored: StoredCounters | null): Readonly<Record<string, Counter>> {
  if (stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).map(([name, [period, sum, count]]) => [name, { period, sumMinor: BigInt(sum), count }]),
  );
}

export function writeCounters(counters: Readonly<Record<string, Counter>>): string | null {
  const entries = Object.entries(counters);
  if (entries.length === 0) return null;
  return JSON.stringify(
    Object.fromEntries(entries.map(([name, { period, sumMinor, count }]) => [name, [period, String(sumMinor), count]])),
  );
}

/** A gate to open: whose account it is, and for a virtual account or a card the main account whose balances it guards. */
export interface NewGate {
  readonly instance: string;
  readonly id: string;
  readonly kind: 'account' | 'virtual' | 'card';
  readonly main: string | null;
  readonly merchant: string | null;
  readonly user: string | null;
  readonly holderName: string;
}

/** A balance to open, empty, at version 0. `floorMinor` is 0 unless the program says otherwise. */
export interface NewBalance {
  readonly instance: string;
  readonly id: string;
  readonly account: string;
  readonly currency: string;
  readonly program: string;
  readonly floorMinor: bigint;
  readonly iban: string | null;
  readonly bic: string | null;
  readonly sortCode: string | null;
  readonly accountNumber: string | null;
}

export interface BalanceAmounts {
  readonly balance: string;
  readonly account: string;
  readonly currency: string;
  readonly postedMinor: bigint;
  readonly heldMinor: bigint;
}
