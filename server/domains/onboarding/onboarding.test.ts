import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestBank, type TestBank } from '../../test/test-bank.ts';
import { exampleCompany, examplePdf, examplePerson } from './examples.ts';

let bank: TestBank;
before(async () => {
  bank = await openTestBank();
});
after(() => bank?.close());

const iban = 'DE89370400440532013000';

/** Calls that must succeed. */
async function done(operation: string, input: Parameters<TestBank['call']>[1] = {}) {
  const answer = await bank.call(operation, input);
  assert.equal(answer.code, 0, `${operation}: ${answer.text}`);
  return answer.data;
}

async function begin(body: object = { products: ['account-opening'] }): Promise<string> {
  return (await done('application_create', { body })).token;
}

/** Gives an application all that the sandbox asks for. */
async function complete(application: string, person: object = {}): Promise<void> {
  const params = { application };
  await done('company_update', { params, body: exampleCompany });
  await done('company_add_member', { params, body: { ...examplePerson, ...person } });
  await done('company_add_document', { params, body: { file: examplePdf, file_type: 'pdf' } });
}

async function pass(seconds: number): Promise<void> {
  bank.clock.advance(seconds);
  await bank.settle();
}

async function read(token: string) {
  return done('application_details', { params: { application: token } });
}

/** What was told of an application, or of things that belong to it, in order. */
async function told(...subjects: string[]) {
  const { items } = await done('events_list', { params: { page: 1, limit: 100 } });
  return items
    .filter(({ payload }: { payload: object }) => subjects.some((token) => JSON.stringify(payload).includes(token)))
    .reverse();
}

test('a company becomes an active merchant with an account by calls and webhooks alone', async () => {
  const application = await begin();
  const draft = await read(application);
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
  await complete(application);
  assert.equal((await read(application)).status, 'checking');
  await bank.settle();
  assert.equal((await read(application)).status, 'checking', 'not before a second has passed');
  await pass(1);
  const approved = await read(application);
  assert.equal(approved.status, 'approved', JSON.stringify(approved.checks));
  assert.deepEqual(
    approved.checks.map(({ type, status }: { type: string; status: string }) => `${type} ${status}`),
    ['risk passed', 'register passed', 'sanctions passed', 'adverse_media passed'],
  );
  assert.equal(approved.members[0].verification_status, 'verified');
  const account = await done('account_create', { body: { program: 'EUR-BUSINESS', merchant: approved.merchant } });
  assert.equal(account.merchant, approved.merchant);
  const events = await told(application);
  assert.deepEqual([...new Set(events.map(({ action }: { action: string }) => action))].sort(), [
    'APPLICATION.UPDATE',
    'MEMBER.UPDATE',
    'MERCHANT.CREATED',
    'MERCHANT.RISK_SCORE',
  ]);
});

test('acquiring brings a store with MID and TID for each product, and a funding account', async () => {
  const payout_details = [{ amount: 100, currency: 'EUR', iban, period: 'weekly', delay: '2' }];
  const application = await begin({ products: ['pos', 'e-commerce'], due_diligence: 'CDD', payout_details });
  await complete(application);
  await pass(1);
  const { merchant, status, payout_details: shown } = await read(application);
  assert.equal(status, 'approved');
  assert.deepEqual(shown[0].amount, 100);
  const events = await told(application);
  const [created] = events.filter(({ action }: { action: string }) => action === 'MERCHANT.CREATED');
  const stores = events.filter(({ action }: { action: string }) => action === 'STORE.CREATED');
  assert.deepEqual(
    stores.map(({ payload }: { payload: { store: { type: string } } }) => payload.store.type),
    ['pos', 'e-commerce'],
  );
  assert.match(created.payload.card_acceptor_identification_code, /^[1-9]\d{14}$/);
  assert.match(created.payload.card_acceptor_terminal_id, /^[0-9A-HJKMNP-TV-Z]{8}$/);
  const accounts = await done('accounts_list', { params: { page: 1, limit: 10 }, query: { merchant } });
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
    const application = await begin();
    await complete(application, { last_name });
    await pass(1);
    const found = await read(application);
    assert.equal(found.status, status, last_name);
    assert.ok(found.checks.some(({ type, status }: { type: string; status: string }) => `${type} ${status}` === check));
  }
});
