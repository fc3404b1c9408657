import type { ChoreContext, Job, JobContext, JobDefinition } from '../kernel/job.ts';
import { claimJobs, delayJob, type InstanceClock, instancesWithWork, moveJob, removeJob } from './schedule.ts';

export interface RunnerOptions {
  readonly context: ChoreContext;
  readonly jobs: readonly JobDefinition[];
  /** The clocks of all instances. */
  clocks(): Promise<readonly InstanceClock[]>;
}

export interface Runner {
  /** There may be something to do: look soon. */
  wake(): void;
  /** Runs what is due, and what follows from it, to its end. */
  settle(): Promise<void>;
  /** Runs what is due in one instance at a moment of its clock; answers what was run. */
  runDue(instance: string, now: Date): Promise<Job[]>;
  close(): Promise<void>;
}

const pollMs = 200;
const claimAtOnce = 16;
/** A server that has had a job this long is taken for dead, and somebody else runs the job. */
const leaseMs = 60_000;
const firstPauseMs = 1000;
const longestPauseMs = 5 * 60_000;

/** Runs jobs when their time has come. Any number of servers may do it at once: each job is one server's at a time. */
export function openRunner({ context, jobs, clocks }: RunnerOptions): Runner {
  const definitions = new Map(jobs.map((job) => [job.name, job]));
  const { db, clock, log } = context;

  async function run(job: Job, now: Date): Promise<void> {
    try {
      const definition = definitions.get(job.name);
      if (definition === undefined) throw new Error(`no domain knows the job ${job.name}`);
      const again = await definition.run(jobContext(context, job, now), job);
      await (again ? moveJob(db, job, again.againAt) : removeJob(db, job));
    } catch (err) {
      log.error(
        { job: job.name, instance: job.instance, subject: job.subject, attempt: job.attempt, err },
        'a job failed',
      );
      const pauseMs = Math.min(firstPauseMs * 2 ** (job.attempt - 1), longestPauseMs);
      await delayJob(db, job, new Date(clock.now().getTime() + pauseMs));
    }
  }

  async function runDue(instance: string, now: Date): Promise<Job[]> {
    const ran: Job[] = [];
    for (;;) {
      const realTime = clock.now();
      const until = new Date(realTime.getTime() + leaseMs);
      const claimed = await claimJobs(db, instance, { now, realTime, until, limit: claimAtOnce });
      if (claimed.length === 0) return ran;
      await Promise.all(claimed.map((job) => run(job, now)));
      ran.push(...claimed);
    }
  }

  /** One look at all instances; answers whether there was anything to do. */
  async function look(): Promise<boolean> {
    const known = await clocks();
    const realTime = clock.now();
    const busy = new Set(await instancesWithWork(db, known, realTime));
    await Promise.all(
      known
        .filter(({ instance }) => busy.has(instance))
        .map(({ instance, offsetMs }) => runDue(instance, new Date(realTime.getTime() + offsetMs))),
    );
    return busy.size > 0;
  }

  const loop = openLoop(look, (err) => log.error({ err }, 'the jobs could not be looked at'));
  return { wake: loop.wake, settle: loop.settle, runDue, close: loop.close };
}

/** Looks again and again, one look at a time; as long as there is something to do without a pause. */
function openLoop(look: () => Promise<boolean>, onError: (err: unknown) => void) {
  let closed = false;
  let looking: Promise<boolean> = Promise.resolve(false);
  let timer: NodeJS.Timeout | undefined;
  const lookNext = () => {
    looking = looking.then(look).catch((err) => {
      if (!closed) onError(err);
      return false;
    });
    return looking;
  };
  const later = (ms: number) => {
    clearTimeout(timer);
    if (!closed) timer = setTimeout(() => void lookNext().then((busy) => later(busy ? 0 : pollMs)), ms).unref();
  };
  later(pollMs);
  return {
    wake: () => later(0),
    async settle() {
      while (await lookNext());
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

function jobContext(context: ChoreContext, { instance, id }: Job, now: Date): JobContext {
  const { clock, transact, ...common } = context;
  return { ...common, clock, now, realTime: clock.now(), transact: (work) => transact(instance, id, work) };
}
