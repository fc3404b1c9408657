import type { Clock } from '../../kernel/clock.ts';
import { getOrMake } from '../../kernel/collections.ts';
import type { Database, Queryable } from '../../kernel/database.ts';
import type { EventDraft } from '../../kernel/event.ts';
import type { Schedule } from '../../kernel/job.ts';
import type { Vault } from '../../kernel/operation.ts';
import type {
  BalanceRef,
  IdempotencyKey,
  Outcomes,
  Plan,
  Posting,
  StoredOutcome,
  Work,
  WorkOutcome,
} from '../../kernel/posting.ts';
import { isRefused, type Refused } from '../../kernel/refusal.ts';
import * as store from './engine-store.ts';
import { Books, newEvent } from './group.ts';
import type { Batch, Head } from './model.ts';
import { sealBatch } from './seal.ts';
import { readClockOffset, readTransactionFacts } from './store.ts';

/** What a group needs to be run. */
export interface GroupDependencies {
  /** The engine's own small pool: one connection works for one group at a time. */
  readonly database: Database;
  readonly outcomes: Outcomes;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly schedule: Schedule;
}

/** What a work came to; `fault` when its own decision broke, which is nobody else's trouble. */
export type Result = WorkOutcome | { readonly fault: unknown };

/** What became of a group. With an error, `results` is what would have been answered had the commit been confirmed. */
export type Run =
  | { readonly results: readonly Result[]; readonly written: readonly string[] }
  | { readonly error: unknown; readonly results?: readonly Result[] };

/**
 * One group, one database transaction, in the order of steps that `docs/ledger.md` explains. `tried` holds the results
 * of an earlier run whose commit got no answer: its rows are looked for once its locks are free.
 */
export async function runGroup(
  dependencies: GroupDependencies,
  works: readonly Work[],
  tried?: readonly Result[],
): Promise<Run> {
  const { instance } = works[0]!;
  let results: readonly Result[] | undefined;
  let written: readonly string[] = [];
  try {
    await dependencies.database.transaction(async (tx) => {
      const plans = works.map((work) => work.plan);
      const reading = Promise.all([gather(dependencies, tx, instance, plans), probe(dependencies, tx, works)]);
      const writer = new Writer(dependencies, tx);
      const portions = portionsOf(works);
      // The head row is locked last. Only idempotency keys, which are stored before it, make it wait for the decisions.
      if (portions.length > 1) writer.lockHead(instance);
      const [books, stored] = await reading;
      if (tried !== undefined && (await anyExists(tx, works))) {
        results = tried;
        return;
      }
      const decided: Result[] = [];
      for (const portion of portions) {
        const { results: some, toStore } = decideAll(books, portion, stored);
        decided.push(...some);
        if (toStore.length > 0) await dependencies.outcomes.store(tx, instance, toStore);
        await writer.write(books);
      }
      written = writer.instances;
      results = decided;
    });
    return { results: results!, written };
  } catch (error) {
    return results === undefined ? { error } : { error, results };
  }
}

/**
 * Steps 1 and 2: the locks, in the order of instance and id, then everything that may decide. The statements travel
 * together; each has a snapshot younger than the locks of those before it.
 */
async function gather(
  { clock }: Pick<GroupDependencies, 'clock'>,
  tx: Queryable,
  instance: string,
  plans: readonly Plan[],
): Promise<Books> {
  const named = byInstance(plans.flatMap((plan) => plan.balances));
  const gateIds = new Map(byInstance(plans.flatMap((plan) => plan.gates ?? [])));
  const held = byInstance(plans.flatMap((plan) => plan.holds ?? []));
  const sought = byInstance(plans.flatMap((plan) => plan.lookups ?? []));
  const [balances, read, holds, transactions] = await Promise.all([
    Promise.all(named.map(([place, ids]) => store.lockBalances(tx, place, ids))),
    Promise.all(named.map(([place, ids]) => store.readGates(tx, place, gateIds.get(place) ?? [], ids))),
    Promise.all(held.map(([place, ids]) => store.readHolds(tx, place, ids))),
    Promise.all(sought.map(([place, ids]) => readTransactionFacts(tx, place, ids))),
  ]);
  const own = named.findIndex(([place]) => place === instance);
  const now = new Date(clock.now().getTime() + (read[own]?.clockOffsetMs ?? 0));
  return new Books({
    now,
    balances: balances.flat(),
    gates: read.flatMap(({ gates }) => gates),
    holds: holds.flat(),
    transactions: transactions.flat(),
  });
}

