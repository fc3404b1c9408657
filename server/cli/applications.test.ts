import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sandboxProfiles } from '../domains/onboarding/profile.ts';
import { standardScorecard } from '../domains/onboarding/scorecard.ts';
import { type Applicant, applicantOf } from '../test/applicant.ts';
import { operatorOf, runCli } from '../test/run-cli.ts';
import { openTestBank, type TestBank } from '../test/test-bank.ts';

let t: TestBank;
let a: Applicant;
let folder: string;
before(async () => {
  t = await openTestBank();
  a = applicantOf(t);
  folder = mkdtempSync(join(tmpdir(), 'openemi-profiles-'));
});
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await t.close();
});

const operate = (...words: string[]) => runCli(words, { ...operatorOf(t), INIT_CWD: folder });

async function inReview(): Promise<string> {
  const application = await a.submitted({ last_name: 'REFER' });
  await a.pass(1);
  assert.equal((await a.read(application)).status, 'in_review');
  return application;
}

test('profiles and scorecard: the next version, or what is wrong field by field', async () => {
  writeFileSync(join(folder, 'profiles.json'), JSON.stringify(sandboxProfiles.slice(0, 2)));
  const applied = await operate('profiles', 'apply', 'profiles.json');
  assert.deepEqual(JSON.parse(applied.stdout).applied, [
    { code: 'ISSUING', version: 2 },
    { code: 'ISSUING-SDD', version: 2 },
  ]);
  writeFileSync(join(folder, 'profiles.json'), JSON.stringify({ ...sandboxProfiles[0], submission: 'never' }));
  const refused = await operate('profiles', 'apply', 'profiles.json');
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /profile ISSUING: submission/);
  writeFileSync(join(folder, 'scorecard.json'), JSON.stringify({ ...standardScorecard, four_eyes_from: 10 }));
  assert.equal((await operate('scorecard', 'apply', 'scorecard.json')).code, 0);
});

test('four eyes: the second approval has to be somebody else, and what was done is kept', async () => {
  const application = await inReview();
  const listed = JSON.parse((await operate('applications', 'list')).stdout);
  assert.deepEqual(
    listed.map(({ token }: { token: string }) => token),
    [application],
  );
  assert.equal((await operate('applications', 'assign', application, '--to', 'Ines', '--by', 'Jan')).code, 0);
  const first = await operate('applications', 'approve', application, '--by', 'Ines', '--reason', 'known to us');
  assert.equal(JSON.parse(first.stdout).status, 'in_review');
  const again = await operate('applications', 'approve', application, '--by', 'Ines');
  assert.deepEqual([again.code, again.stderr], [1, 'openemi: by somebody else has to approve, too\n']);
  const second = await operate('applications', 'approve', application, '--by', 'Jan');
  assert.equal(JSON.parse(second.stdout).status, 'approved');
  const { reviews } = JSON.parse((await operate('applications', 'show', application)).stdout);
  assert.deepEqual(
    reviews.map(({ action, actor }: { action: string; actor: string }) => `${actor} ${action}`),
    ['Jan assign', 'Ines approve', 'Jan approve'],
  );
  const actions = (await a.told(application)).map(({ action }) => action);
  assert.ok(actions.includes('MERCHANT.CREATED'), actions.join());
});

test('more information is asked for, or it is declined, for a reason', async () => {
  const application = await inReview();
  const fields = ['--fields', 'website,members.documents', '--reason', 'Where is the shop?'];
  const asked = await operate('applications', 'request-info', application, ...fields);
  assert.deepEqual(
    JSON.parse(asked.stdout).requirements.map(({ field }: { field: string }) => field),
    ['company.website', 'members.documents'],
  );
  const other = await inReview();
  assert.equal((await operate('applications', 'decline', other)).code, 2);
  const declined = await operate('applications', 'decline', other, '--reason', 'not our business', '--by', 'Ines');
  assert.deepEqual(JSON.parse(declined.stdout).decision.reason, 'not our business');
  const late = await operate('applications', 'approve', other);
  assert.deepEqual([late.code, late.stderr], [1, 'openemi: application is declined\n']);
  const nobody = await operate('applications', 'approve', '01939e6c-7a10-7b21-8f00-2f0e4c7a9b61');
  assert.match(nobody.stderr, /there is no application/);
});
