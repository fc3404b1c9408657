import type { Clock } from './clock.ts';
import type { Database, Queryable } from './database.ts';
import type { EventDraft } from './event.ts';
import type { Log } from './log.ts';
import type { Vault } from './operation.ts';
import type { UsePort } from './port.ts';
import type { Facts, Plan, Posting, Work } from './posting.ts';
import type { Refused } from './refusal.ts';

/** Work for later, written in the transaction of its cause: as sure to be done as its cause is to have happened. */
export interface JobDraft {
  readonly instance: string;
  /** As a domain's manifest names it: `wires.submit`. */
  readonly name: string;
  /** The token of what it is about. */
  readonly subject: string;
  /** When it is due, by the instance's clock; at once when absent. */
  readonly at?: Date;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A job whose time has come. */
export interface Job {
  readonly instance: string;
  readonly id: string;
  readonly name: string;
  readonly subject: string;
  readonly dueAt: Date;
  readonly data: Readonly<Record<string, unknown>>;
  /** 1 the first time; more after a run that failed or did not end. */
  readonly attempt: number;
}

/** What the machinery that runs jobs, and every job, can see. */
export interface ChoreContext {
  readonly environment: 'sandbox' | 'production';
  readonly vault: Vault;
  readonly db: Database;
  readonly log: Log;
  readonly port: UsePort;
  /** Real time. */
  readonly clock: Clock;
  /** The time of an instance. */
  nowOf(instance: string): Promise<Date>;
  /** One transaction of one instance. `cause` is kept on its bookings as the request id: a job's id, say. */
  transact<T>(instance: string, cause: string, work: (context: WorkContext) => Promise<T>): Promise<T>;
  /** Posts through the queue of the work's instance: for many works at once, which share their commits. */
  post<Name extends string>(
    work: Pick<Work, 'instance' | 'plan' | 'idempotency'> & { readonly cause: string },
    decide: (facts: Facts) => Posting | Refused<Name>,
  ): Promise<Posting | Refused<Name>>;
}

export interface JobContext extends Omit<ChoreContext, 'transact'> {
  /** The instance's clock. */
  readonly now: Date;
  readonly realTime: Date;
  /** One transaction of the job's instance. */
  transact<T>(work: (context: WorkContext) => Promise<T>): Promise<T>;
}

/** One transaction outside of any request; what it emits and schedules is written with it, last. */
export interface WorkContext {
  readonly tx: Queryable;
  readonly now: Date;
  emit(event: EventDraft): void;
  schedule(job: Omit<JobDraft, 'instance'>): void;
  /** Posts inside this transaction: a group of one, with every step of the engine. */
  post<Name extends string>(
    plan: Plan,
    decide: (facts: Facts) => Posting | Refused<Name>,
  ): Promise<Posting | Refused<Name>>;
}

/** What a domain does when a job of this name is due. */
export interface JobDefinition {
  readonly name: string;
  /**
   * Runs outside of every transaction, so third parties may be asked, at least once: after a crash it runs again, so it
   * looks at the state before it acts. What it throws is logged, and it runs again after a growing pause.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: most jobs end without a word, and `async` ones answer void then
  run(context: JobContext, job: Job): Promise<{ readonly againAt: Date } | void>;
}

/** What a server does by itself again and again, for all instances; any number of servers may do it at once. */
export interface ChoreDefinition {
  readonly name: string;
  readonly everyMs: number;
  run(context: ChoreContext): Promise<unknown>;
}

/** Where jobs are kept. */
export interface Schedule {
  /** Writes jobs in the transaction of their cause; `now` is the instance's clock. */
  add(tx: Queryable, drafts: readonly JobDraft[], now: Date): Promise<void>;
}
