import { getOrMake } from '../kernel/collections.ts';
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
  /** Runs what is due in one instance at a moment of its clock, to its end. */
  runDue(instance: string, now: Date): Promise<void>;
  close(): Promise<void>;
}

const pollMs = 200;
/** Of one instance at the same time, in one process. */
const claimAtOnce = 16;
/** With less room than this it is not worth a look. */
const claimFrom = 8;
/** A server that has had a job this long is taken for dead, and somebody else runs the job. */
const leaseMs = 60_000;
const firstPauseMs = 1000;
const longestPauseMs = 5 * 60_000;

/** Runs jobs when their time has come. Any number of servers may do it at once: each job is one server's at a time. */
export function openRunner({ context, jobs, clocks }: RunnerOptions): Runner {
  const { db, clock, log } = context;
  const definitions = new Map(jobs.map((job) => [job.name, job]));
  const underWay = new UnderWay();

  /**
   * Starts what is due in an instance, as far as there is room; a slow job takes its own place and no other's. Answers
   * whether anything was started.
   */
  async function claim(instance: string, now: Date): Promise<boolean> {
    const room = claimAtOnce - underWay.of(instance).length;
    if (room < claimFrom) return false;
    const realTime = clock.now();
    const until = new Date(realTime.getTime() + leaseMs);
    const claimed = await claimJobs(db, instance, { now, realTime, until, limit: room });
    for (const job of claimed) {
      underWay.add(instance, runJob(context, definitions.get(job.name), job, now)).then(() => {
        if (underWay.of(instance).length === claimFrom) loop.wake();
      });
    }
    return claimed.length > 0;
  }

  /** One look at all instances; answers whether anything was started. */
  async function look(): Promise<boolean> {
    const known = await clocks();
    const realTime = clock.now();
    const busy = new Set(await instancesWithWork(db, known, realTime));
    const due = known.filter(({ instance }) => busy.has(instance));
    const started = await Promise.all(
      due.map(({ instance, offsetMs }) => claim(instance, new Date(realTime.getTime() + offsetMs))),
    );
    return started.includes(true);
  }

  const loop = openLoop(look, (err) => log.error({ err }, 'the jobs could not be looked at'));
  return {
    wake: loop.wake,
    settle: () => toTheEnd(loop.lookNext, () => underWay.all()),
    runDue: (instance, now) =>
      toTheEnd(
        () => claim(instance, now),
        () => underWay.of(instance),
      ),
    async close() {
      await loop.close();
      await Promise.all(underWay.all());
    },
  };
}

/** The runs that have not ended, by instance. */
class UnderWay {
  readonly #runs = new Map<string, Set<Promise<void>>>();

  add(instance: string, run: Promise<void>): Promise<void> {
    const own = getOrMake(this.#runs, instance, () => new Set<Promise<void>>());
    own.add(run);
    return run.then(() => void own.delete(run));
  }

  of(instance: string): Promise<void>[] {
    return [...(this.#runs.get(instance) ?? [])];
  }

  all(): Promise<void>[] {
    return [...this.#runs.values()].flatMap((own) => [...own]);
  }
}

/** Goes on until nothing is started any more and everything has ended. */
async function toTheEnd(startMore: () => Promise<boolean>, underWay: () => Promise<void>[]): Promise<void> {
  for (;;) {
    if (await startMore()) continue;
    const left = underWay();
    if (left.length === 0) return;
    await Promise.race(left);
  }
}

/** One run of one job; what it throws is logged, and the job waits before it is tried again. */
async function runJob(
  context: ChoreContext,
  definition: JobDefinition | undefined,
  job: Job,
  now: Date,
): Promise<void> {
  const { db, clock, log } = context;
  try {
    if (definition === undefined) throw new Error(`no domain knows the job ${job.name}`);
    const again = await definition.run(jobContext(context, job, now), job);
    await (again ? moveJob(db, job, again.againAt) : removeJob(db, job));
  } catch (err) {
    const { name, instance, subject, attempt } = job;
    log.error({ job: name, instance, subject, attempt, err }, 'a job failed');
    const pauseMs = Math.min(firstPauseMs * 2 ** (attempt - 1), longestPauseMs);
    await delayJob(db, job, new Date(clock.now().getTime() + pauseMs)).catch((error) =>
      // Its lease ends by itself: then somebody runs it again.
      log.error({ job: name, instance, subject, attempt, err: error }, 'a job could not be put back'),
    );
  }
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
    lookNext,
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
