import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type BinaryPackage, findPackage, usableBinaries } from './binaries.ts';
import { asUser, canEnter, direct, hasName, namespaced, type Runner, unprivilegedUser } from './runner.ts';

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** How the embedded server runs on this machine for one data root. */
export interface Plan {
  /** Where the server's files lie: the data root, or a folder of ours where its user cannot enter that. */
  readonly place: string;
  /** PostgreSQL's own data folder, under `place`. */
  readonly data: string;
  readonly binaries: string;
  readonly version: string;
  readonly runner: Runner;
  /** Whose the files are, seen from here. */
  readonly owner: Owner;
}

/** Chooses how to run. Throws one line for people, naming what was tried, when nothing can work. */
export function makePlan(dataRoot: string): Plan {
  const found = findPackage();
  makeFolder(dataRoot);
  const root = realpathSync(dataRoot);
  const uid = process.getuid?.() ?? 0;
  return uid === 0 ? planForRoot(found, root) : planForUser(found, root, { uid, gid: process.getgid?.() ?? uid });
}

function planForUser(found: BinaryPackage, root: string, owner: Owner): Plan {
  const holder = ownerOf(dataFolder(root, found));
  if (holder !== undefined && holder.uid !== owner.uid) {
    throw new Error(
      `the database in ${root} belongs to user ${holder.uid}: run as that user, or set OPENEMI_DATA to another folder`,
    );
  }
  // Only initdb needs a name for the user.
  const runner = holder !== undefined || hasName(owner.uid) ? direct : namespaced;
  return firstThatWorks(found, [{ place: root, runner, owner }]);
}

function planForRoot(found: BinaryPackage, root: string): Plan {
  const ours = ownFolder(root);
  for (const place of [root, ours]) {
    const holder = ownerOf(dataFolder(place, found));
    if (holder === undefined) continue;
    // A folder that was begun in one way is never opened in another: its files would have the wrong owner.
    const runner = holder.uid === 0 ? namespaced : asUser(holder.uid, holder.gid);
    return firstThatWorks(found, [{ place, runner, owner: holder }]);
  }
  const user = unprivilegedUser();
  const runner = asUser(user.uid, user.gid);
  return firstThatWorks(found, [
    { place: root, runner, owner: user },
    { place: ours, runner, owner: user },
    { place: root, runner: namespaced, owner: { uid: 0, gid: 0 } },
  ]);
}

type Candidate = Pick<Plan, 'place' | 'runner' | 'owner'>;

function firstThatWorks(found: BinaryPackage, candidates: readonly Candidate[]): Plan {
  const failures: string[] = [];
  for (const { place, runner, owner } of candidates) {
    try {
      makeFolder(place);
      if (runner.user !== undefined && !canEnter(place, runner.user)) throw new Error('it cannot enter the folder');
      const binaries = usableBinaries(found, runner, place);
      return { place, data: dataFolder(place, found), binaries, version: found.version, runner, owner };
    } catch (error) {
      failures.push(`${runner.label} in ${place}: ${(error as Error).message.split('\n')[0]}`);
    }
  }
  throw new Error(
    `the embedded PostgreSQL cannot run here (tried ${failures.join('; ')}): ` +
      'run as an ordinary user, set OPENEMI_DATA to a folder outside a private home, or set DATABASE_URL',
  );
}

/** Where root keeps the database of a data root that the server's user cannot enter. */
function ownFolder(root: string): string {
  return join('/var/lib/openemi', createHash('sha256').update(root).digest('hex').slice(0, 12));
}

function dataFolder(place: string, found: BinaryPackage): string {
  return join(place, `pg${Number.parseInt(found.version, 10)}`);
}

function ownerOf(data: string): Owner | undefined {
  const file = join(data, 'PG_VERSION');
  return existsSync(file) ? statSync(file) : undefined;
}

/** Makes a folder that others may pass through but not list; the files in it have modes of their own. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
    chmodSync(path, 0o711);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
