import type { Database } from '../kernel/database.ts';
import type { EventDraft } from '../kernel/event.ts';
import type { ChoreContext, JobDraft, Schedule } from '../kernel/job.ts';
import type { Facts, Ledger, Plan, Posting } from '../kernel/posting.ts';
import type { Refused } from '../kernel/refusal.ts';
import { classify } from '../kernel/sqlstate.ts';

export interface TransactOptions {
  readonly database: Database;
  readonly ledger: Ledger;
  readonly schedule: Schedule;
  /** Jobs were written and may be due at once. */
  readonly scheduled: () => void;
}

/** Under which name the bank's own works are audited. */
const system = 'system';
const attempts = 5;

/**
 * Transactions outside of any request: for jobs and chores. What is emitted is written last, since events lock the
 * instance's head row. After a collision with another transaction the work runs again, whole.
 */
export function openTransact({ database, ledger, schedule, scheduled }: TransactOptions): ChoreContext['transact'] {
  return async (instance, cause, work) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { result, jobs } = await database.transaction(async (tx) => {
          const events: EventDraft[] = [];
          const jobs: JobDraft[] = [];
          const now = await ledger.now(tx, instance);
          const result = await work({
            tx,
            now,
            emit: (event) => void events.push(event),
            schedule: (job) => void jobs.push({ ...job, instance }),
            post: <Name extends string>(plan: Plan, decide: (facts: Facts) => Posting | Refused<Name>) =>
              // The engine hands on what `decide` answered, so the refusals are the ones it can give.
              ledger.postWithin(tx, { instance, plan, decide, caller: system, requestId: cause }) as Promise<
                Posting | Refused<Name>
              >,
          });
          if (jobs.length > 0) await schedule.add(tx, jobs, now);
          await ledger.record(tx, instance, events);
          return { result, jobs };
        });
        if (jobs.length > 0) scheduled();
        return result;
      } catch (error) {
        if (classify(error) !== 'again' || attempt === attempts) throw error;
      }
    }
  };
}

/** Posts through the instance's queue; answers what `decide` came to, after the commit. */
export function openPost({ ledger }: Pick<TransactOptions, 'ledger'>): ChoreContext['post'] {
  return async <Name extends string>(
    { cause, ...work }: Parameters<ChoreContext['post']>[0],
    decide: (facts: Facts) => Posting | Refused<Name>,
  ) => {
    let decided: Posting | Refused<Name> | undefined;
    await ledger.post({
      ...work,
      decide: (facts) => {
        decided = decide(facts);
        return decided;
      },
      respond: () => '',
      caller: system,
      requestId: cause,
    });
    return decided!;
  };
}
