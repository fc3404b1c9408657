import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs';

/**
 * A file that only takes up room. PostgreSQL stops when the disk is full and cannot even recover then; giving this room
 * back lets it come up once more, so that what it holds can be read and room can be made.
 */
const ballastBytes = 16 * 1024 * 1024;

/** Bytes that an ordinary user can still write where this folder lies. */
function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Puts the ballast down where there is plenty of room. */
export function placeBallast(path: string, folder: string): void {
  if (existsSync(path) || freeBytes(folder) < 4 * ballastBytes) return;
  try {
    // Random bytes: a file system that compresses would make nothing of zeros.
    writeFileSync(path, randomBytes(ballastBytes), { mode: 0o600 });
  } catch {
    rmSync(path, { force: true });
  }
}

/** Gives the ballast up when the disk is full; true when that made room. */
export function dropBallast(path: string, folder: string): boolean {
  if (!existsSync(path) || freeBytes(folder) >= ballastBytes) return false;
  rmSync(path, { force: true });
  return true;
}
