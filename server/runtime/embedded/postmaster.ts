import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { commandOf, isRunning } from './processes.ts';

/** A PostgreSQL server as its lock file `postmaster.pid` describes it. */
export interface Postmaster {
  readonly pid: number;
  readonly socketFolder: string;
  readonly ready: boolean;
}

/**
 * The server that runs on this data folder, if there is one. The lock file alone proves nothing: after a crash its
 * number may have gone to another program, and PostgreSQL would then refuse to start. So the process itself is looked at.
 */
export function findPostmaster(data: string): Postmaster | undefined {
  const lines = readLockFile(data);
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isRunning(pid)) return undefined;
  const command = commandOf(pid);
  // The folder comes from the process and not from the file: a copied data folder brings its original's lock file.
  const ours = command.includes('bin/postgres') && command.includes(` -D ${data} `);
  return ours ? { pid, socketFolder: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' } : undefined;
}

/** Removes a lock file whose server is gone. Call it only while holding the start lock, and when none was found. */
export function removeStaleLockFile(data: string): void {
  rmSync(join(data, 'postmaster.pid'), { force: true });
}

function readLockFile(data: string): string[] {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}
