// The one launcher behind every npm script. Plain JavaScript that runs on Node 20: it installs what is missing, starts
// the pinned Node 24 by its absolute path, and makes sure that the program ends when npm does.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const entries = {
  start: 'server/main.ts',
  test: 'tools/test.ts',
  bench: 'bench/main.ts',
  openemi: 'server/cli.ts',
  generate: 'tools/generate.ts',
  tidy: 'tools/tidy.ts',
};
const parentIntervalMs = 500;

function fail(line) {
  console.error(line);
  process.exit(1);
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Runs `npm ci` unless what the lock file names is there; two launchers on one checkout take turns. */
function install() {
  const lock = readText(join(root, 'package-lock.json'));
  if (lock === undefined) fail('package-lock.json is missing: is this a whole checkout?');
  const hash = createHash('sha256').update(lock).digest('hex');
  const stamp = join(root, 'node_modules/.openemi-lock');
  if (readText(stamp) === hash) return;
  withLock(() => {
    if (readText(stamp) === hash) return;
    if (!isInstalled(JSON.parse(lock))) runNpm();
    try {
      writeFileSync(stamp, hash);
    } catch {
      // A checkout that is read only: the comparison is made again next time.
    }
  });
}

/** Whether npm's own record of node_modules holds every package of the lock file that this machine must have. */
function isInstalled(lock) {
  const record = readText(join(root, 'node_modules/.package-lock.json'));
  if (record === undefined) return false;
  const { packages } = JSON.parse(record);
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (!path.startsWith('node_modules/') || wanted.link) return true;
    if (packages[path] !== undefined) return packages[path].version === wanted.version;
    const forUs = wanted.os?.includes(process.platform) !== false && wanted.cpu?.includes(process.arch) !== false;
    return wanted.optional === true && (!forUs || wanted.libc !== undefined);
  });
}

/** npm passes its flags (`--ignore-scripts`, a cache, a proxy) on by the environment. Standard output stays clean. */
function runNpm() {
  console.error('Installing dependencies (npm ci) …');
  const npm = process.env.npm_execpath;
  const [program, ...words] = npm === undefined ? ['npm'] : [process.execPath, npm];
  const done = spawnSync(program, [...words, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (done.status !== 0) fail(`npm ci failed: ${done.error?.message ?? `status ${done.status ?? done.signal}`}`);
}

function withLock(work) {
  const path = join(root, '.openemi/install.lock');
  mkdirSync(dirname(path), { recursive: true, mode: 0o711 });
  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') fail(`cannot install: ${error.message}`);
    }
    const holder = Number(readText(path));
    if (holder > 0 && !isAlive(holder)) rmSync(path, { force: true });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
  try {
    work();
  } finally {
    rmSync(path, { force: true });
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** The Node that everything runs on: the pinned one, or this one where it is new enough. */
function findNode() {
  const pinned = join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  if (existsSync(pinned)) return pinned;
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath;
  return fail(
    `Node.js 24 is needed, and its package for ${process.platform}-${process.arch} is not installed: ` +
      `run npm ci, or use Node.js 24 itself (this is ${process.version})`,
  );
}

/** The parent of a process, where the system tells it. */
function parentOf(pid) {
  const stat = readText(`/proc/${pid}/stat`);
  return stat === undefined ? undefined : Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]);
}

/** Calls back once npm is gone. It may have started this process through a shell, which then goes on waiting for us. */
function onParentGone(callback) {
  const parent = process.ppid;
  const isShell = readText(`/proc/${parent}/cmdline`)?.includes('launch.mjs') === true;
  const grandparent = isShell ? parentOf(parent) : undefined;
  const timer = setInterval(() => {
    const gone = process.ppid !== parent || (isShell && parentOf(parent) !== grandparent);
    if (!gone) return;
    clearInterval(timer);
    callback();
  }, parentIntervalMs);
  timer.unref();
}

function run(entry, words) {
  // Kept between runs, what Node has made of the TypeScript halves the time until a command starts.
  const env = { NODE_COMPILE_CACHE: join(root, 'node_modules/.openemi-compiled'), ...process.env };
  const child = spawn(findNode(), [entry, ...words], { stdio: 'inherit', cwd: root, env });
  // A terminal sends Ctrl-C to all of the group, so the program may get a signal twice; it stops once.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  onParentGone(() => child.kill('SIGTERM'));
  child.on('error', (error) => fail(`cannot start Node.js: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}

const [script, ...words] = process.argv.slice(2);
const entry = entries[script];
if (entry === undefined) fail(`usage: node tools/launch.mjs ${Object.keys(entries).join('|')}`);
if (!existsSync(join(root, entry))) fail(`${entry} is missing: is this a whole checkout?`);
install();
run(join(root, entry), words);
