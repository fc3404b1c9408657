import type { Queryable } from './database.ts';
import type { EventDraft } from './event.ts';
import type { JobDraft } from './job.ts';
import type { Refused } from './refusal.ts';

/**
 * The ledger's nouns, as an operation that moves money speaks them. `prepare` names what is needed (Plan), the posting
 * engine locks it and reads it (Facts), `decide` answers what shall be (Posting), all amounts in minor units.
 */

/** A balance, by instance and token. */
export interface BalanceRef {
  readonly instance: string;
  readonly id: string;
}

/** What must be locked and read before the decision. */
export interface Plan {
  readonly balances: readonly BalanceRef[];
  /** Gates beside those of the balances' own accounts: virtual accounts and cards. */
  readonly gates?: readonly BalanceRef[];
  readonly holds?: readonly BalanceRef[];
  /** Transactions to read: those that may change their status, and those that must not be there twice. */
  readonly lookups?: readonly BalanceRef[];
  /** The transaction ids made for this work, the caller's own first: they survive every repetition of `decide`. */
  readonly transactions: readonly string[];
}

/** A balance as locked. `kind` is `holder` or the name of a house account (see the chart of accounts). */
export interface BalanceFact extends BalanceRef {
  readonly kind: string;
  readonly currency: string;
  /** The gate that guards it: its account. Null for house accounts. */
  readonly account: string | null;
  readonly program: string | null;
  readonly iban: string | null;
  readonly bic: string | null;
  readonly sortCode: string | null;
  readonly accountNumber: string | null;
  readonly postedMinor: bigint;
  readonly heldMinor: bigint;
  readonly forcedMinor: bigint;
  /** Null: not guarded, may go below zero (house accounts). */
  readonly floorMinor: bigint | null;
  readonly counters: Readonly<Record<string, Counter>>;
}

/** What of a limit is used up: the period it belongs to, the sum in minor units, and how many. */
export interface Counter {
  readonly period: string;
  readonly sumMinor: bigint;
  readonly count: number;
}

/** Whether money may pass an account, a virtual account or a card, and whose it is. */
export interface GateFact extends BalanceRef {
  readonly kind: 'account' | 'virtual' | 'card';
  readonly state: string;
  readonly merchant: string | null;
  readonly user: string | null;
  readonly holderName: string;
}

export interface HoldFact extends BalanceRef {
  readonly balance: string;
  readonly transaction: string;
  readonly openMinor: bigint;
}

/** A transaction as it stands. */
export interface TransactionFact extends BalanceRef {
  readonly code: string;
  readonly channel: string;
  readonly status: string;
  readonly side: Side;
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  readonly currency: string;
  readonly balance: string;
  readonly account: string | null;
  readonly merchant: string | null;
  readonly user: string | null;
  readonly parent: string | null;
  readonly link: string | null;
  readonly reference: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
}

/** What the engine read after it took the locks. Nothing read earlier may decide, except what never changes. */
export interface Facts {
  /** The instance's clock, read once for the whole group. */
  readonly now: Date;
  balance(ref: BalanceRef): BalanceFact | undefined;
  gate(ref: BalanceRef): GateFact | undefined;
  hold(ref: BalanceRef): HoldFact | undefined;
  /** One of the plan's lookups, or one that an earlier work of the same group made. */
  transaction(ref: BalanceRef): TransactionFact | undefined;
}

export type Side = 'debit' | 'credit';