/** References by instance, both in order and each once. */
function byInstance(refs: readonly BalanceRef[]): [string, string[]][] {
  const found = new Map<string, Set<string>>();
  for (const { instance, id } of refs) getOrMake(found, instance, () => new Set<string>()).add(id);
  return [...found].map(([instance, ids]): [string, string[]] => [instance, [...ids].sort()]).sort();
}

/** Each work's own transaction is its first: one of them in the books means that the whole group is. */
async function anyExists(tx: Queryable, works: readonly Work[]): Promise<boolean> {
  const ids = works.flatMap((work) => work.plan.transactions.slice(0, 1));
  return (await store.existingTransactions(tx, works[0]!.instance, ids)).size > 0;
}

async function probe(
  dependencies: GroupDependencies,
  tx: Queryable,
  works: readonly Work[],
): Promise<Map<string, StoredOutcome>> {
  const keys = works.flatMap((work) => work.idempotency ?? []);
  if (keys.length === 0) return new Map();
  return dependencies.outcomes.probe(tx, works[0]!.instance, keys);
}

/** Step 3: runs each decision in turn. The same key twice in one group is decided here, in memory. */
function decideAll(books: Books, works: readonly Work[], stored: Map<string, StoredOutcome>) {
  const toStore: (IdempotencyKey & { body: string })[] = [];
  const results = works.map((work): Result => {
    const key = work.idempotency;
    const earlier = key && stored.get(`${key.operation}|${key.key}`);
    if (earlier !== undefined) {
      return earlier.fingerprint === key!.fingerprint ? { body: earlier.body, replayed: true } : { conflict: true };
    }
    try {
      const body = decideOne(books, work);
      if (key !== undefined) {
        toStore.push({ ...key, body });
        stored.set(`${key.operation}|${key.key}`, { fingerprint: key.fingerprint, body });
      }
      return { body, replayed: false };
    } catch (fault) {
      return { fault };
    }
  });
  return { results, toStore };
}

function decideOne(books: Books, work: Work): string {
  const outcome = work.decide(books);
  const body = work.respond(outcome);
  if (!isRefused(outcome)) books.apply(outcome, work.caller, work.requestId);
  return body;
}

/** So many works are written at once, while the next ones are being decided: the database need not wait for all. */
const portionWorks = 64;

/** A group in the portions in which it is written. One with idempotency keys is one portion. */
function portionsOf(works: readonly Work[]): (readonly Work[])[] {
  const crossing = works.some(({ instance, plan }) => plan.balances.some((ref) => ref.instance !== instance));
  if (crossing || works.some(({ idempotency }) => idempotency !== undefined)) return [works];
  const count = Math.ceil(works.length / portionWorks);
  return Array.from({ length: count }, (_, index) => works.slice(index * portionWorks, (index + 1) * portionWorks));
}

/**
 * Steps 4 and 5: the heads, last and in order, then one call for each instance and portion. The calls are not waited
 * for: they are statements of the transaction, which reports the one that fails and does not commit without them.
 */
class Writer {
  readonly #dependencies: Pick<GroupDependencies, 'vault' | 'schedule'>;
  readonly #tx: Queryable;
  readonly #heads = new Map<string, Promise<Head>>();

  constructor(dependencies: Pick<GroupDependencies, 'vault' | 'schedule'>, tx: Queryable) {
    this.#dependencies = dependencies;
    this.#tx = tx;
  }

