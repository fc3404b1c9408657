import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Plan } from './plan.ts';
import { runToEnd } from './runner.ts';

/** User and database of the bank within the embedded server. */
export const userName = 'openemi';
export const databaseName = 'openemi';

/**
 * Makes PostgreSQL's data folder when there is none yet: under another name until it is whole, so a crash leaves none
 * half. Not `durable`, for tests only, does not wait for the disk.
 */
export function ensureCluster(plan: Plan, durable: boolean): void {
  if (existsSync(join(plan.data, 'PG_VERSION'))) return;
  refuseOtherMajor(plan);
  const draft = `${plan.data}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  chownSync(draft, plan.owner.uid, plan.owner.gid);
  // The builtin locale sorts by code point and, unlike those of the system, never changes under an index.
  runToEnd(plan.runner, [
    join(plan.binaries, 'bin/initdb'),
    ...['-D', draft, '-U', userName, '--auth=trust', '--encoding=UTF8', '--no-instructions'],
    ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...(durable ? [] : ['--no-sync']),
  ]);
  const sync = durable ? 'fsync=on' : 'fsync=off';
  const single = [join(plan.binaries, 'bin/postgres'), '--single', '-D', draft, '-c', sync, 'postgres'];
  runToEnd(plan.runner, single, `create database ${databaseName}\n`);
  renameSync(draft, plan.data);
}

/** No way to bring data from one major version to the next comes with the package, so starting empty would hide it. */
function refuseOtherMajor(plan: Plan): void {
  const other = readdirSync(plan.place).find((name) => /^pg\d+$/.test(name));
  if (other === undefined) return;
  throw new Error(
    `${plan.place} holds the database of another PostgreSQL (${other}, this is ${plan.version}): ` +
      'export it with the version of OpenEMI that made it, or set OPENEMI_DATA to another folder',
  );
}

/** What is noted beside the data: which PostgreSQL and which schema last ran on it, and where its socket is. */
export interface AppNote {
  readonly pg: string;
  readonly app: string;
  /** The newest migration that this program carries. */
  readonly schema: string;
  readonly socket: string;
}

export function readNote(place: string): Partial<AppNote> {
  try {
    return JSON.parse(readFileSync(join(place, 'app.json'), 'utf8')) as Partial<AppNote>;
  } catch {
    return {};
  }
}

/** Writes the note, whole or not at all. */
export function writeNote(plan: Plan, socket: string): void {
  const project = new URL('../../../package.json', import.meta.url);
  const { version: app } = JSON.parse(readFileSync(project, 'utf8')) as { version: string };
  const migrations = readdirSync(new URL('../../migrations/', import.meta.url)).filter((name) => name.endsWith('.sql'));
  const note: AppNote = { pg: plan.version, app, schema: migrations.sort().at(-1) ?? '', socket };
  const file = join(plan.place, 'app.json');
  writeFileSync(`${file}.new`, `${JSON.stringify(note)}\n`);
  renameSync(`${file}.new`, file);
}
