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
      const [books, stored] = await Promise.all([
        gather(dependencies, tx, instance, plans),
        probe(dependencies, tx, works),
      ]);
      if (tried !== undefined && (await anyExists(tx, works))) {
        results = tried;
        return;
      }
      const decided = decideAll(books, works, stored);
      if (decided.toStore.length > 0) await dependencies.outcomes.store(tx, instance, decided.toStore);
      written = books.instances;
      results = decided.results;
      const { done } = await writeBooks(dependencies, tx, books);
      // Not awaited: the commit travels with the calls, and the transaction reports the one that fails.
      done.catch(() => {});
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

/**
 * Steps 4 and 5: the heads, last and in order, then one call for each instance. `done` is when the calls are answered;
 * they are statements of the transaction, which does not commit without them.
 */
async function writeBooks(
  { vault, schedule }: Pick<GroupDependencies, 'vault' | 'schedule'>,
  tx: Queryable,
  books: Books,
): Promise<{ readonly done: Promise<unknown> }> {
  const { instances, now } = books;
  for (const instance of instances) await writeCompanions(schedule, tx, instance, now, books.batch(instance));
  const heads = await Promise.all(instances.map((instance) => store.lockHead(tx, instance)));
  const calls = instances.map((instance, index) =>
    sealAndWrite(vault, tx, instance, heads[index]!, now, books.batch(instance)),
  );
  return { done: Promise.all(calls) };
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

/** Bookings of an instance never go back in time, whatever clocks do. */
function sealAndWrite(
  vault: Vault,
  tx: Queryable,
  instance: string,
  head: Head,
  now: Date,
  batch: Batch,
): Promise<unknown> {
  const at = (now > head.lastAt ? now : head.lastAt).toISOString();
  return store.writeBatch(tx, instance, head, at, batch, sealBatch(vault, instance, head, at, batch));
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
  const { done } = await writeBooks(dependencies, tx, books);
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
  await sealAndWrite(dependencies.vault, tx, instance, head, now, batch);
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
