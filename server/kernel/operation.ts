import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { Database, Queryable } from './database.ts';
import type { EventDefinition, EventDraft } from './event.ts';
import type { JobDraft } from './job.ts';
import type { UsePort } from './port.ts';
import type { Facts, Plan, Posting } from './posting.ts';
import { type Refusal, type Refused, validationError } from './refusal.ts';

/** Scopes that a key can hold (an operation's own name is one as well). */
export const scopes = [
  'onboarding',
  'users',
  'accounts',
  'accounts:read',
  'cards',
  'cards:sensitive',
  'transfers',
  'transactions:read',
  'queue:decide',
  'aml',
  'vop',
  'network',
  'acquiring',
  'webhooks',
  'keys',
  'reports',
  'programs:read',
  'simulation',
] as const;
export type Scope = (typeof scopes)[number];

/** Whether held scopes include one: who may write somewhere may read there. */
export function holdsScope(held: readonly string[], scope: string): boolean {
  return held.includes(scope) || (scope.endsWith(':read') && held.includes(scope.slice(0, -':read'.length)));
}

/** Whether held scopes allow an operation: by its permission or by its own name. */
export function allows(held: readonly string[], { name, permission }: Pick<Operation, 'name' | 'permission'>): boolean {
  return held.includes(name) || holdsScope(held, permission);
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One door to an operation. Path parameters are written `{account}`. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  /** Told apart in the OpenAPI operationId where an operation has several routes. */
  readonly suffix?: string;
  /** Said with every answer, and in the documents. */
  readonly deprecation?: Deprecation;
}

/** A route that will end (N55): told in writing at least six months ahead. Dates are `YYYY-MM-DD`, in UTC. */
export interface Deprecation {
  readonly since: string;
  /** When it may be gone. */
  readonly sunset: string;
  /** A page that says what to use instead. */
  readonly link: string;
}

/** Who calls: verified by the signed door (or a portal session), never by the request's own words. */
export interface Caller {
  readonly instance: string;
  /** The API key, which is also the name under which the caller is audited. */
  readonly key: string;
  readonly scopes: readonly string[];
  readonly constraints: Readonly<Record<string, unknown>>;
}

/** Secrets at rest: envelope encryption bound to where the value stands. */
export interface Vault {
  /** Encrypts; `place` (table, row, column) must be the same at `open`. */
  seal(plain: string | Uint8Array, place: string): Buffer;
  open(sealed: Uint8Array, place: string): Buffer;
  /** Keyed digest for chains and look-ups, separate for each purpose. */
  mac(purpose: string, ...parts: Uint8Array[]): Buffer;
}

/** What every operation can see. */
export interface Context {
  readonly caller: Caller;
  readonly requestId: string;
  /** The instance's clock. */
  readonly now: Date;
  readonly environment: 'sandbox' | 'production';
  readonly vault: Vault;
}

export interface HandleContext extends Context {
  /** The transaction in which the whole operation happens. */
  readonly tx: Queryable;
  /** Adds an event to the ones written with this operation's changes. */
  emit(event: EventDraft): void;
  /** Adds work for later to what is written with this operation's changes. */
  schedule(job: Omit<JobDraft, 'instance'>): void;
  /** All events of the bank by action, for whoever shows events that other domains define. */
  readonly events: ReadonlyMap<string, EventDefinition>;
  /** All operations that are served here, for whoever grants permissions. */
  readonly operations: readonly Operation[];
  /** Real time, for what follows no virtual clock: the life of secrets. */
  readonly realTime: Date;
  /** Posts inside this transaction: a group of one, with every step of the engine. */
  post<Name extends string>(
    plan: Plan,
    decide: (facts: Facts) => Posting | Refused<Name>,
  ): Promise<Posting | Refused<Name>>;
}

/** Before any transaction: third parties may be asked. */
export interface PrepareContext extends Context {
  /** Autocommit reads, before any lock: only what never changes may be kept from them. */
  readonly db: Database;
  readonly port: UsePort;
  readonly realTime: Date;
  /** All events of the bank by action, for whoever shows events that other domains define. */
  readonly events: ReadonlyMap<string, EventDefinition>;
}

/** The request after validation: path parameters, query and body, each as its schema says. */
export interface Request<Params extends TObject, Query extends TObject, Body extends TObject> {
  readonly params: Static<Params>;
  readonly query: Static<Query>;
  readonly body: Static<Body>;
}

/** What a money operation needs locked, and what it has to remember for the decision. */
export interface Prepared<Data> {
  readonly plan: Plan;
  readonly data: Data;
}

