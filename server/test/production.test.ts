import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { decrypt, generateKey, readMessage, readPrivateKey } from 'openpgp';
import pg from 'pg';
import { sandboxIssuer } from '../domains/programs/model.ts';
import { sandboxPrograms } from '../domains/programs/service.ts';
import { simAccountFund } from '../domains/simulations/operations/sim-account-fund.ts';
import { endWithThis } from '../prove/child-process.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { send, signatureHeaders } from './test-bank.ts';

/*
 * The way to production as docs/guides/production.md tells it: its commands are taken from the page and run as printed, against
 * an empty database and a real server. The steps build on each other.
 */

const root = new URL('../..', import.meta.url).pathname;
const program = join(root, 'server/main.ts');
const page = readFileSync(join(root, 'docs/guides/production.md'), 'utf8');

let neighbour: TestDatabase;
let folder: string;
let privateKey: string;
let databaseUrl: string;
let server: ChildProcess | undefined;
let url: string;
let env: Record<string, string>;
let firstKey: { api_key: string; secret_key: string; webhook_secret: string };

before(async () => {
  neighbour = await testDatabase();
  databaseUrl = await emptyDatabase(neighbour.url);
  folder = mkdtempSync(join(tmpdir(), 'openemi-production-'));
  const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env;
  // The page says npm; the launcher behind it has its own tests.
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\nshift 4\nexec "${process.execPath}" "${root}/server/cli.ts" "$@"\n`);
  chmodSync(join(folder, 'npm'), 0o755);
  const masterKey = randomBytes(32).toString('base64');
  env = {
    PATH: `${folder}:${PATH}`,
    HOME,
    TMPDIR,
    INIT_CWD: folder,
    OPENEMI_ENVIRONMENT: 'production',
    OPENEMI_DATA: join(folder, 'data'),
    DATABASE_URL: databaseUrl,
    OPENEMI_MASTER_KEY: masterKey,
  };
  const pair = await generateKey({ type: 'ecc', userIDs: [{ name: 'Partner' }] });
  privateKey = pair.privateKey;
  writeFileSync(join(folder, 'partner.asc'), pair.publicKey);
  writeFileSync(join(folder, 'programs.json'), JSON.stringify({ ...sandboxPrograms[0], issuer: sandboxIssuer }));
});
after(async () => {
  if (server !== undefined && server.exitCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
  await withAdmin(neighbour.url, `drop database if exists ${nameOf(databaseUrl)} with (force)`);
  await neighbour.drop();
});

async function withAdmin(address: string, sql: string): Promise<void> {
  const admin = new pg.Client({ connectionString: address });
  await admin.connect();
  await admin.query(sql).finally(() => admin.end());
}

async function emptyDatabase(beside: string): Promise<string> {
  const address = new URL(beside);
  address.pathname = `/production_${process.pid}`;
  await withAdmin(beside, `create database ${nameOf(address.href)} template template0`);
  return address.href;
}

const nameOf = (address: string) => new URL(address).pathname.slice(1);

/** Runs the command of the page that begins so; answers what it printed. */
async function asPrinted(start: string, more: Record<string, string> = {}): Promise<string> {
  const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1]!.replaceAll('\\\n', ' '));
  const command = blocks
    .flatMap((block) => block.split('\n'))
    .find((line) => line.startsWith(`npm run -s openemi -- ${start}`));
  assert.ok(command, `the page does not say ${start}`);
  return (await promisify(execFile)('sh', ['-c', command], { cwd: root, env: { ...env, ...more } })).stdout;
}

async function opened(file: string) {
  const message = await readMessage({ armoredMessage: readFileSync(join(folder, file), 'utf8') });
  const decryptionKeys = await readPrivateKey({ armoredKey: privateKey });
  return JSON.parse((await decrypt({ message, decryptionKeys })).data as string);
}

async function startServer(changes: Record<string, string> = {}): Promise<{ child: ChildProcess; output: string }> {
  const child = endWithThis(
    spawn(process.execPath, [program], { env: { ...env, PORT: '0', ...changes }, stdio: ['ignore', 'pipe', 'pipe'] }),
  );
  let output = '';
  await new Promise<void>((resolve) => {
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.on('data', (text) => {
        output += text;
        if (output.includes('listens on')) resolve();
      });
    }
    child.once('close', () => resolve());
  });
  return { child, output };
}

const get = (operation: string, path: string, key: { api_key: string; secret_key: string }) =>
  send(url + path, {
    headers: signatureHeaders({ apiKey: key.api_key, secretKey: key.secret_key }, operation, 'GET', '', new Date()),
  });

test('without a master key or a database it does not start, and says which', async () => {
  for (const name of ['OPENEMI_MASTER_KEY', 'DATABASE_URL']) {
    const { child, output } = await startServer({ [name]: '' });
    assert.equal(child.exitCode, 1);
    assert.match(output, new RegExp(`^${name} must be set in production.*\n$`));
  }
});

test('migrate prepares an empty database, and the server starts on it', async () => {
  assert.ok(JSON.parse(await asPrinted('migrate')).applied.length > 0);
  const started = await startServer();
  server = started.child;
  url = /listens on (\S+)/.exec(started.output)?.[1] ?? '';
  assert.equal((await fetch(`${url}/ready`)).status, 200);
  assert.doesNotMatch(started.output, /secret/);
  assert.equal(existsSync(join(folder, 'data/sandbox.json')), false);
});

test('there is no key but those that were made', async () => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query(
    'select (select count(*) from keys.keys) + (select count(*) from instances.instances) as n',
  );
  await client.end();
  assert.deepEqual(rows, [{ n: '0' }]);
});

test('instances create gives a first key that signs a call', async () => {
  const made = JSON.parse(await asPrinted('instances create'));
  assert.deepEqual(made.programs, ['EUR-CONSUMER']);
  firstKey = await opened('first-key.asc');
  assert.match(firstKey.webhook_secret, /^whsec_/);
  const programs = await get('programs_list', '/v2/programs/1/10', firstKey);
  assert.deepEqual([programs.code, programs.data.items[0].issuer], [0, sandboxIssuer]);
  const own = await get('key_details', `/v2/keys/${firstKey.api_key}`, firstKey);
  const { environment, hash_compat: compat, replay_guard: guard, scopes } = own.data;
  assert.deepEqual([environment, compat, guard, scopes.includes('simulation')], ['production', false, true, false]);
  const body = JSON.stringify({ program: 'EUR-CONSUMER', merchant: made.merchant });
  const signed = signatureHeaders(
    { apiKey: firstKey.api_key, secretKey: firstKey.secret_key },
    'account_create',
    'POST',
    body,
    new Date(),
  );
  const account = await send(`${url}/v2/accounts`, { method: 'POST', headers: signed, body });
  assert.equal(account.code, 0, account.text);
  const spare = await asPrinted('keys create --pgp partner.asc --instance', { INSTANCE: made.instance });
  assert.equal(JSON.parse(spare).api_key, (await opened('new-key.asc')).api_key);
});

test('programs follow, each with its issuer', async () => {
  assert.deepEqual(JSON.parse(await asPrinted('programs apply')).applied, [{ code: 'EUR-CONSUMER', version: 2 }]);
  writeFileSync(join(folder, 'programs.json'), JSON.stringify(sandboxPrograms[0]));
  await assert.rejects(asPrinted('programs apply'), /openemi: program EUR-CONSUMER: issuer is needed in production\n/);
});

test('what the partner does works as printed', async () => {
  const caller = { OPENEMI_URL: url, OPENEMI_API_KEY: firstKey.api_key, OPENEMI_SECRET_KEY: firstKey.secret_key };
  assert.equal(JSON.parse(await asPrinted('call programs_list', caller)).code, 0);
  assert.equal(JSON.parse(await asPrinted('keys create --pgp partner.asc --label', caller)).code, 0);
  assert.equal((await get('keys_list', '/v2/keys/1/1', await opened('payments-key.asc'))).code, 403);
  assert.equal(JSON.parse(await asPrinted('call webhook_create', caller)).code, 0);
  const renewed = JSON.parse(await asPrinted('keys rotate', caller));
  assert.ok(renewed.data.previous_until);
  // The door remembers a key for a second.
  await new Promise((resolve) => setTimeout(resolve, 1050));
  assert.equal((await get('programs_list', '/v2/programs/1/10', await opened('renewed-key.asc'))).code, 0);
  assert.equal((await get('programs_list', '/v2/programs/1/10', firstKey)).code, 0);
});

test('there are no simulators', async () => {
  const { method, path } = simAccountFund.routes[0]!;
  const answer = await send(url + path.replace('{account}', firstKey.api_key), { method, body: '{}' });
  assert.equal(answer.code, 404);
  const document = await (await fetch(`${url}/openapi.json`)).text();
  assert.doesNotMatch(document, /\/simulations\//);
});

test('the ledger is verified beside the running server', async () => {
  const report = JSON.parse(await asPrinted('ledger verify'));
  assert.deepEqual([report.ok, report.instances.length], [true, 1]);
});
