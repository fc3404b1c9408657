import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { type Embedded, startEmbedded } from './embedded.ts';
import { findPostmaster } from './postmaster.ts';
import { isRunning, until } from './processes.ts';
import { canEnter } from './runner.ts';

const nobody = 65534;
/** Only the first test needs a server that waits for the disk. */
const small = { shared_buffers: '16MB', fsync: 'off' };
const isRoot = process.getuid?.() === 0;
const folders: string[] = [];

after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'openemi-embedded-'));
  chmodSync(folder, 0o711);
  folders.push(folder);
  return folder;
}

function ownerOf(path: string): { uid: number; gid: number } {
  const { uid, gid } = statSync(path);
  return { uid, gid };
}

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Asks until the server answers: between its death and its return connections fail. */
async function askUntilAnswered(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    try {
      return await ask(url, sql);
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

interface Held {
  readonly process: ChildProcess;
  readonly answer: { url: string; data: string; pid: number; error?: string };
}

/** Another process that uses the embedded server of this data root. */
async function hold(dataRoot: string, user?: number): Promise<Held> {
  const program = new URL('../../test/hold-embedded.ts', import.meta.url).pathname;
  const words = [program, dataRoot, ...(user === undefined ? [] : [String(user)])];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { process: child, answer: JSON.parse(line.toString()) };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

test('starts, keeps what was committed, stops, and finds it at the next start', async () => {
  const dataRoot = join(temporaryFolder(), 'data');
  const first = await startEmbedded({ dataRoot });
  await ask(first.url, 'create table kept as select 7 as seven');
  const [settings] = await ask(
    first.url,
    "select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit, " +
      "current_setting('listen_addresses') as tcp, current_setting('server_encoding') as encoding",
  );
  assert.deepEqual(settings, { fsync: 'on', commit: 'on', tcp: '', encoding: 'UTF8' });
  const { pid } = first;
  await first.stop();
  assert.equal(isRunning(pid), false);
  const second = await startEmbedded({ dataRoot, settings: small });
  assert.deepEqual(await ask(second.url, 'select seven from kept'), [{ seven: 7 }]);
  const place = dirname(second.data);
  assert.ok(existsSync(join(place, 'ballast')));
  const note = JSON.parse(readFileSync(join(place, 'app.json'), 'utf8'));
  assert.match(note.pg, /^\d+\./);
  assert.match(note.schema, /^\d{4}-.*\.sql$/);
  await second.stop();
});

test('comes back by itself, at the same address, after PostgreSQL is killed', async () => {
  const server = await startEmbedded({ dataRoot: join(temporaryFolder(), 'data'), settings: small });
  try {
    await ask(server.url, 'create table kept as select 7 as seven');
    for (const _ of [1, 2]) {
      const { pid } = server;
      process.kill(pid, 'SIGKILL');
      assert.ok(await until(() => !isRunning(pid), 5_000));
      assert.deepEqual(await askUntilAnswered(server.url, 'select seven from kept'), [{ seven: 7 }]);
      assert.ok(await until(() => server.pid !== pid, 5_000));
    }
  } finally {
    await server.stop();
  }
});

test('a parent killed with SIGKILL leaves no PostgreSQL behind, and the next start works', async () => {
  const dataRoot = join(temporaryFolder(), 'data');
  const held = await hold(dataRoot);
  assert.equal(isRunning(held.answer.pid), true);
  await end(held.process, 'SIGKILL');
  assert.ok(await until(() => !isRunning(held.answer.pid), 5_000), 'PostgreSQL goes on without its parent');
  const next = await startEmbedded({ dataRoot, settings: small });
  assert.equal((await ask(next.url, 'select 1 as one')).length, 1);
  await next.stop();
});

test('a start at the moment when PostgreSQL loses its last user does not join what is about to end', async () => {
  const dataRoot = join(temporaryFolder(), 'data');
  for (let round = 0; round < 4; round += 1) {
    const held = await hold(dataRoot);
    await end(held.process, 'SIGKILL');
    const next = await startEmbedded({ dataRoot, settings: small });
    assert.equal((await ask(next.url, 'select 1 as one')).length, 1);
    await next.stop();
  }
});

test('several processes share one server: it goes with the last of them, however the others went', async () => {
  const dataRoot = join(temporaryFolder(), 'data');
  const [first, second] = await Promise.all([hold(dataRoot), hold(dataRoot)]);
  assert.equal(first.answer.pid, second.answer.pid);
  assert.equal(first.answer.url, second.answer.url);
  const third = await startEmbedded({ dataRoot });
  await end(first.process, 'SIGKILL');
  await end(second.process, 'SIGTERM');
  assert.equal(third.pid, first.answer.pid);
  assert.equal((await ask(third.url, 'select 1 as one')).length, 1);
  await third.stop();
  assert.equal(isRunning(third.pid), false);
});

test('when PostgreSQL dies under several processes, all of them find it again', async () => {
  const dataRoot = join(temporaryFolder(), 'data');
  const held = await hold(dataRoot);
  const server = await startEmbedded({ dataRoot });
  process.kill(server.pid, 'SIGKILL');
  assert.ok(await until(() => server.pid !== held.answer.pid, 10_000));
  assert.equal((await askUntilAnswered(held.answer.url, 'select 1 as one')).length, 1);
  await end(held.process, 'SIGTERM');
  assert.equal((await ask(server.url, 'select 1 as one')).length, 1);
  await server.stop();
});

test('a stale lock file that names another program of the same user does not stop a start', async () => {
  const dataRoot = join(temporaryFolder(), 'data');
  const first = await startEmbedded({ dataRoot, settings: small });
  const { data } = first;
  const lock = readFileSync(join(data, 'postmaster.pid'), 'utf8');
  await first.stop();
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore', ...(isRoot && ownerOf(data)) });
  try {
    writeFileSync(join(data, 'postmaster.pid'), lock.replace(/^\d+/, String(stranger.pid)));
    assert.equal(findPostmaster(data), undefined);
    const second = await startEmbedded({ dataRoot, settings: small });
    assert.equal((await ask(second.url, 'select 1 as one')).length, 1);
    await second.stop();
  } finally {
    await end(stranger, 'SIGKILL');
  }
});

test('a data folder copied while its server runs is a server of its own', async () => {
  const dataRoot = join(temporaryFolder(), 'data');
  const copied = join(temporaryFolder(), 'copy');
  const original = await startEmbedded({ dataRoot, settings: small });
  spawnSync('cp', ['-a', dataRoot, copied]);
  const copy = await startEmbedded({ dataRoot: copied, settings: small });
  assert.notEqual(copy.pid, original.pid);
  assert.notEqual(copy.url, original.url);
  await copy.stop();
  assert.equal((await ask(original.url, 'select 1 as one')).length, 1);
  await original.stop();
});

test('a start lock left behind by a process that is gone does not stop a start', async () => {
  const dataRoot = temporaryFolder();
  const gone = spawn('true', { stdio: 'ignore' });
  await once(gone, 'exit');
  symlinkSync(String(gone.pid), join(dataRoot, 'start.lock'));
  const server = await startEmbedded({ dataRoot, settings: small });
  await server.stop();
  assert.equal(lstatSync(join(dataRoot, 'start.lock'), { throwIfNoEntry: false }), undefined);
});

test('runs for an ordinary user', async () => {
  const dataRoot = temporaryFolder();
  if (isRoot) chownSync(dataRoot, nobody, nobody);
  const held = await hold(dataRoot, isRoot ? nobody : undefined);
  const readable = !isRoot || canEnter(import.meta.dirname, { uid: nobody, gid: nobody });
  if (readable) {
    assert.equal(held.answer.data, join(dataRoot, 'pg18'));
    assert.equal((await ask(held.answer.url, 'select 1 as one')).length, 1);
    await end(held.process, 'SIGTERM');
  } else {
    // A checkout in root's private home: the user cannot read the programs, and is told so.
    assert.match(held.answer.error ?? '', /set DATABASE_URL/);
  }
});

test('runs for root whose data folder nobody else can enter', async () => {
  const home = temporaryFolder();
  chmodSync(home, 0o700);
  const dataRoot = join(home, 'data');
  let server: Embedded | undefined;
  try {
    server = await startEmbedded({ dataRoot, settings: small });
    assert.equal((await ask(server.url, 'select 1 as one')).length, 1);
    assert.equal(server.data.startsWith(dataRoot), !isRoot);
  } finally {
    await server?.stop();
    if (server !== undefined) folders.push(dirname(server.data));
  }
});

test('says in one line that the data belongs to another user or another PostgreSQL', async () => {
  const dataRoot = temporaryFolder();
  mkdirSync(join(dataRoot, 'pg11'));
  await assert.rejects(startEmbedded({ dataRoot }), /holds the database of another PostgreSQL \(pg11/);
});
