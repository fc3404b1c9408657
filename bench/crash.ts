import { randomInt } from 'node:crypto';
import { type CrashReport, type CrashSize, surviveCrashes } from '../server/test/crash.ts';

const full = { processes: 10, transfers: 200_000, serverKills: 20, databaseKills: 10 };

/**
 * The crash test in full size: ten processes send 200,000 transfers while the server is killed 20 times and PostgreSQL
 * 10 times. Throws when anything was lost, doubled or halved. Several minutes; the seed makes a run repeatable.
 */
export async function benchCrash(size: Partial<CrashSize> = {}): Promise<CrashReport> {
  const seed = size.seed ?? Number(process.env.OPENEMI_TEST_SEED ?? randomInt(2 ** 31));
  console.log(`crash: seed ${seed}; run it again with OPENEMI_TEST_SEED=${seed}`);
  return surviveCrashes({ ...full, log: console.log, ...size, seed });
}
