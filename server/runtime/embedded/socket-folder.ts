import {
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plan } from './plan.ts';
import { canEnter } from './runner.ts';

/** The address of a unix socket has room for about a hundred bytes, and PostgreSQL's file name takes some of it. */
const longestFolder = 80;

/**
 * The folder of the server's socket. The server trusts whoever can open the socket, so the folder lets only the
 * server's user in. The one noted last is taken again, so that addresses given out stay valid over a restart.
 */
export function openSocketFolder(plan: Plan, noted: string | undefined): string {
  if (noted !== undefined && isOurs(noted, plan)) {
    clearSockets(noted);
    return noted;
  }
  const folder = mkdtempSync(join(temporaryFolder(plan), 'openemi-'));
  claim(folder, plan);
  return folder;
}

/** Sees that the folder is still there as it was made: something may have cleaned up the temporary files. */
export function keepSocketFolder(plan: Plan, folder: string): void {
  if (isOurs(folder, plan)) {
    clearSockets(folder);
    return;
  }
  mkdirSync(folder, { mode: 0o700 });
  claim(folder, plan);
}

function claim(folder: string, plan: Plan): void {
  writeFileSync(join(folder, 'data'), plan.data, { mode: 0o600 });
  chownSync(folder, plan.owner.uid, plan.owner.gid);
}

/** Ours is what no one else could have made: right owner, closed to others, and made for this very data folder. */
function isOurs(folder: string, plan: Plan): boolean {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isDirectory()) return false;
  if (stat.uid !== plan.owner.uid || (stat.mode & 0o077) !== 0) return false;
  try {
    return readFileSync(join(folder, 'data'), 'utf8') === plan.data;
  } catch {
    return false;
  }
}

/** Lock files of sockets name a process too, and PostgreSQL would believe a stale one. */
function clearSockets(folder: string): void {
  for (const name of readdirSync(folder)) if (name.startsWith('.s.PGSQL.')) rmSync(join(folder, name));
}

function temporaryFolder(plan: Plan): string {
  const user = plan.runner.user ?? plan.owner;
  const candidates = [tmpdir(), '/tmp'];
  const found = candidates.find((folder) => folder.length < longestFolder && canEnter(folder, user));
  if (found === undefined) throw new Error(`no temporary folder is short and open enough: ${candidates.join(', ')}`);
  return found;
}
