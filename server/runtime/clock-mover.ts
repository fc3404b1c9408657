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

/**
 * Moves instances' clocks: to the time of the next job, that job, the next. So a job sees the time that it was meant
 * for, and so does what follows from it. Jobs that wait after a failure are run when their pause is over.
 */
export function openClockMover({ database, ledger, runner, clock }: ClockMoverOptions): ClockMover {
  async function runAt(instance: string, at: Date): Promise<Job[]> {
    await ledger.setClock(database, instance, at);
    return runner.runDue(instance, at);
  }

  return {
    preview: (instance, until) => jobsUntil(database, instance, until, mostShown),
    async moveTo(instance, at) {
      const ran: Job[] = [];
      let reached = (await ledger.now(database, instance)).getTime();
      for (;;) {
        const next = (await jobsUntil(database, instance, at, mostShown)).find(
          ({ dueAt }) => dueAt.getTime() > reached,
        );
        if (next === undefined) break;
        reached = next.dueAt.getTime();
        ran.push(...(await runAt(instance, next.dueAt)));
      }
      ran.push(...(await runAt(instance, at)));
      return ran;
    },
    reset: (instance) => ledger.setClock(database, instance, clock.now()),
  };
}
