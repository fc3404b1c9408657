import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dropBallast, placeBallast } from './ballast.ts';
import { databaseName, ensureCluster, readNote, userName, writeNote } from './cluster.ts';
import { startGuarded } from './guard.ts';
import { type Lease, takeLease } from './lease.ts';
import { makePlan, type Plan } from './plan.ts';
import { findPostmaster, type Postmaster, removeStaleLockFile } from './postmaster.ts';
import { isRunning, signal, until } from './processes.ts';
import { serverSettings } from './settings.ts';
import { keepSocketFolder, openSocketFolder } from './socket-folder.ts';
import { withStartLock } from './start-lock.ts';

export interface EmbeddedOptions {
  /** The folder for everything of the bank; PostgreSQL's lies in it where its user can enter. */
  readonly dataRoot: string;
  /** PostgreSQL settings beside or instead of the usual ones; without effect on a server that runs already. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Told of what happens, a line each. */
  readonly log?: (line: string) => void;
}

/** A running embedded PostgreSQL, shared by all server processes of one data root. */
export interface Embedded {
  /** Stays valid when the server is started again after a crash. */
  readonly url: string;
  /** PostgreSQL's data folder. */
  readonly data: string;
  /** The server's process number at the moment. */
  readonly pid: number;
  /** Stops using the server, and shuts it down when no other process uses it. */
  stop(): Promise<void>;
}

const watchIntervalMs = 100;
const longestPauseMs = 5_000;
/** A server that comes up after a crash, or writes out what it has before it ends, may take minutes. */
const settleTimeoutMs = 10 * 60_000;

/**
 * Starts PostgreSQL on the data root, or joins the server that runs there already. From then on this process sees to
 * it that the server is there: when it is gone, it starts it again. Throws one line for people when it cannot run.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const plan = makePlan(options.dataRoot);
  makeRoom(plan, options.log);
  return withStartLock(startLock(plan), async () => {
    ensureCluster(plan, options.settings?.fsync !== 'off');
    const lease = takeLease(leasePath(plan), plan.owner);
    try {
      if (lease.isFirst) await shutDown(findPostmaster(plan.data)?.pid);
      const running = findPostmaster(plan.data);
      const socket = running?.socketFolder || openSocketFolder(plan, readNote(plan.place).socket);
      const server = new Server(plan, socket, lease, options);
      await server.ensure();
      return server.watched();
    } catch (error) {
      lease.release();
      throw error;
    }
  });
}

class Server implements Embedded {
  readonly url: string;
  readonly data: string;
  readonly #plan: Plan;
  readonly #socket: string;
  readonly #lease: Lease;
  readonly #settings: Readonly<Record<string, string>>;
  readonly #log: (line: string) => void;
  readonly #stopping = new AbortController();
  #pid = 0;
  #watch: Promise<void> = Promise.resolve();
  #stopped: Promise<void> | undefined;

  constructor(plan: Plan, socket: string, lease: Lease, options: EmbeddedOptions) {
    this.url = `postgresql://${userName}@localhost/${databaseName}?host=${encodeURIComponent(socket)}`;
    this.data = plan.data;
    this.#plan = plan;
    this.#socket = socket;
    this.#lease = lease;
    this.#settings = { ...serverSettings(), ...options.settings };
    this.#log = options.log ?? (() => {});
  }

  get pid(): number {
    return this.#pid;
  }

  /** Joins the server that runs, or starts one. Needs the start lock. */
  async ensure(): Promise<void> {
    const running = await whenSettled(this.#plan.data);
    if (running !== undefined && running.socketFolder === this.#socket) {
      this.#pid = running.pid;
      this.#log(`joined PostgreSQL ${running.pid} on ${this.data}`);
      return;
    }
    if (running !== undefined) throw new Error(`PostgreSQL ${running.pid} runs on ${this.data} with another address`);
    removeStaleLockFile(this.#plan.data);
    keepSocketFolder(this.#plan, this.#socket);
    this.#pid = await startGuarded(this.#plan, leasePath(this.#plan), this.#socket, this.#settings);
    placeBallast(ballastPath(this.#plan), this.#plan.place);
    writeNote(this.#plan, this.#socket);
    this.#log(`started PostgreSQL ${this.#pid} as ${this.#plan.runner.label} on ${this.data}`);
  }

  watched(): this {
    this.#watch = this.#keepRunning();
    return this;
  }

  async #keepRunning(): Promise<void> {
    let pauseMs = watchIntervalMs;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted || isRunning(this.#pid)) continue;
      this.#log(`PostgreSQL ${this.#pid} is gone: starting it again`);
      try {
        makeRoom(this.#plan, this.#log);
        await withStartLock(startLock(this.#plan), () => this.ensure());
        pauseMs = watchIntervalMs;
      } catch (error) {
        pauseMs = Math.min(pauseMs * 2, longestPauseMs);
        this.#log((error as Error).message);
      }
    }
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    this.#stopping.abort();
    await this.#watch;
    // Under the lock, so that no process joins a server which is about to go.
    await withStartLock(startLock(this.#plan), async () => {
      const alone = this.#lease.release();
      if (!alone) return;
      // The guard does the same by itself; asking again also reaches a server whose guard was killed.
      await shutDown(this.#pid);
      rmSync(this.#socket, { recursive: true, force: true });
    });
  }
}

async function shutDown(pid: number | undefined): Promise<void> {
  if (pid === undefined) return;
  for (const [name, timeoutMs] of [
    ['SIGINT', 5_000],
    ['SIGQUIT', 1_500],
    ['SIGKILL', 1_000],
  ] as const) {
    if (!isRunning(pid)) return;
    signal(pid, name);
    if (await until(() => !isRunning(pid), timeoutMs)) return;
  }
}

/** The server that runs, once it takes connections; one that is ending is waited for until it is gone. */
async function whenSettled(data: string): Promise<Postmaster | undefined> {
  await until(() => findPostmaster(data)?.ready !== false, settleTimeoutMs);
  return findPostmaster(data);
}

/** On a full disk not even the start lock can be written, so this comes before it. */
function makeRoom(plan: Plan, log: EmbeddedOptions['log']): void {
  if (findPostmaster(plan.data) !== undefined || !dropBallast(ballastPath(plan), plan.place)) return;
  log?.('the disk is full: gave up the ballast so that PostgreSQL can start');
}

function ballastPath(plan: Plan): string {
  return join(plan.place, 'ballast');
}

function startLock(plan: Plan): string {
  return join(plan.place, 'start.lock');
}

function leasePath(plan: Plan): string {
  return join(plan.place, 'lease');
}
