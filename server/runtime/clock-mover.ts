import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../kernel/clock.ts';
import type { ClockMover } from '../kernel/clock-mover.ts';
import type { Database } from '../kernel/database.ts';
import type { Job } from '../kernel/job.ts';
import type { Ledger } from '../kernel/posting.ts';
import type { Runner } from './runner.ts';
import { jobsUntil } from './schedule.ts';

interface ClockMoverOptions {
  readonly database: Database;
  readonly ledger: Ledger;
  readonly runner: Runner;
  readonly clock: Clock;
}

/** More would hardly be read; a move runs them all the same. */
const mostShown = 1000;
/** What has not ended by then has failed and waits for another attempt: the clock goes on without it. */
const patienceMs = 2000;
const lookMs = 10;

/**
 * Moves instances' clocks: to the time of the next job, that job, the next. So a job sees the time that it was meant
 * for, and so does what follows from it. Jobs that wait after a failure are run when their pause is over.
 */
export function openClockMover({ database, ledger, runner, clock }: ClockMoverOptions): ClockMover {
  /** Brings the clock to a moment and waits until everything due then is done, here or by another server's look. */
  async function runAt(instance: string, at: Date, ran: Map<string, Job>, stuck: Set<string>): Promise<void> {
    await ledger.setClock(database, instance, at);
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const due = (await jobsUntil(database, instance, at, mostShown)).filter(({ id }) => !stuck.has(id));
      if (due.length === 0) return;
      for (const job of due) ran.set(`${job.id} ${job.dueAt.getTime()}`, job);
      await runner.runDue(instance, at);
      if (performance.now() > deadline) for (const { id } of due) stuck.add(id);
      await sleep(lookMs);
    }
  }

  return {
    preview: (instance, until) => jobsUntil(database, instance, until, mostShown),
    async moveTo(instance, at) {
      const ran = new Map<string, Job>();
      const stuck = new Set<string>();
      const start = await ledger.now(database, instance);
      let reached = start.getTime();
      // What is due already comes first: what follows from it may be due on the way.
      await runAt(instance, start, ran, stuck);
      for (;;) {
        const next = (await jobsUntil(database, instance, at, mostShown)).find(
          ({ dueAt }) => dueAt.getTime() > reached,
        );
        if (next === undefined) break;
        reached = next.dueAt.getTime();
        await runAt(instance, next.dueAt, ran, stuck);
      }
      await runAt(instance, at, ran, stuck);
      return [...ran.values()];
    },
    reset: (instance) => ledger.setClock(database, instance, clock.now()),
  };
}
