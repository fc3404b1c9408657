import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { endWithThis } from '../server/prove/child-process.ts';
import { freePort } from '../server/prove/server-process.ts';
import { writeSandboxFile } from '../server/sandbox-file.ts';
import { installSdk } from '../server/test/installed-sdk.ts';
import { openTestBank, type TestBank } from '../server/test/test-bank.ts';

let t: TestBank;
let folder: string;
let project: string;
let env: Record<string, string>;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'openemi-examples-'));
  [t, { project }] = await Promise.all([openTestBank(), installSdk(folder)]);
  for (const name of ['transfer.ts', 'receiver.ts']) copyFileSync(join(import.meta.dirname, name), join(project, name));
  writeSandboxFile(folder, {
    baseUrl: t.url,
    sandbox: t.sandbox,
    sftp: { host: '127.0.0.1', port: 0 },
    databaseData: null,
  });
  env = { PATH: process.env.PATH ?? '', OPENEMI_DATA: folder };
});
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await t.close();
});

interface Language {
  readonly name: string;
  /** The program that runs it. */
  readonly command: string;
  readonly transfer: () => string[];
  readonly receiver: (port: number) => string[];
}

const here = (name: string) => join(import.meta.dirname, name);
const languages: readonly Language[] = [
  {
    name: 'Python',
    command: 'python3',
    transfer: () => [here('transfer.py')],
    receiver: (port) => [here('receiver.py'), String(port)],
  },
  {
    name: 'PHP',
    command: 'php',
    transfer: () => [here('transfer.php')],
    receiver: (port) => ['-S', `127.0.0.1:${port}`, here('receiver.php')],
  },
  {
    name: 'TypeScript',
    command: process.execPath,
    transfer: () => [join(project, 'transfer.ts')],
    receiver: (port) => [join(project, 'receiver.ts'), String(port)],
  },
];

for (const language of languages) {
  const isMissing = spawnSync(language.command, ['--version']).error !== undefined;
  test(`${language.name}: a transfer is signed, and its webhooks are received and verified`, {
    skip: isMissing && `needs ${language.command}`,
  }, async () => {
    const port = await freePort();
    const words = language.receiver(port);
    const child = endWithThis(spawn(language.command, words, { env, stdio: ['ignore', 'pipe', 'ignore'] }));
    let received = '';
    child.stdout.on('data', (text) => (received += text));
    try {
      await listening(child, port);
      const transaction = await transferTo(`http://127.0.0.1:${port}/`, language);
      for (let tries = 0; tries < 40 && !received.includes(transaction); tries += 1) await sleep(50);
      assert.match(received, new RegExp(`TRANSACTION.NEW .*"token": ?"${transaction}"`));
      assert.doesNotMatch(received, /FORGED/);
    } finally {
      child.kill();
    }
    await once(child, 'exit');
  });
}

/** Registers a receiver, runs the example's transfer, and answers its transaction once all is delivered. */
async function transferTo(url: string, { command, transfer }: Language): Promise<string> {
  const forged = await fetch(url, { method: 'POST', body: '{"id":"x","action":"FORGED"}' });
  assert.equal(forged.status, 400);
  t.clock.set(new Date());
  const { data: webhook } = await t.call('webhook_create', { body: { url } });
  const { stdout } = await promisify(execFile)(command, transfer(), { env });
  const [, transaction = '', left] = /^(\S+) completed (\S+)\n$/.exec(stdout) ?? assert.fail(stdout);
  assert.equal(Number(left), 87.66);
  await t.settle();
  await t.call('webhook_delete', { params: { webhook: webhook.token } });
  return transaction;
}

/** Waits until a program takes connections, or fails when it ends. */
async function listening(child: ChildProcess, port: number): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) assert.fail(`the receiver ended with ${child.exitCode}`);
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([once(socket, 'connect'), once(socket, 'error')]).then(
      ([error]) => !error,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await sleep(50);
  }
}
