import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyLedger } from '../domains/ledger/verify.ts';
import { checkBooks } from '../prove/books.ts';
import { readBooks } from '../prove/books-store.ts';
import type { Settled } from '../prove/load.ts';
import { type Load, startLoad } from '../prove/load-process.ts';
import { below, seeded } from '../prove/random.ts';
import { freePort } from '../prove/server-process.ts';
import { fundedAccount, mustCall } from '../prove/signed-client.ts';
import { startEmbedded } from '../runtime/embedded/embedded.ts';
import { findPostmaster } from '../runtime/embedded/postmaster.ts';
import { until } from '../runtime/embedded/processes.ts';
import { openDatabase } from '../runtime/postgres.ts';
import { openVault, parseMasterKeys } from '../runtime/vault.ts';
import { type CrashReceiver, openCrashReceiver } from './crash-receiver.ts';
import { instanceOf } from './instance-of.ts';
import { type ServerProcess, startServer } from './server-process.ts';

export interface CrashSize {
  readonly processes: number;
  readonly transfers: number;
  readonly serverKills: number;
  readonly databaseKills: number;
  readonly seed: number;
  /** Told what happens, a line each. */
  readonly log?: (line: string) => void;
}

/** What came through: how many transfers ended how, and what it took. */
export interface CrashReport {
  readonly completed: number;
  readonly refused: number;
  /** Given up by their senders; `unansweredBooked` of them are in the books, whole. */
  readonly unanswered: number;
  readonly unansweredBooked: number;
  /** Attempts that got no answer. */
  readonly lost: number;
  readonly deliveries: number;
  readonly transactions: number;
  readonly loadSeconds: number;
  readonly seconds: number;
}

const accounts = 50;
const initialMinor = 10_000;
const inFlight = 8;

/**
 * Sends transfers from several processes while the server and its PostgreSQL are killed, then compares the books and
 * the deliveries with what was answered. Throws at the first thing that is not as it must be.
 */
export async function surviveCrashes(size: CrashSize): Promise<CrashReport> {
  const data = mkdtempSync(join(tmpdir(), 'openemi-crash-'));
  chmodSync(data, 0o711);
  const port = await freePort();
  const started = performance.now();
  const victim = new Victim(data, port, size.log ?? (() => {}));
  const receiver = await openCrashReceiver(() => victim.server.webhookSecret);
  const loads: Load[] = [];
  let place = data;
  try {
    await victim.start();
    place = dirname(victim.server.databaseData!);
    const balances = await prepare(victim.server, receiver);
    const load = startLoads(size, victim.server, balances);
    loads.push(...load.loads);
    await killAtRandom(size, victim, load.progress);
    const settled = await load.settled;
    const loadSeconds = (performance.now() - started) / 1000;
    const found = await compare(data, victim.server, receiver, settled, balances);
    assert.equal(await victim.server.end('SIGTERM'), 0);
    return { ...found, loadSeconds, seconds: (performance.now() - started) / 1000 };
  } catch (error) {
    size.log?.(victim.server?.output() ?? 'the server never started');
    throw error;
  } finally {
    for (const load of loads) load.kill();
    await victim.server?.end('SIGKILL');
    await until(() => findPostmaster(victim.server?.databaseData ?? data) === undefined, 10_000);
    await receiver.close();
    for (const folder of new Set([data, place])) rmSync(folder, { recursive: true, force: true });
  }
}

/** The server that is killed, and its PostgreSQL. */
class Victim {
  server!: ServerProcess;
  readonly #data: string;
  readonly #port: number;
  readonly #log: (line: string) => void;

  constructor(data: string, port: number, log: (line: string) => void) {
    this.#data = data;
    this.#port = port;
    this.#log = log;
  }

  async start(): Promise<void> {
    const from = performance.now();
    this.server = await startServer({ data: this.#data, port: this.#port });
    this.#log(`the server is ready after ${Math.round(performance.now() - from)} ms`);
  }

  async kill({ server, database }: Kill): Promise<void> {
    const postmaster = database ? await this.#postmaster() : undefined;
    this.#log(`kill ${[...(server ? ['server'] : []), ...(database ? ['PostgreSQL'] : [])].join(' and ')}`);
    if (postmaster !== undefined) process.kill(postmaster, 'SIGKILL');
    if (!server) return;
    await this.server.end('SIGKILL');
    await this.start();
  }

  async #postmaster(): Promise<number> {
    const data = this.server.databaseData!;
    assert.ok(await until(() => findPostmaster(data)?.ready === true, 20_000), 'PostgreSQL does not come back');
    return findPostmaster(data)!.pid;
  }
}

/** The accounts and a webhook, made before anything is killed. */
async function prepare(server: ServerProcess, receiver: CrashReceiver): Promise<string[]> {
  await mustCall(server.target, {
    operation: 'webhook_create',
    method: 'POST',
    path: '/v2/webhooks',
    body: { url: receiver.url, actions: ['TRANSACTION.NEW'] },
  });
  const opening = Array.from({ length: accounts }, () => fundedAccount(server.target, server.merchant, initialMinor));
  return (await Promise.all(opening)).map(({ balance }) => balance);
}

/** Counts what is settled; whoever waits for a number is told when it is reached, or when all is over. */
class Progress {
  #count = 0;
  #waiting: { at: number; resolve: () => void }[] = [];

