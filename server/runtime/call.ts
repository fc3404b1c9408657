import type { Clock } from '../kernel/clock.ts';
import type { Database } from '../kernel/database.ts';
import type { EventDefinition } from '../kernel/event.ts';
import type { Schedule } from '../kernel/job.ts';
import type { Log } from '../kernel/log.ts';
import type { Caller, Operation, Vault } from '../kernel/operation.ts';
import type { UsePort } from '../kernel/port.ts';
import type { Facts, IdempotencyKey, Ledger, Outcomes, Plan, Posting } from '../kernel/posting.ts';
import { invalid, nonUniqueValue, type Refused } from '../kernel/refusal.ts';
import { refused } from './envelope.ts';
import type { AnyRequest, Validator } from './validation.ts';

/** A verified caller's wish. Both doors, the jobs and the tests ask for operations in this way. */
export interface Call {
  readonly operation: Operation;
  readonly caller: Caller;
  readonly requestId: string;
  readonly method: string;
  /** Path and query as received: a repeated idempotency key must mean the same place. */
  readonly url: string;
  readonly params: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly body: Buffer;
  readonly idempotencyKey?: string | undefined;
  /** The signature of a money request whose exact repetition shall get the first answer. */
  readonly replayGuard?: string | undefined;
}

/** The whole text of the answer; `replayed` when it is the one already given under the idempotency key. */
export interface Answer {
  readonly body: string;
  readonly replayed: boolean;
  /** Headers that go with it, names and values in turn. */
  readonly headers?: readonly string[];
}

/** A call whose request has been checked: what remains is to do it. */
export interface CheckedCall extends Call {
  readonly request: AnyRequest;
  readonly validator: Validator;
  readonly idempotency: IdempotencyKey | undefined;
}

/** What binds a caller beyond its scopes. */
export interface Constraints {
  /** Refuses a request that names what the caller may not touch. */
  refuse(caller: Caller, request: AnyRequest): Promise<Refused | undefined>;
  /** Binds a decision about money: what it needs locked, and what it may come to. */
  bind(
    caller: Caller,
    plan: Plan,
    decide: (facts: Facts) => Posting | Refused,
  ): { readonly plan: Plan; decide(facts: Facts): Posting | Refused };
}

export interface InvokeOptions {
  readonly constraints: Constraints;
  readonly operations: readonly Operation[];
  readonly database: Database;
  readonly ledger: Ledger;
  readonly outcomes: Outcomes;
  readonly vault: Vault;
  /** Real time. */
  readonly clock: Clock;
  readonly environment: 'sandbox' | 'production';
  /** All events of the bank by action. */
  readonly events: ReadonlyMap<string, EventDefinition>;
  /** Whether successful answers are checked against their schemas: in tests. */
  readonly checkAnswers: boolean;
  readonly log: Log;
  readonly port: UsePort;
  readonly schedule: Schedule;
  /** Jobs were written and may be due at once. */
  readonly scheduled: () => void;
}

/** An answer given for the first time. */
export function first(body: string): Answer {
  return { body, replayed: false };
}

/** What a client gets that used its idempotency key for something else before. */
export function keyConflict(): Answer {
  const message = 'was used for another request';
  return first(refused(invalid(nonUniqueValue, { field: 'x-idempotency-key', rule: 'unique', message })));
}
