import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { newId } from '../kernel/ids.ts';
import type { ChoreContext, Job, JobDefinition } from '../kernel/job.ts';
import { testDatabase } from '../test/database.ts';
import { type OpenDatabase, openDatabase } from './postgres.ts';
import { openRunner } from './runner.ts';
import { claimJobs, jobsUntil, schedule } from './schedule.ts';

const instance = newId();
let db: OpenDatabase;
let end: () => Promise<void>;
let now = new Date('2026-11-20T10:15:30.000Z');

before(async () => {
  const database = await testDatabase();
  db = openDatabase(database.url, { max: 8 });
  end = async () => {
    await db.close();
    await database.drop();
  };
});
after(() => end());
beforeEach(() => db.query('delete from runtime.jobs where instance_id = $1', [instance]));

const log = { info() {}, warn() {}, error() {} };
const afterSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000);

/** A server as far as jobs are concerned. */
function server(run: (job: Job) => ReturnType<JobDefinition['run']>, offsetMs = 0) {
  const context = { db, log, clock: { now: () => now } } as unknown as ChoreContext;
  const jobs = [{ name: 'test.job', run: (_: unknown, job: Job) => run(job) }];
  return openRunner({ context, jobs, clocks: async () => [{ instance, offsetMs }] });
}

function add(count: number, at?: Date): Promise<void> {
  const job = () => ({ instance, name: 'test.job', subject: newId(), ...(at && { at }) });
  return schedule.add(db, Array.from({ length: count }, job), now);
}

const left = async () => (await jobsUntil(db, instance, afterSeconds(1e6), 1000)).length;

test('two servers share the jobs: each is run once', async () => {
  await add(200);
  const ran: string[] = [];
  const servers = [1, 2].map(() => server(async ({ id }) => void ran.push(id)));
  await Promise.all(servers.map((each) => each.settle()));
  assert.equal(ran.length, 200);
  assert.equal(new Set(ran).size, 200);
  assert.equal(await left(), 0);
  await Promise.all(servers.map((each) => each.close()));
});

test('a server that dies with a job loses it to another after a minute, and the attempt is counted', async () => {
  await add(1);
  const claim = { now, realTime: now, until: afterSeconds(60), limit: 16 };
  assert.equal((await claimJobs(db, instance, claim)).length, 1);
  const attempts: number[] = [];
  const other = server(async ({ attempt }) => void attempts.push(attempt));
  await other.settle();
  assert.deepEqual(attempts, []);
  now = afterSeconds(61);
  await other.settle();
  assert.deepEqual(attempts, [2]);
  await other.close();
});

test('pauses grow after each failure; a job that asks for it runs again at its time', async () => {
  await add(1);
  const start = now;
  const ran: number[] = [];
  const failing = server(async () => {
    ran.push((now.getTime() - start.getTime()) / 1000);
    if (ran.length <= 3) throw new Error('not now');
    return ran.length < 6 ? { againAt: afterSeconds(100) } : undefined;
  });
  for (let second = 0; second < 300; second += 1) {
    await failing.settle();
    now = afterSeconds(1);
  }
  assert.deepEqual(ran, [0, 1, 3, 7, 107, 207]);
  assert.equal(await left(), 0);
  await failing.close();
});

test('due is what the clock of the instance says', async () => {
  await add(1, afterSeconds(3600));
  let ran = 0;
  const count = async () => {
    ran += 1;
  };
  const [punctual, ahead] = [server(count), server(count, 3_600_000)];
  await punctual.settle();
  assert.equal(ran, 0);
  await ahead.settle();
  assert.equal(ran, 1);
  await Promise.all([punctual.close(), ahead.close()]);
});

test('a slow job holds up no other, of its own instance or of another', async () => {
  await add(40);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let first: string | undefined;
  const ended: string[] = [];
  const one = server(async ({ id }) => {
    first ??= id;
    if (id === first) await held;
    ended.push(id);
    if (ended.length === 39) letGo();
  });
  await one.settle();
  assert.equal(ended.at(-1), first);
  assert.equal(await left(), 0);
  await one.close();
});