/** The two beats of an operation that moves money; the engine does the locking and the writing. */
export interface Post<Req, Name extends string, Data = unknown> {
  prepare(context: PrepareContext, request: Req): Promise<Prepared<Data> | Refused<Name>>;
  /** Pure, and may run several times. */
  decide(data: Data, facts: Facts): Posting | Refused<Name>;
}

/** One operation of the API: everything outside is derived from this object. */
export interface Operation<
  Params extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TObject = TObject,
  Response extends TSchema = TSchema,
  Name extends string = string,
  Data = unknown,
  Asked = unknown,
> {
  /** Exactly the specification's name: it is part of the signed text. */
  readonly name: string;
  readonly routes: readonly Route[];
  readonly permission: Scope;
  /** One line for the reference. */
  readonly summary: string;
  /** What goes in and out, units, and the rule or scheme it follows. */
  readonly description: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The shape of `data` in a successful answer. */
  readonly response: Response;
  /** In order of precedence, beside those that every operation can give (400, 401, 403, 404, 429, 500). */
  readonly refusals: readonly Refusal<Name>[];
  /** How field errors are coded: 11001, or -3 for the profile family. */
  readonly fieldErrors: Refusal;
  readonly example: {
    readonly params?: Readonly<Record<string, unknown>>;
    readonly query?: Readonly<Record<string, unknown>>;
    readonly body?: Readonly<Record<string, unknown>>;
    readonly response: unknown;
  };
  /** Only where no production server may have it: the simulations. */
  readonly sandboxOnly: boolean;
  /** Documents in the body: 15 MiB instead of 1. */
  readonly takesDocuments: boolean;
  /** The answer holds a secret: only its token is kept for an idempotent replay. */
  readonly answersSecret: boolean;
  /** Asks third parties, before the transaction of `handle` begins and outside of any: nothing waits for them. */
  readonly ask?: (context: PrepareContext, request: Request<Params, Query, Body>) => Promise<Asked | Refused<Name>>;
  readonly handle?: (
    context: HandleContext,
    request: Request<Params, Query, Body>,
    asked: Asked,
  ) => Promise<Static<Response> | Refused<Name>>;
  readonly post?: Post<Request<Params, Query, Body>, Name, Data>;
}

const nothing = Type.Object({}, { additionalProperties: false });
type Nothing = typeof nothing;

/** An operation as its file writes it: what is usual may be left out; exactly one of `handle` and `post` is there. */
export type OperationInput<
  Params extends TObject,
  Query extends TObject,
  Body extends TObject,
  Response extends TSchema,
  Name extends string,
  Data,
  Asked,
> = Pick<
  Operation<Params, Query, Body, Response, Name, Data>,
  'name' | 'routes' | 'permission' | 'summary' | 'description' | 'response' | 'example'
> &
  Partial<Pick<Operation, 'fieldErrors' | 'sandboxOnly' | 'takesDocuments' | 'answersSecret'>> & {
    readonly params?: Params;
    readonly query?: Query;
    readonly body?: Body;
    readonly refusals?: readonly Refusal<Name>[];
  } & (
    | {
        readonly ask?: (
          context: PrepareContext,
          request: Request<Params, Query, Body>,
        ) => Promise<Asked | Refused<NoInfer<Name>>>;
        readonly handle: (
          context: HandleContext,
          request: Request<Params, Query, Body>,
          asked: NoInfer<Asked>,
        ) => Promise<Static<Response> | Refused<NoInfer<Name>>>;
        readonly post?: never;
      }
    | {
        readonly post: Post<Request<Params, Query, Body>, NoInfer<Name>, Data>;
        readonly ask?: never;
        readonly handle?: never;
      }
  );

/** Defines an operation. Importing its file does nothing but this. */
export function operation<
  Params extends TObject = Nothing,
  Query extends TObject = Nothing,
  Body extends TObject = Nothing,
  Response extends TSchema = TSchema,
  const Name extends string = never,
  Data = unknown,
  Asked = undefined,
>(input: OperationInput<Params, Query, Body, Response, Name, Data, Asked>): Operation {
  const defined = {
    params: nothing,
    query: nothing,
    body: nothing,
    refusals: [],
    fieldErrors: validationError,
    sandboxOnly: false,
    takesDocuments: false,
    answersSecret: false,
    ...input,
  };
  // The registry holds operations of every shape in one list; what their requests hold is checked by their schemas.
  return Object.freeze(defined) as unknown as Operation;
}
