import type { Log } from '../kernel/log.ts';

/** Work that a server does by itself again and again; any number of servers may do it at once. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  run(): Promise<unknown>;
}

export interface Jobs {
  /** Runs each once now, and answers when all are done. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the jobs. One run of a job ends before its next begins; a run that fails is logged and the next one tries again. */
export function startJobs(jobs: readonly Job[], log: Log): Jobs {
  const running = new Map<Job, Promise<void>>();
  const run = (job: Job): Promise<void> => {
    const before = running.get(job) ?? Promise.resolve();
    const done = before
      .then(() => job.run())
      .then(
        () => {},
        (err) => log.error({ job: job.name, err }, 'a job failed'),
      );
    running.set(job, done);
    return done;
  };
  const timers = jobs.map((job) => {
    let busy = false;
    return setInterval(() => {
      if (busy) return;
      busy = true;
      void run(job).then(() => {
        busy = false;
      });
    }, job.everyMs).unref();
  });
  return {
    settle: async () => void (await Promise.all(jobs.map(run))),
    async close() {
      timers.forEach(clearInterval);
      await Promise.all(running.values());
    },
  };
}