  /** The instances that were written. */
  get instances(): string[] {
    return [...this.#heads.keys()];
  }

  lockHead(instance: string): Promise<Head> {
    return getOrMake(this.#heads, instance, () => {
      const head = store.lockHead(this.#tx, instance);
      // It may fail before anybody waits for it: then the reads beside it have failed as well.
      head.catch(() => {});
      return head;
    });
  }

  /** Sends what the books have for writing; answers when the calls are done. */
  async write(books: Books): Promise<{ readonly done: Promise<unknown> }> {
    const { vault, schedule } = this.#dependencies;
    const batches = books.instances.map((instance) => ({ instance, batch: books.take(instance) }));
    for (const { instance, batch } of batches) {
      await writeCompanions(schedule, this.#tx, instance, books.now, batch);
    }
    const heads = await Promise.all(batches.map(({ instance }) => this.lockHead(instance)));
    const calls = batches.map(({ instance, batch }, index) => {
      const { call, next } = sealAndWrite(vault, this.#tx, instance, heads[index]!, books.now, batch);
      this.#heads.set(instance, Promise.resolve(next));
      return call;
    });
    const done = Promise.all(calls);
    done.catch(() => {});
    return { done };
  }
}

/** What travels with a group into other tables: one statement for each kind of row. */
async function writeCompanions(
  schedule: Schedule,
  tx: Queryable,
  instance: string,
  now: Date,
  { records, jobs }: Batch,
): Promise<void> {
  const kinds = Map.groupBy(records, ({ kind }) => kind);
  for (const [kind, drafts] of kinds) {
    await kind.write(
      tx,
      instance,
      drafts.map(({ row }) => row),
    );
  }
  if (jobs.length > 0) await schedule.add(tx, jobs, now);
}

/** Bookings of an instance never go back in time, whatever clocks do. `next` is the head as this leaves it. */
function sealAndWrite(
  vault: Vault,
  tx: Queryable,
  instance: string,
  head: Head,
  now: Date,
  batch: Batch,
): { readonly call: Promise<unknown>; readonly next: Head } {
  const lastAt = now > head.lastAt ? now : head.lastAt;
  const at = lastAt.toISOString();
  const seal = sealBatch(vault, instance, head, at, batch);
  const next = {
    movementNumber: head.movementNumber + BigInt(batch.movements.length),
    eventNumber: head.eventNumber + BigInt(batch.events.length),
    sealNumber: seal.number,
    sealMac: seal.mac,
    lastAt,
  };
  return { call: store.writeBatch(tx, instance, head, at, batch, seal), next };
}

/** Posts one work inside an open transaction: the same steps, a group of one, the caller's commit. */
export async function runWithin(
  dependencies: GroupDependencies,
  tx: Queryable,
  work: Omit<Work, 'respond' | 'idempotency'>,
): Promise<Posting | Refused> {
  const books = await gather(dependencies, tx, work.instance, [work.plan]);
  const outcome = work.decide(books);
  if (isRefused(outcome)) return outcome;
  books.apply(outcome, work.caller, work.requestId);
  const { done } = await new Writer(dependencies, tx).write(books);
  await done;
  return outcome;
}

/** Numbers, seals and writes events of an operation that moves no money. */
export async function writeEvents(
  dependencies: GroupDependencies,
  tx: Queryable,
  instance: string,
  drafts: readonly EventDraft[],
): Promise<void> {
  if (drafts.length === 0) return;
  const offsetMs = await readClockOffset(tx, instance);
  const head = await store.lockHead(tx, instance);
  const batch: Batch = { ...emptyBatch, events: drafts.map(newEvent) };
  const now = new Date(dependencies.clock.now().getTime() + offsetMs);
  await sealAndWrite(dependencies.vault, tx, instance, head, now, batch).call;
}

const emptyBatch: Batch = {
  balances: [],
  movements: [],
  holds: [],
  holdEnds: [],
  transactions: [],
  updates: [],
  events: [],
  records: [],
  jobs: [],
};
