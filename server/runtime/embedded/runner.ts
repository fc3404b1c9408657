import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** As whom PostgreSQL runs, which refuses to run as root: words before its command, and a user. */
export interface Runner {
  readonly prefix: readonly string[];
  readonly user?: { readonly uid: number; readonly gid: number };
  /** For people: `user 101`. */
  readonly label: string;
}

/** Maps whoever we are to "nobody" in a user namespace of its own; files keep their owner outside. */
export const namespaced: Runner = {
  prefix: ['unshare', '--user', '--map-user=65534', '--map-group=65534'],
  label: 'user namespace',
};

export const direct: Runner = { prefix: [], label: 'this user' };

export function asUser(uid: number, gid: number): Runner {
  return { prefix: [], user: { uid, gid }, label: `user ${uid}` };
}

/** Nothing of the caller's environment but the path: a HOME of root, say, makes libraries fail on its files. */
function options(runner: Runner): SpawnOptions {
  const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', HOME: '/tmp' };
  return { env, cwd: '/', ...runner.user };
}

/** Runs a program to its end; answers what it printed. Throws an error with its complaint when it fails. */
export function runToEnd(runner: Runner, words: readonly string[], input = ''): string {
  const [program, ...rest] = [...runner.prefix, ...words] as [string, ...string[]];
  const done = spawnSync(program, rest, { ...options(runner), input, encoding: 'utf8', timeout: 120_000 });
  if (done.error === undefined && done.status === 0) return String(done.stdout);
  const complaint = String(done.stderr ?? '').trim() || `status ${done.status}`;
  throw new Error(done.error?.message ?? complaint);
}

/** Starts a program that goes on without a terminal; its output goes to the open file. */
export function start(runner: Runner, words: readonly string[], outputFd: number): ChildProcess {
  const [program, ...rest] = [...runner.prefix, ...words] as [string, ...string[]];
  // In a group of its own: Ctrl-C must reach this process first, which still has requests to finish.
  return spawn(program, rest, { ...options(runner), detached: true, stdio: ['ignore', outputFd, outputFd] });
}

/** The first of the usual users without rights that exists here. */
export function unprivilegedUser(): { uid: number; gid: number } {
  for (const name of ['postgres', 'nobody']) {
    const entry = users().find((user) => user.name === name);
    if (entry !== undefined) return { uid: entry.uid, gid: entry.gid };
  }
  return { uid: 65534, gid: 65534 };
}

/** Whether a number has a name here; initdb insists on one. */
export function hasName(uid: number): boolean {
  return process.platform !== 'linux' || users().some((user) => user.uid === uid);
}

/** Whether a user may enter a folder: every folder on the way to it lets it pass. */
export function canEnter(folder: string, user: { uid: number; gid: number }): boolean {
  const { uid, gid, mode } = statSync(folder);
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return false;
  const parent = dirname(folder);
  return parent === folder || canEnter(parent, user);
}

function users(): { name: string; uid: number; gid: number }[] {
  try {
    const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
    return lines.map((line) => {
      const [name = '', , uid, gid] = line.split(':');
      return { name, uid: Number(uid), gid: Number(gid) };
    });
  } catch {
    return [];
  }
}
