import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Applicant, applicantOf } from '../test/applicant.ts';
import { operatorOf, runCli } from '../test/run-cli.ts';
import { openTestBank, type TestBank } from '../test/test-bank.ts';

let t: TestBank;
let a: Applicant;
before(async () => {
  t = await openTestBank();
  a = applicantOf(t);
});
after(() => t?.close());

/** The command has real time; the bank's clock catches up with it. */
async function follow(): Promise<void> {
  t.clock.set(new Date());
  await t.settle();
}

const operate = (...words: string[]) => runCli(words, operatorOf(t));

test('a suspended merchant has no active account until it is served again; a closed one never', async () => {
  const application = await a.submitted();
  await a.pass(1);
  const { merchant } = await a.read(application);
  const body = { program: 'EUR-BUSINESS', merchant };
  const [account, blocked] = [await a.done('account_create', { body }), await a.done('account_create', { body })];
  await a.done('account_status', { params: { account: blocked.token }, body: { status: 'blocked' } });
  const status = async ({ token }: { token: string }) =>
    (await a.done('account_details', { params: { account: token } })).status;

  const reason = ['--reason', 'documents expired', '--by', 'Ines'];
  assert.equal((await operate('merchants', 'suspend', merchant, ...reason)).code, 0);
  await follow();
  assert.equal(await status(account), 'blocked');
  const refused = await t.call('account_create', { body });
  assert.deepEqual([refused.code, refused.data.errors[0].rule], [11001, 'not_active']);
  const further = await t.call('application_create', { body: { products: ['pos'], merchant } });
  assert.deepEqual([further.code, further.data.errors[0].rule], [11001, 'not_active']);
  const params = { account: account.token };
  assert.equal((await t.call('account_status', { params, body: { status: 'active' } })).code, 12003);

  assert.equal((await operate('merchants', 'resume', merchant, ...reason)).code, 0);
  await follow();
  assert.deepEqual([await status(account), await status(blocked)], ['active', 'blocked']);

  const closed = await operate('merchants', 'close', merchant, ...reason);
  assert.equal(closed.code, 0, closed.stderr);
  assert.match((await operate('merchants', 'resume', merchant, ...reason)).stderr, /is closed for good/);
  const told = (await a.told(merchant)).filter(({ action }) => action === 'MERCHANT.STATUS');
  assert.deepEqual(
    told.map(({ payload }) => payload.status),
    ['suspended', 'active', 'closed'],
  );
});
