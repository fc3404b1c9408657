import { closeSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Plan } from './plan.ts';
import { findPostmaster } from './postmaster.ts';
import { until } from './processes.ts';
import { start } from './runner.ts';
import { settingWords } from './settings.ts';

/**
 * Runs PostgreSQL and shuts it down (SIGINT: fast, clean) when nobody holds its lease any more. `read` waits for the
 * end of the pipe; nothing is ever written to it. The loop is there because a signal ends `wait` early.
 */
const guard = [
  'exec 3<"$1"; shift',
  '"$@" 3<&- </dev/null & p=$!',
  '(read _ <&3; kill -INT $p 2>/dev/null) & w=$!',
  'exec 3<&-',
  'trap "kill -INT $p 2>/dev/null" INT TERM',
  'while kill -0 $p 2>/dev/null; do wait $p; done',
  'kill $w 2>/dev/null',
].join('\n');

/** Replaying what a crash left behind takes seconds; on a slow disk it may be minutes. */
const recoveryTimeoutMs = 10 * 60_000;
const largestLogBytes = 8 * 1024 * 1024;

/**
 * Starts PostgreSQL under its guard and answers its process number once it takes connections. Needs the start lock and
 * a lease. Throws with the last lines of PostgreSQL's log when it ends instead.
 */
export async function startGuarded(
  plan: Plan,
  leasePath: string,
  socketFolder: string,
  settings: Readonly<Record<string, string>>,
): Promise<number> {
  const words = [join(plan.binaries, 'bin/postgres'), '-D', plan.data, '-k', socketFolder, ...settingWords(settings)];
  const log = openLog(join(plan.place, 'postgres.log'));
  const from = fstatSync(log).size;
  let ended = false;
  try {
    const child = start(plan.runner, ['/bin/sh', '-c', guard, 'openemi-guard', leasePath, ...words], log);
    child.on('exit', () => {
      ended = true;
    });
    child.on('error', () => {
      ended = true;
    });
    child.unref();
    await until(() => ended || findPostmaster(plan.data)?.ready === true, recoveryTimeoutMs);
    const found = findPostmaster(plan.data);
    if (found?.ready === true) return found.pid;
    throw new Error(`PostgreSQL did not start: ${tail(log, from)}`);
  } finally {
    closeSync(log);
  }
}

/** One older log is kept. */
function openLog(path: string): number {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > largestLogBytes) renameSync(path, `${path}.1`);
  return openSync(path, 'a+', 0o600);
}

function tail(fd: number, from: number): string {
  const text = Buffer.alloc(4096);
  const length = readSync(fd, text, 0, text.length, Math.max(from, fstatSync(fd).size - text.length));
  return text.toString('utf8', 0, length).trim().split('\n').slice(-4).join(' / ') || 'it said nothing';
}