  add(): void {
    this.#count += 1;
    this.#tell();
  }

  finish(): void {
    this.#count = Number.POSITIVE_INFINITY;
    this.#tell();
  }

  reached(at: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ at, resolve });
      this.#tell();
    });
  }

  #tell(): void {
    for (const { at, resolve } of this.#waiting) if (this.#count >= at) resolve();
    this.#waiting = this.#waiting.filter(({ at }) => this.#count < at);
  }
}

function startLoads(size: CrashSize, { target }: ServerProcess, balances: readonly string[]) {
  const progress = new Progress();
  const transfers = Math.ceil(size.transfers / size.processes);
  const loads = Array.from({ length: size.processes }, (_, index) =>
    startLoad({ target, balances, transfers, inFlight, seed: size.seed + index, name: `load-${index}` }, () =>
      progress.add(),
    ),
  );
  const settled = Promise.all(loads.map((load) => load.settled)).then((parts) => parts.flat());
  const finish = () => progress.finish();
  settled.then(finish, finish);
  return { loads, progress, settled };
}

interface Kill {
  readonly server: boolean;
  readonly database: boolean;
}

/** Kills when randomly chosen numbers of transfers are settled, and a few random milliseconds later; some both at once. */
async function killAtRandom(size: CrashSize, victim: Victim, progress: Progress): Promise<void> {
  const random = seeded(size.seed);
  const { serverKills, databaseKills } = size;
  const both = Math.ceil(Math.min(serverKills, databaseKills) / 3);
  const kills: Kill[] = Array.from({ length: serverKills + databaseKills - both }, (_, index) => ({
    server: index < serverKills,
    database: index < both || index >= serverKills,
  }));
  const order = kills.map((kill) => ({ kill, rank: random() })).sort((a, b) => a.rank - b.rank);
  const moments = order.map(() => 0.05 + 0.9 * random()).sort((a, b) => a - b);
  for (const [index, { kill }] of order.entries()) {
    await progress.reached(Math.floor(moments[index]! * size.transfers));
    await sleep(below(random, 30));
    await victim.kill(kill);
  }
}

async function compare(
  data: string,
  server: ServerProcess,
  receiver: CrashReceiver,
  settled: readonly Settled[],
  balances: readonly string[],
): Promise<Omit<CrashReport, 'seconds' | 'loadSeconds'>> {
  const embedded = await startEmbedded({ dataRoot: data });
  const db = openDatabase(embedded.url, { max: 2 });
  try {
    const books = await readBooks(db, await instanceOf(db, server.target));
    const transactions = checkBooks(books, settled, balances, initialMinor);
    const vault = openVault(parseMasterKeys(readFileSync(join(data, 'master.key'), 'utf8').trim())!);
    const { instances } = await verifyLedger(db, vault);
    assert.deepEqual(
      instances.flatMap(({ problems }) => problems),
      [],
    );
    // The money that was put on the accounts came with an event as well.
    await receiver.until(transactions.size + balances.length, 20_000);
    assert.deepEqual(receiver.complaints, []);
    for (const [id, { side, amount, balance, link, reference }] of transactions) {
      const { digest: _, ...said } = receiver.transactions.get(id)!;
      assert.deepEqual(
        said,
        { side, amountMinor: Number(amount), balance, link, reference },
        `what was delivered of ${id}`,
      );
    }
    return count(settled, transactions, receiver);
  } finally {
    await db.close();
    await embedded.stop();
  }
}

function count(
  settled: readonly Settled[],
  transactions: ReadonlyMap<string, { reference: string }>,
  receiver: CrashReceiver,
) {
  const booked = new Set([...transactions.values()].map(({ reference }) => reference));
  const unanswered = settled.filter(({ code }) => code === null);
  return {
    completed: settled.filter(({ code }) => code === 0).length,
    refused: settled.filter(({ code }) => code === 12001).length,
    unanswered: unanswered.length,
    unansweredBooked: unanswered.filter(({ reference }) => booked.has(reference)).length,
    lost: settled.reduce((sum, { lost }) => sum + lost, 0),
    deliveries: receiver.deliveries(),
    transactions: receiver.transactions.size,
  };
}
