import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type InstalledSdk, installSdk } from '../server/test/installed-sdk.ts';
import { openTestBank, type TestBank } from '../server/test/test-bank.ts';

const run = promisify(execFile);
const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));

let t: TestBank;
let folder: string;
let sdk: InstalledSdk;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'openemi-sdk-'));
  [t, sdk] = await Promise.all([openTestBank(), installSdk(folder)]);
});
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await t.close();
});

/** A Node.js 20 of this machine, the oldest that the package promises to run on; else the one that runs this. */
async function oldestNode(): Promise<string> {
  for (const path of (process.env.PATH ?? '').split(delimiter).map((each) => join(each, 'node'))) {
    const { stdout } = existsSync(path) ? await run(path, ['--version']).catch(() => ({ stdout: '' })) : { stdout: '' };
    if (stdout.startsWith('v20.')) return path;
  }
  return process.execPath;
}

test('the tarball holds plain JavaScript with types, and is small', () => {
  const { files, size } = sdk.packed;
  const kinds = new Set(files.map(({ path }) => path.replace(/^dist\/.*?(\.d\.ts|\.js)$/, 'dist/*$1')));
  assert.deepEqual(kinds, new Set(['LICENSE', 'README.md', 'dist/*.d.ts', 'dist/*.js', 'package.json']));
  assert.ok(size < 100_000, `${size} bytes`);
});

const program = `
import { openEmi, OpenEmiError, readWebhook, toMinor } from '@openemi/sdk';

const { URL: baseUrl, API_KEY: apiKey, SECRET_KEY: secretKey, NOW: now, MERCHANT: merchant } = process.env;
const emi = openEmi({ baseUrl, apiKey, secretKey, now: () => Number(now) });
const account = await emi.accountCreate({ program: 'EUR-BUSINESS', merchant });
await emi.simAccountFund({ account: account.token, amount: 0.07 });
const minor = [];
for await (const { amount } of emi.transactionsList.all({ account: account.token })) minor.push(toMinor(amount));
const refused = await emi.programDetails({ program: 'NONE' }).catch((error) => error);
const forged = await readWebhook({ headers: {}, body: '{}' }, { secret: 'whsec_b3RoZXI=' }).catch((error) => error.name);
console.log(JSON.stringify({ minor: minor.map(String), is: refused instanceof OpenEmiError, key: refused.key, forged }));
`;

test('installed from the tarball, it signs and calls on the oldest Node.js', async () => {
  writeFileSync(join(sdk.project, 'program.js'), program);
  const { apiKey, secretKey, merchant } = t.sandbox.first;
  const now = String(t.clock.now().getTime());
  const env = { URL: t.url, API_KEY: apiKey, SECRET_KEY: secretKey, NOW: now, MERCHANT: merchant };
  const { stdout } = await run(await oldestNode(), ['program.js'], { cwd: sdk.project, env });
  const key = 'services.general.entity_not_found';
  assert.deepEqual(JSON.parse(stdout), { minor: ['7'], is: true, key, forged: 'WebhookError' });
});

const typed = `
import { type Account, openEmi, type WebhookEvent } from '@openemi/sdk';

const emi = openEmi({ baseUrl: '', apiKey: '', secretKey: '' });
const account: Account = await emi.accountDetails({ account: '' });
const available: number | undefined = account.balances[0]?.available;
for await (const item of emi.accountsList.all({ user: '' })) available === item.balances[0]?.blocked;

export function told(event: WebhookEvent): string {
  return event.action === 'TRANSACTION.NEW' ? event.payload.code : event.action;
}

// @ts-expect-error a transfer needs its amount
emi.transferCreate({ currency: 'EUR', debtor: { balance: '' }, creditor: { balance: '' } });
// @ts-expect-error there is no such field
account.colour;
// @ts-expect-error there is no such status
emi.accountStatus({ account: '', status: 'gone' });
`;

test('its types are found and hold, with and without the types of a browser', async () => {
  writeFileSync(join(sdk.project, 'typed.ts'), typed);
  const strict = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--target',
    'es2022',
    '--module',
    'nodenext',
    '--types',
    '',
  ];
  for (const lib of ['es2022', 'es2022,dom']) {
    const words = [...strict, '--lib', lib, ...(lib === 'es2022' ? ['--skipLibCheck'] : []), 'typed.ts'];
    await run(process.execPath, [tsc, ...words], { cwd: sdk.project }).catch((error) => assert.fail(error.stdout));
  }
});
