import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Applicant, applicantOf } from '../../test/applicant.ts';
import { openTestBank, type TestBank } from '../../test/test-bank.ts';

let bank: TestBank;
let a: Applicant;
before(async () => {
  bank = await openTestBank();
  a = applicantOf(bank);
});
after(() => bank?.close());

test('a company becomes an active merchant with an account by calls and webhooks alone', async () => {
  const application = await a.begin();
  const draft = await a.read(application);
  assert.equal(draft.status, 'draft');
  assert.deepEqual(
    draft.requirements.map(({ field }: { field: string }) => field),
    [
      'company.legal_name',
      'company.country',
      'company.city',
      'company.zip',
      'company.address1',
      'company.contact_email',
      'company.business_activity',
      'company.documents',
      'members',
    ],
  );
  await a.complete(application);
  assert.equal((await a.read(application)).status, 'checking');
  await bank.settle();
  assert.equal((await a.read(application)).status, 'checking', 'not before a second has passed');
  await a.pass(1);
  const approved = await a.read(application);
  assert.equal(approved.status, 'approved', JSON.stringify(approved.checks));
  assert.deepEqual(
    approved.checks.map(({ type, status }: { type: string; status: string }) => `${type} ${status}`),
    ['risk passed', 'register passed', 'sanctions passed', 'adverse_media passed'],
  );
  assert.equal(approved.members[0].verification_status, 'verified');
  const account = await a.done('account_create', { body: { program: 'EUR-BUSINESS', merchant: approved.merchant } });
  assert.equal(account.merchant, approved.merchant);
  const events = await a.told(application);
  assert.deepEqual([...new Set(events.map(({ action }) => action))].sort(), [
    'APPLICATION.UPDATE',
    'MEMBER.UPDATE',
    'MERCHANT.CREATED',
    'MERCHANT.RISK_SCORE',
  ]);
});

test('acquiring brings a store with MID and TID for each product, and a funding account', async () => {
  const application = await a.begin(['pos', 'e-commerce'], { due_diligence: 'CDD' });
  await a.complete(application);
  await a.pass(1);
  const { merchant, status, payout_details: shown } = await a.read(application);
  assert.equal(status, 'approved');
  assert.deepEqual(shown[0].amount, 100);
  const events = await a.told(application);
  const created = events.find(({ action }) => action === 'MERCHANT.CREATED')!;
  const stores = events.filter(({ action }) => action === 'STORE.CREATED');
  assert.deepEqual(
    stores.map(({ payload }: { payload: { store: { type: string } } }) => payload.store.type),
    ['pos', 'e-commerce'],
  );
  assert.match(created.payload.card_acceptor_identification_code, /^[1-9]\d{14}$/);
  assert.match(created.payload.card_acceptor_terminal_id, /^[0-9A-HJKMNP-TV-Z]{8}$/);
  const accounts = await a.done('accounts_list', { params: { page: 1, limit: 10 }, query: { merchant } });
  assert.deepEqual(
    accounts.items.map(({ type }: { type: string }) => type),
    ['funding'],
  );
});

test('magic last names choose the outcome', async () => {
  for (const [last_name, status, check] of [
    ['SANCTION', 'declined', 'sanctions failed'],
    ['Refer', 'in_review', 'risk referred'],
    ['DECLINE', 'declined', 'risk failed'],
  ]) {
    const application = await a.submitted({ last_name });
    await a.pass(1);
    const found = await a.read(application);
    assert.equal(found.status, status, last_name);
    assert.ok(checksOf(found).includes(check!), last_name);
  }
});

function checksOf({ checks }: { checks: { type: string; status: string; reason: string | null }[] }): string[] {
  return checks.map(({ type, status }) => `${type} ${status}`);
}

test('a provider that is silent is asked three times, then a person decides; it never approves', async () => {
  for (const [company, simulated, silent] of [
    [{ legal_name: 'Timeout Trade EOOD' }, {}, ['register']],
    [{}, { sanctions: 'timeout' }, ['sanctions', 'adverse_media']],
  ] as const) {
    const application = await a.submitted({}, company);
    await a.done('sim_application_checks', { params: { application }, body: simulated });
    await a.pass(1);
    await a.pass(1);
    assert.equal((await a.read(application)).status, 'checking');
    await a.pass(2);
    const found = await a.read(application);
    assert.equal(found.status, 'in_review');
    const failed = found.checks.filter(({ status }: { status: string }) => status === 'failed');
    assert.deepEqual(
      failed.map(({ type }: { type: string }) => type),
      silent,
    );
    assert.deepEqual([...new Set(failed.map(({ reason }: { reason: string }) => reason))], ['provider_timeout']);
  }
});

test('simulated results decide: refer goes to a person, fail declines, a high risk goes to a person', async () => {
  for (const [body, status] of [
    [{ register: 'refer' }, 'in_review'],
    [{ adverse_media: 'fail' }, 'declined'],
    [{ sanctions: 'refer' }, 'in_review'],
    [{ risk: 'high' }, 'in_review'],
    [{ risk: 'medium' }, 'approved'],
  ] as const) {
    const application = await a.begin();
    await a.done('sim_application_checks', { params: { application }, body });
    await a.complete(application);
    await a.pass(1);
    assert.equal((await a.read(application)).status, status, JSON.stringify(body));
  }
});

test('every change while the checks run begins them anew, and the results of the old ones do not count', async () => {
  const application = await a.submitted({ last_name: 'DECLINE' });
  bank.clock.advance(0.5);
  const { items } = await a.done('company_members_list', { params: { application } });
  const params = { application, member: items[0].token };
  await a.done('company_update_member', { params, body: { last_name: 'Petrova' } });
  await a.pass(0.6);
  assert.equal((await a.read(application)).status, 'checking', 'the second has begun again');
  await a.pass(0.4);
  assert.equal((await a.read(application)).status, 'approved');
});

test('what becomes incomplete while it is checked waits for its client', async () => {
  const application = await a.submitted();
  await a.done('company_update', { params: { application }, body: { city: '' } });
  const waiting = await a.read(application);
  assert.equal(waiting.status, 'action_required');
  assert.deepEqual(waiting.requirements, [
    { field: 'company.city', member: null, code: 'missing', message: 'is missing' },
  ]);
  const submit = await bank.call('application_submit', { params: { application } });
  assert.deepEqual(submit.data.errors, [{ field: 'company.city', rule: 'missing', message: 'is missing' }]);
  await a.pass(2);
  assert.equal((await a.read(application)).status, 'action_required', 'the checks that had begun are over');
  await a.done('company_update', { params: { application }, body: { city: 'Varna' } });
  await a.pass(1);
  assert.equal((await a.read(application)).status, 'approved');
});
