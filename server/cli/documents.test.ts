import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { examplePdf } from '../domains/onboarding/examples.ts';
import { ensureSshKey } from '../runtime/ssh-key.ts';
import { type Applicant, applicantOf } from '../test/applicant.ts';
import { operatorOf, runCli } from '../test/run-cli.ts';
import { connectSftp } from '../test/sftp-client.ts';
import { openTestBank, type TestBank } from '../test/test-bank.ts';

let t: TestBank;
let a: Applicant;
let folder: string;
before(async () => {
  t = await openTestBank();
  a = applicantOf(t);
  folder = mkdtempSync(join(tmpdir(), 'openemi-documents-'));
});
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await t.close();
});

const operate = (...words: string[]) => runCli(words, { ...operatorOf(t), OPENEMI_DATA: t.data, INIT_CWD: folder });

test('a document is opened, rejected, and asked for again', async () => {
  const application = await a.begin();
  await a.complete(application);
  const [document] = (await a.read(application)).company.documents;
  assert.equal((await operate('documents', 'save', document.token, 'extract.pdf')).code, 0);
  assert.deepEqual(readFileSync(join(folder, 'extract.pdf')), Buffer.from(examplePdf, 'base64'));
  assert.equal(statSync(join(folder, 'extract.pdf')).mode & 0o777, 0o600);
  assert.match((await operate('documents', 'save', document.token, 'extract.pdf')).stderr, /cannot write .*EEXIST/);
  assert.match((await operate('documents', 'save', application, 'none.pdf')).stderr, /there is no document/);

  assert.equal((await operate('documents', 'review', document.token, 'rejected')).code, 2);
  const words = ['documents', 'review', document.token, 'rejected', '--reason', 'unreadable', '--by', 'Ines'];
  const rejected = JSON.parse((await operate(...words)).stdout);
  assert.deepEqual([rejected.status, rejected.reason, rejected.reviewed_by], ['rejected', 'unreadable', 'Ines']);
  const { status, requirements } = await a.read(application);
  assert.equal(status, 'action_required');
  assert.deepEqual(
    requirements.map(({ field }: { field: string }) => field),
    ['company.documents'],
  );
  await t.settle();
  const told = await a.told(document.token);
  assert.deepEqual(
    told.map(({ action, payload }) => [action, payload.status]),
    [['DOCUMENT.UPDATE', 'rejected']],
  );
});

test('a partner comes to its folders with the key that was allowed', async () => {
  const { privateKey, publicKey } = ensureSshKey(join(folder, 'partner'), 'partner');
  writeFileSync(join(folder, 'partner.pub'), `${publicKey}\n`);
  assert.match((await operate('sftp', 'allow', 'partner')).stderr, /no public SSH key/);
  const { username } = JSON.parse((await operate('sftp', 'allow', 'partner.pub')).stdout);
  const port = await t.bank.listenSftp(0, '127.0.0.1', ensureSshKey(join(folder, 'host'), 'host').privateKey);
  const client = await connectSftp(port, username, { privateKey });
  assert.deepEqual(await client.list('/inbox'), []);
  await client.end();
});