/** One side of something that happened, as the API shows it. Columns common to all; the rest stands in `details`. */
export interface TransactionDraft {
  readonly instance: string;
  readonly id: string;
  readonly code: string;
  readonly channel: string;
  readonly status: string;
  readonly side: Side;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly balance: string;
  /** The account shown: the virtual one where money came through it, else the balance's own. */
  readonly account: string | null;
  readonly merchant: string | null;
  readonly user: string | null;
  readonly card?: string;
  readonly parent?: string;
  readonly link?: string;
  readonly feeMinor?: bigint;
  readonly reference?: string;
  readonly hidden?: boolean;
  readonly reasonCode?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The ledger's atom: one amount from one balance to another, of one instance and one currency. */
export interface MovementDraft {
  readonly instance: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly debit: string;
  readonly credit: string;
  /** The transaction that each side belongs to; null for a side that no customer sees. */
  readonly debitTransaction: string | null;
  readonly creditTransaction: string | null;
  /** May take the debited balance below its floor: presentment, chargeback, scheme fee. */
  readonly forced?: boolean;
}

export interface HoldDraft {
  readonly instance: string;
  readonly id: string;
  readonly balance: string;
  readonly transaction: string;
  readonly amountMinor: bigint;
}

/** A part of a hold, or all that is left of it, that ends: captured, released or expired. */
export interface HoldEndDraft {
  readonly instance: string;
  readonly hold: string;
  readonly amountMinor: bigint;
  readonly reason: 'captured' | 'released' | 'expired';
}

/** The new state of one limit counter of a balance. */
export interface CounterDraft extends BalanceRef {
  readonly name: string;
  readonly counter: Counter;
}

/**
 * A transaction's next status. Its history is its events: one TRANSACTION.UPDATE for each change. The transaction is one
 * of the plan's lookups, or of this posting, and its balance is locked.
 */
export interface StatusDraft {
  readonly instance: string;
  readonly transaction: string;
  readonly status: string;
  readonly reasonCode?: string;
  /** What became known with it: shown in `wires`. */
  readonly wires?: Readonly<Record<string, unknown>>;
}

/** Rows of a domain's own tables that travel with a group; `write` sends one statement for all of them. */
export interface RecordKind<Row> {
  readonly name: string;
  write(tx: Queryable, instance: string, rows: readonly Row[]): Promise<void>;
}

export interface RecordDraft<Row = unknown> {
  readonly kind: RecordKind<Row>;
  readonly instance: string;
  readonly row: Row;
}

/** A row of a domain's own table, for a posting. */
export function recordOf<Row>(kind: RecordKind<Row>, instance: string, row: Row): RecordDraft {
  return { kind, instance, row } as RecordDraft<Row> as RecordDraft;
}

/** What a work does to the books, whole: all of it or nothing. TRANSACTION.NEW and BALANCE.UPDATE follow by themselves. */
export interface Posting {
  readonly transactions: readonly TransactionDraft[];
  readonly movements: readonly MovementDraft[];
  readonly holds?: readonly HoldDraft[];
  readonly holdEnds?: readonly HoldEndDraft[];
  readonly counters?: readonly CounterDraft[];
  readonly updates?: readonly StatusDraft[];
  readonly events?: readonly (EventDraft & { readonly instance: string })[];
  readonly jobs?: readonly JobDraft[];
  readonly records?: readonly RecordDraft[];
  /** The response data for the caller. */
  readonly answer: Readonly<Record<string, unknown>>;
}

/** One caller's work for the posting engine. */
export interface Work {
  /** The caller's instance: its queue, its idempotency keys. */
  readonly instance: string;
  readonly plan: Plan;
  decide(facts: Facts): Posting | Refused;
  /** The response text for an outcome: what the caller gets and what an idempotency key keeps. */
  respond(outcome: Posting | Refused): string;
  readonly idempotency?: IdempotencyKey;
  /** Kept on the transaction rows: who asked, with which request. */
  readonly caller: string;
  readonly requestId: string;
}

/** A caller's key for "do this once": unique per instance and operation; the fingerprint tells one body from another. */
export interface IdempotencyKey {
  readonly operation: string;
  readonly key: string;
  readonly fingerprint: string;
}

/** What a work came to: the response text; `replayed` when the key had it already; `conflict` when the key is another body's. */
export type WorkOutcome = { readonly body: string; readonly replayed: boolean } | { readonly conflict: true };

/** What was answered under idempotency keys (48 hours of real time). Both the engine and ordinary operations use it. */
export interface Outcomes {
  /** Answers what is stored under these keys, by `operation|key`. */
  probe(tx: Queryable, instance: string, keys: readonly IdempotencyKey[]): Promise<Map<string, StoredOutcome>>;
  /** Stores outcomes; throws `KeyTaken` when another transaction was faster with one of the keys. */
  store(
    tx: Queryable,
    instance: string,
    outcomes: readonly (IdempotencyKey & { readonly body: string })[],
  ): Promise<void>;
}

export interface StoredOutcome {
  readonly fingerprint: string;
  readonly body: string;
}

/** Another transaction stored this idempotency key first: roll back and run again, the probe then finds it. */
export class KeyTaken extends Error {}

/** The ledger as the runtime sees it. */
export interface Ledger {
  /** Posts through the queue of the work's instance; answers after the commit. Rejects with `OutcomeUnknown` or a fault. */
  post(work: Work): Promise<WorkOutcome>;
  /** Posts inside an open transaction, as a group of one. The caller stores the idempotency outcome itself. */
  postWithin(tx: Queryable, work: Omit<Work, 'respond' | 'idempotency'>): Promise<Posting | Refused>;
  /** Numbers, seals and writes events of an operation that moves no money. Locks the head row: call it last. */
  record(tx: Queryable, instance: string, events: readonly EventDraft[]): Promise<void>;
  /** The instance's clock. */
  now(db: Queryable, instance: string): Promise<Date>;
  /** How the clock of each instance differs from real time. */
  clocks(db: Queryable): Promise<{ readonly instance: string; readonly offsetMs: number }[]>;
  /** Moves an instance's clock: from now on it is `at`, and goes on from there. What is booked never goes back. */
  setClock(db: Queryable, instance: string, at: Date): Promise<void>;
}

/** The commit was sent and nobody knows yet whether it holds; `transaction` is what to look up. */
export class OutcomeUnknown extends Error {
  readonly transaction: string | undefined;
  constructor(transaction: string | undefined) {
    super('the outcome is not known yet');
    this.transaction = transaction;
  }
}
