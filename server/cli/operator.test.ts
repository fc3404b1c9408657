import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { decrypt, generateKey, readMessage, readPrivateKey } from 'openpgp';
import { sandboxPrograms } from '../domains/programs/service.ts';
import { callerOf, operatorOf, runCli } from '../test/run-cli.ts';
import { openTestBank, type TestBank } from '../test/test-bank.ts';

let t: TestBank;
let folder: string;
let privateKey: string;

before(async () => {
  t = await openTestBank();
  folder = mkdtempSync(join(tmpdir(), 'openemi-operator-'));
  const pair = await generateKey({ type: 'ecc', userIDs: [{ name: 'Partner' }] });
  privateKey = pair.privateKey;
  writeFileSync(join(folder, 'partner.asc'), pair.publicKey);
});
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await t.close();
});

const call = (...words: string[]) => {
  t.clock.set(new Date());
  return runCli(words, { ...callerOf(t), INIT_CWD: folder });
};
const operate = (...words: string[]) => runCli(words, { ...operatorOf(t), INIT_CWD: folder });

async function opened(armoredMessage: string) {
  const decryptionKeys = await readPrivateKey({ armoredKey: privateKey });
  return JSON.parse((await decrypt({ message: await readMessage({ armoredMessage }), decryptionKeys })).data as string);
}

test('keys create and keys rotate hand a key over that signs', async () => {
  const made = await call('keys', 'create', '--pgp', 'partner.asc', '--scopes', 'programs:read,keys', '--out', 'a.asc');
  assert.equal(made.code, 0, made.stdout + made.stderr);
  const { api_key: apiKey, secret_key: secretKey } = await opened(readFileSync(join(folder, 'a.asc'), 'utf8'));
  const list = { params: { page: 1, limit: 1 } };
  assert.equal((await t.call('programs_list', { ...list, key: { apiKey, secretKey } })).code, 0);
  t.clock.set(new Date());
  const own = { ...callerOf(t), OPENEMI_API_KEY: apiKey, OPENEMI_SECRET_KEY: secretKey };
  const rotated = await runCli(['keys', 'rotate', '--keep-hours', '0'], own);
  const renewed = await opened(JSON.parse(rotated.stdout).data.secret_pgp);
  await new Promise((resolve) => setTimeout(resolve, 1050));
  assert.equal((await t.call('programs_list', { ...list, key: { apiKey, secretKey } })).code, 401);
  const key = { apiKey, secretKey: renewed.secret_key };
  assert.equal((await t.call('programs_list', { ...list, key })).code, 0);
  const all = await call('keys', 'create', '--pgp', 'partner.asc');
  assert.ok(JSON.parse(all.stdout).data.scopes.includes('transfers'));
});

test('an operator makes a key for an instance that has lost all of its own', async () => {
  const { instance } = t.sandbox.second;
  const made = await operate('keys', 'create', '--pgp', 'partner.asc', '--instance', instance);
  assert.equal(made.code, 0, made.stderr);
  const { api_key: apiKey, secret_key: secretKey } = await opened(JSON.parse(made.stdout).secret_pgp);
  const { data } = await t.call('key_details', { params: { key: apiKey }, key: { apiKey, secretKey } });
  assert.equal(data.token, apiKey);
});

test('programs apply writes the next versions, all or none, and names what is wrong', async () => {
  const [first, second] = sandboxPrograms;
  writeFileSync(join(folder, 'good.json'), JSON.stringify([{ ...first, code: 'NEW-ONE' }, second]));
  const good = await operate('programs', 'apply', 'good.json');
  assert.deepEqual(JSON.parse(good.stdout).applied, [
    { code: 'NEW-ONE', version: 1 },
    { code: second!.code, version: 2 },
  ]);
  writeFileSync(
    join(folder, 'bad.json'),
    JSON.stringify([
      { ...first, code: 'OTHER' },
      { ...second, floor: 5 },
    ]),
  );
  const bad = await operate('programs', 'apply', 'bad.json');
  assert.deepEqual([bad.code, bad.stdout], [1, '']);
  assert.match(bad.stderr, /^openemi: program EUR-BUSINESS: floor .*\n$/);
  await new Promise((resolve) => setTimeout(resolve, 1050));
  const { data } = await t.call('programs_list', { params: { page: 1, limit: 100 } });
  const codes = data.items.map(({ code }: { code: string }) => code);
  assert.deepEqual([codes.includes('NEW-ONE'), codes.includes('OTHER')], [true, false]);
});

test('files that are not there or no keys are one line', async () => {
  for (const [words, line] of [
    [['keys', 'create'], /^openemi: --pgp is needed.*\n$/],
    [['instances', 'create', '--name', 'X', '--pgp', 'good.json'], /^openemi: the PGP key in .* is not an armored/],
    [['programs', 'apply', 'partner.asc'], /^openemi: .*partner\.asc is not JSON: .*\n$/],
    [['programs', 'apply', 'good.json', '--instance', 'x'], /^openemi: there is no active instance x\n$/],
  ] as const) {
    const { code, stderr } = await operate(...words);
    assert.notEqual(code, 0);
    assert.match(stderr, line, words.join(' '));
  }
});
