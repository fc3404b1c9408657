import type { Clock } from '../../kernel/clock.ts';
import { getOrMake } from '../../kernel/collections.ts';
import type { Queryable } from '../../kernel/database.ts';
import type { Log } from '../../kernel/log.ts';
import type { LedgerMetrics } from '../../kernel/metrics.ts';
import { KeyTaken, type Ledger, OutcomeUnknown, type Work, type WorkOutcome } from '../../kernel/posting.ts';
import { classify } from '../../kernel/sqlstate.ts';
import { type GroupDependencies, type Result, runGroup, runWithin, writeEvents } from './run.ts';
import { readClockOffset, readClocks, updateClockOffset } from './store.ts';

export interface LedgerDependencies extends GroupDependencies {
  readonly metrics: LedgerMetrics;
  readonly log: Log;
  /** Called after each commit that wrote events, so that deliveries need not wait for their next look. */
  readonly committed: (instances: readonly string[]) => void;
}

const groupWorks = 256;
const groupBalances = 1000;
/** After this the caller is told that the outcome is not known; the engine goes on finding it out. */
const answerWithinMs = 10_000;
const overdueLookMs = 500;
/** Collisions are rare and short; whoever collides this often has met a bug. */
const collisionAttempts = 20;

interface Waiting {
  readonly work: Work;
  readonly since: number;
  resolve(outcome: WorkOutcome): void;
  reject(error: unknown): void;
}

/** One instance's works: one group of them is in flight, the next one gathers meanwhile. */
interface Queue {
  waiting: Waiting[];
  running: boolean;
}

export interface OpenLedger extends Ledger {
  /** Resolves when every work handed in so far has come to its end. */
  drained(): Promise<void>;
}

/**
 * The posting engine. Works queue for their instance; a group is whatever queued while the commit before was under
 * way, and is one database transaction. An answer is given only after the commit.
 */
export function openLedger(dependencies: LedgerDependencies): OpenLedger {
  const queues = new Map<string, Queue>();
  const draining = new Set<Promise<void>>();

  function post(work: Work): Promise<WorkOutcome> {
    return new Promise((resolve, reject) => {
      const queue = getOrMake(queues, work.instance, (): Queue => ({ waiting: [], running: false }));
      queue.waiting.push({ work, since: Date.now(), resolve, reject });
      if (!queue.running) {
        queue.running = true;
        // Requests read in the same turn of the event loop still join the first group.
        setImmediate(() => start(work.instance, queue));
      }
    });
  }

  function start(instance: string, queue: Queue): void {
    const drained = drain(instance, queue).finally(() => draining.delete(drained));
    draining.add(drained);
  }

  async function drain(instance: string, queue: Queue): Promise<void> {
    while (queue.waiting.length > 0) {
      const group = takeGroup(queue.waiting);
      const overdue = setInterval(() => answerOverdue(queue, group), overdueLookMs);
      await settle(dependencies, group);
      clearInterval(overdue);
    }
    queues.delete(instance);
  }

  return {
    post,
    postWithin: (tx, work) => runWithin(dependencies, tx, work),
    record: (tx, instance, events) => writeEvents(dependencies, tx, instance, events),
    now: (db, instance) => instanceNow(dependencies.clock, db, instance),
    clocks: readClocks,
    setClock: (db, instance, at) => updateClockOffset(db, instance, at.getTime() - dependencies.clock.now().getTime()),
    drained: async () => void (await Promise.all(draining)),
  };
}

async function instanceNow(clock: Clock, db: Queryable, instance: string): Promise<Date> {
  return new Date(clock.now().getTime() + (await readClockOffset(db, instance)));
}

/** The next group: in order, within the limits. A work between two instances is a group of its own. */
function takeGroup(waiting: Waiting[]): Waiting[] {
  let balances = 0;
  let size = 0;
  for (const { work } of waiting) {
    const crossing = work.plan.balances.some((ref) => ref.instance !== work.instance);
    balances += work.plan.balances.length;
    if (size > 0 && (crossing || size === groupWorks || balances > groupBalances)) break;
    size += 1;
    if (crossing) break;
  }
  return waiting.splice(0, size);
}

/**
 * Nobody waits for ever on a database that does not answer. A work in flight may or may not be done, and its caller is
 * told so; one that still queues is taken out and is not done.
 */
function answerOverdue(queue: Queue, group: readonly Waiting[]): void {
  const isOverdue = ({ since }: Waiting) => Date.now() - since >= answerWithinMs;
  for (const { work, reject } of group.filter(isOverdue)) reject(new OutcomeUnknown(work.plan.transactions[0]));
  const { overdue = [], waiting = [] } = Object.groupBy(queue.waiting, (each) =>
    isOverdue(each) ? 'overdue' : 'waiting',
  );
  for (const { reject } of overdue) reject(new Error('the posting engine is waiting for the database'));
  queue.waiting = waiting;
}

/** Brings one group to its end: every work of it is answered, with what is true. */
async function settle(dependencies: LedgerDependencies, group: readonly Waiting[]): Promise<void> {
  try {
    const results = await commit(
      dependencies,
      group.map(({ work }) => work),
    );
    for (const [index, result] of results.entries()) answer(group[index]!, result);
  } catch (error) {
    if (classify(error) === 'data' && group.length > 1) return split(dependencies, group);
    dependencies.log.error({ err: error, works: group.length }, 'a group of postings failed');
    for (const { reject } of group) reject(error);
  }
}

function answer({ resolve, reject }: Waiting, result: Result): void {
  if ('fault' in result) reject(result.fault);
  else resolve(result);
}

/** Only the guilty work of a group that the database refused is answered with a fault. */
async function split(dependencies: LedgerDependencies, group: readonly Waiting[]): Promise<void> {
  const middle = group.length >> 1;
  await settle(dependencies, group.slice(0, middle));
  await settle(dependencies, group.slice(middle));
}

/** Runs a group until its outcome is known. Its ids were made before, so running it again repeats nothing. */
async function commit(dependencies: LedgerDependencies, works: readonly Work[]): Promise<readonly Result[]> {
  let tried: readonly Result[] | undefined;
  for (let attempt = 1; ; attempt += 1) {
    const run = await runGroup(dependencies, works, tried);
    if (!('error' in run)) {
      dependencies.metrics.committed(works.length);
      if (run.written.length > 0) dependencies.committed(run.written);
      return run.results;
    }
    const kind = run.error instanceof KeyTaken ? 'again' : classify(run.error);
    if (kind === 'unknown') tried = run.results ?? tried;
    else if (kind !== 'again' || attempt === collisionAttempts) throw run.error;
    dependencies.log.warn({ err: run.error, works: works.length, attempt }, 'a group of postings is run again');
    await pause(Math.min(10 * attempt, 250));
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
