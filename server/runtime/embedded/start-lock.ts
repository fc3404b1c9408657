import { lstatSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning } from './processes.ts';

/** A start takes seconds; a lock that is older was left behind by a process whose number another one has now. */
const staleAfterMs = 10 * 60_000;

/**
 * Runs work while no other process on this machine does the same with this lock. The lock is a symbolic link to the
 * holder's process number: it appears whole or not at all, and takes no room on a disk that is full.
 */
export async function withStartLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  while (!tryLock(path, process.pid)) {
    if (isStale(path)) breakLock(path);
    else await sleep(20);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

function tryLock(path: string, holder: number): boolean {
  try {
    symlinkSync(String(holder), path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function isStale(path: string): boolean {
  try {
    return !isRunning(Number(readlinkSync(path))) || Date.now() - lstatSync(path).mtimeMs > staleAfterMs;
  } catch {
    return false;
  }
}

/** Moves the lock aside, so that of several that found it stale one does it; a lock taken meanwhile is put back. */
function breakLock(path: string): void {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    if (!isStale(aside)) tryLock(path, Number(readlinkSync(aside)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  rmSync(aside, { force: true });
}
