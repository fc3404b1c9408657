import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning } from './processes.ts';

/** A start takes seconds; a lock that is older was left behind by a process whose number another one has now. */
const staleAfterMs = 10 * 60_000;

/** Runs work while no other process on this machine does the same with this lock file. */
export async function withStartLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const own = `${path}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    while (!tryLink(own, path)) {
      if (isStale(path)) breakLock(path, own);
      else await sleep(20);
    }
  } finally {
    rmSync(own, { force: true });
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

/** A link appears whole, with the holder's number in it, or fails because another process was first. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function isStale(path: string): boolean {
  try {
    const holder = Number(readFileSync(path, 'utf8'));
    return !isRunning(holder) || Date.now() - statSync(path).mtimeMs > staleAfterMs;
  } catch {
    return false;
  }
}

/** Moves the lock aside, so that of several that found it stale one does it; a lock taken meanwhile is put back. */
function breakLock(path: string, own: string): void {
  const aside = `${own}.stale`;
  try {
    renameSync(path, aside);
    if (!isStale(aside)) tryLink(aside, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  rmSync(aside, { force: true });
}
