import { performance } from 'node:perf_hooks';
import { type CrashSize, crashStory } from './crash.ts';
import { soundLedger } from './ledger.ts';
import { oneIdempotencyKey, raceAcrossProcesses, raceInOneProcess } from './races.ts';
import { replayedRequests } from './replays.ts';
import type { Report, Surroundings } from './report.ts';
import { type Story, type Told, tell } from './story.ts';
import { openWorld, type WorldOptions } from './world.ts';

export interface ProveOptions extends WorldOptions {
  readonly surroundings: Surroundings;
  readonly size: CrashSize;
  readonly at: Date;
}

/**
 * Tries the bank's promises on a database as hard as they can be tried from outside: real server processes, signed
 * calls over HTTP, and a reading of the books that uses nothing of the code under trial but, in the end, its own
 * verification. Every story plays in an instance of its own, which stays.
 */
export async function prove(options: ProveOptions): Promise<Report> {
  const { say, size, at, surroundings } = options;
  const stories: readonly Story[] = [
    raceInOneProcess,
    raceAcrossProcesses,
    oneIdempotencyKey,
    replayedRequests,
    crashStory(size),
    soundLedger,
  ];
  const started = performance.now();
  const told: Told[] = [];
  const world = openWorld(options);
  try {
    for (const [index, story] of stories.entries()) {
      say(`${index + 1} of ${stories.length}: ${story.title}`);
      told.push(await tell(story, world));
    }
  } finally {
    await world.close();
  }
  return {
    ok: told.every(({ ok }) => ok),
    at: at.toISOString(),
    seconds: Math.round(performance.now() - started) / 1000,
    size,
    surroundings,
    instances: world.instances,
    stories: told,
  };
}
