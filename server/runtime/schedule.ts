import type { Queryable } from '../kernel/database.ts';
import { newId } from '../kernel/ids.ts';
import type { Job, Schedule } from '../kernel/job.ts';
import { plainArray, textArray } from '../kernel/sql-array.ts';

/** The SQL of jobs. Due times are of the instance's clock; what keeps a job from running twice at once is real time. */

/** How an instance's clock differs from real time. */
export interface InstanceClock {
  readonly instance: string;
  readonly offsetMs: number;
}

export const schedule: Schedule = {
  async add(tx, drafts, now) {
    for (const [instance, jobs] of Map.groupBy(drafts, (draft) => draft.instance)) {
      await tx.query(
        `insert into runtime.jobs (instance_id, job_id, name, subject_id, due_at, data, free_at)
         select $1, id, name, subject, due, data::jsonb, '-infinity'
           from unnest($2::uuid[], $3::text[], $4::uuid[], $5::timestamptz[], $6::text[]) as u(id, name, subject, due, data)`,
        [
          instance,
          plainArray(jobs, () => newId()),
          plainArray(jobs, (job) => job.name),
          plainArray(jobs, (job) => job.subject),
          plainArray(jobs, (job) => `"${(job.at ?? now).toISOString()}"`),
          textArray(jobs, (job) => JSON.stringify(job.data ?? {})),
        ],
      );
    }
  },
};

/** The instances that have a job to do: due by their clock, and free. */
export async function instancesWithWork(
  db: Queryable,
  clocks: readonly InstanceClock[],
  realTime: Date,
): Promise<string[]> {
  const rows = await db.query<{ instance: string }>(
    `select c.instance
       from unnest($1::uuid[], $2::timestamptz[]) as c(instance, now)
      where exists (select 1 from runtime.jobs j
                     where j.instance_id = c.instance and j.due_at <= c.now and j.free_at <= $3)`,
    [
      plainArray(clocks, ({ instance }) => instance),
      plainArray(clocks, ({ offsetMs }) => `"${new Date(realTime.getTime() + offsetMs).toISOString()}"`),
      realTime,
    ],
  );
  return rows.map(({ instance }) => instance);
}

const jobColumns = 'job_id as id, name, subject_id as subject, due_at as "dueAt", data, attempt';

/** Takes jobs of one instance that are due, in order; nobody else gets them until `until`. */
export async function claimJobs(
  db: Queryable,
  instance: string,
  { now, realTime, until, limit }: { now: Date; realTime: Date; until: Date; limit: number },
): Promise<Job[]> {
  const rows = await db.query<Omit<Job, 'instance'>>(
    `update runtime.jobs set attempt = attempt + 1, free_at = $4
      where instance_id = $1
        and job_id in (select job_id from runtime.jobs
                        where instance_id = $1 and due_at <= $2 and free_at <= $3
                        order by due_at, job_id
                        limit $5
                          for update skip locked)
    returning ${jobColumns}`,
    [instance, now, realTime, until, limit],
  );
  return rows
    .map((row) => ({ instance, ...row }))
    .toSorted((one, other) => one.dueAt.getTime() - other.dueAt.getTime());
}

/** The jobs that will be due until a moment, in order. */
export async function jobsUntil(db: Queryable, instance: string, until: Date, limit: number): Promise<Job[]> {
  const rows = await db.query<Omit<Job, 'instance'>>(
    `select ${jobColumns} from runtime.jobs
      where instance_id = $1 and due_at <= $2
      order by due_at, job_id
      limit $3`,
    [instance, until, limit],
  );
  return rows.map((row) => ({ instance, ...row }));
}

/** A job is done. */
export async function removeJob(db: Queryable, { instance, id }: Job): Promise<void> {
  await db.query('delete from runtime.jobs where instance_id = $1 and job_id = $2', [instance, id]);
}

/** A job asked to be run again, at a moment of its instance's clock. */
export async function moveJob(db: Queryable, { instance, id }: Job, dueAt: Date): Promise<void> {
  await db.query(
    `update runtime.jobs set due_at = $3, attempt = 0, free_at = '-infinity' where instance_id = $1 and job_id = $2`,
    [instance, id, dueAt],
  );
}

/** A job failed; it may be tried again from a moment of real time on. */
export async function delayJob(db: Queryable, { instance, id }: Job, freeAt: Date): Promise<void> {
  await db.query('update runtime.jobs set free_at = $3 where instance_id = $1 and job_id = $2', [instance, id, freeAt]);
}
