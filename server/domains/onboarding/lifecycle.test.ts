import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Applicant, applicantOf } from '../../test/applicant.ts';
import { openTestBank, type TestBank } from '../../test/test-bank.ts';
import { exampleCompany, examplePdf, examplePerson } from './examples.ts';
import { sandboxProfiles } from './profile.ts';
import { applyProfile } from './service.ts';

let bank: TestBank;
let a: Applicant;
before(async () => {
  bank = await openTestBank();
  a = applicantOf(bank);
});
after(() => bank?.close());

const fieldsOf = (answer: { data?: { errors?: { field: string }[] } }) =>
  answer.data?.errors?.map(({ field }) => field);
const rulesOf = (answer: { data?: { errors?: { rule: string }[] } }) => answer.data?.errors?.map(({ rule }) => rule);

test('no profile for qr with simplified due diligence: 11008', async () => {
  const answer = await bank.call('application_create', { body: { products: ['qr'], due_diligence: 'SDD' } });
  assert.deepEqual([answer.code, answer.key], [11008, 'services.general.service_request_exception']);
});

test('payout details: every bad field at once, and they can be given later', async () => {
  const payout_details = [{ currency: 'EUR' }, { currency: 'GBP', sort_code: '200000', amount: 0.001 }];
  const wrong = await bank.call('application_create', { body: { products: ['pos'], payout_details } });
  assert.equal(wrong.code, 11001);
  assert.deepEqual(fieldsOf(wrong), [
    'payout_details[0].iban',
    'payout_details[1].account_number',
    'payout_details[1].amount',
  ]);
  const { token: application, requirements } = await a.done('application_create', { body: { products: ['pos'] } });
  assert.ok(requirements.some(({ field }: { field: string }) => field === 'payout_details'));
  const given = [{ currency: 'GBP', sort_code: '200000', account_number: '55779911', delay: '30' }];
  const later = await a.done('application_update', { params: { application }, body: { payout_details: given } });
  assert.deepEqual(later.payout_details[0], { amount: null, iban: null, period: 'daily', ...given[0] });
  assert.ok(later.requirements.every(({ field }: { field: string }) => field !== 'payout_details'));
});

test('members are there once: by e-mail address and by national identifier', async () => {
  const application = await a.begin();
  const params = { application };
  const add = (body: object) => bank.call('company_add_member', { params, body });
  const first = await add({ email: 'Ana@example.com', unique_identifier: '75 2316 9263' });
  assert.equal(first.data.unique_identifier, '75 2316 9263');
  assert.equal((await add({ email: 'ana@EXAMPLE.com' })).code, -2);
  assert.equal((await add({ unique_identifier: '7523169263' })).code, -2);
  const other = await add({ email: 'maria@example.com' });
  const member = { application, member: other.data.token };
  const stolen = await bank.call('company_update_member', { params: member, body: { email: 'ANA@example.com' } });
  assert.equal(stolen.code, -2);
  assert.equal((await a.read(application)).members.length, 2);
});

test('a national identifier is sealed at rest, and never refused by its form', async () => {
  const application = await a.begin();
  const body = { nationality: 'BG', unique_identifier: '7523169264' };
  await a.done('company_add_member', { params: { application }, body });
  const { requirements } = await a.read(application);
  assert.deepEqual(
    requirements
      .filter(({ code }: { code: string }) => code === 'invalid')
      .map(({ field }: { field: string }) => field),
    ['members[0].unique_identifier'],
  );
  const rows = await bank.bank.database.query('select to_jsonb(m)::text as text from onboarding.members m');
  assert.ok(rows.every(({ text }) => !String(text).includes('7523169264')));
});

test('documents: what is no such file is -3 and nothing is kept, the same contents twice are -2', async () => {
  const application = await a.begin();
  const params = { application };
  const add = (body: object) => bank.call('company_add_document', { params, body });
  for (const body of [
    { file: examplePdf, file_type: 'png' },
    { file: examplePdf.slice(0, -3), file_type: 'pdf' },
    { file: '', file_type: 'pdf' },
  ]) {
    const answer = await add(body);
    assert.deepEqual([answer.code, fieldsOf(answer)], [-3, ['file']]);
  }
  assert.equal((await add({ file: examplePdf, file_type: 'pdf', company: application })).code, 11002);
  const { company } = await a.read(application);
  const profile = { employment_status: 'Business owner', additional_nationality: ['DE'] };
  const added = await add({ file: examplePdf, file_type: 'pdf', company: company.token, ...profile });
  assert.deepEqual(added.data.profile, profile);
  assert.equal((await add({ file: examplePdf, file_type: 'pdf' })).code, -2);
  assert.equal((await a.read(application)).company.documents.length, 1);
});

test('a rejected document is missing again', async () => {
  const application = await a.submitted();
  const { company } = await a.read(application);
  const params = { document: company.documents[0].token };
  await a.done('sim_document_review', { params, body: { result: 'rejected', reason: 'unreadable' } });
  const waiting = await a.read(application);
  assert.equal(waiting.status, 'action_required');
  assert.deepEqual(waiting.requirements[0].field, 'company.documents');
  await a.done('sim_document_review', { params, body: { result: 'accepted' } });
  assert.equal((await a.read(application)).status, 'checking');
});

test('an approved application: the company is locked, its people are not, and nothing reopens the decision', async () => {
  const application = await a.submitted();
  await a.pass(1);
  const params = { application };
  const locked = await bank.call('company_update', { params, body: exampleCompany });
  assert.deepEqual([locked.code, rulesOf(locked)], [11001, ['application_locked']]);
  await a.done('company_update_contacts', { params, body: { phone: '+35929811234' } });
  const suspect = { ...examplePerson, first_name: 'Ivan', last_name: 'SANCTION' };
  const { token: member } = await a.done('company_add_member', { params, body: suspect });
  await bank.settle();
  const found = await a.read(application);
  assert.equal(found.status, 'approved');
  assert.equal(found.members[1].verification_status, 'pending_review');
  const told = await a.told(member);
  assert.deepEqual(told.map(({ action }) => action).sort(), ['AML.MATCH', 'MEMBER.UPDATE']);
});

test('a refused member keeps rules from approving, and stays refused until its data change', async () => {
  const application = await a.submitted();
  const [{ token: member }] = (await a.read(application)).members;
  const refusal = { params: { member }, body: { result: 'refused', reason: 'forged' } };
  await a.done('sim_member_verification', refusal);
  await a.pass(1);
  const { status, members } = await a.read(application);
  assert.deepEqual([status, members[0].verification_status], ['in_review', 'refused']);
  const body = { decision: 'request_info', fields: ['members'] };
  await a.done('sim_application_decision', { params: { application }, body });
  await a.done('company_update_member', { params: { application, member }, body: { birthday: '1990-05-18' } });
  await a.pass(1);
  const approved = await a.read(application);
  assert.deepEqual([approved.status, approved.members[0].verification_status], ['approved', 'verified']);
});

test('every final state is final', async () => {
  const application = await a.begin();
  const params = { application };
  await a.done('application_withdraw', { params });
  for (const [operation, body] of [
    ['application_withdraw', undefined],
    ['application_submit', undefined],
    ['company_update', exampleCompany],
    ['company_add_member', examplePerson],
    ['company_add_document', { file: examplePdf, file_type: 'pdf' }],
    ['sim_application_decision', { decision: 'approve' }],
  ] as const) {
    const answer = await bank.call(operation, { params, body });
    assert.deepEqual(rulesOf(answer), ['application_locked'], operation);
  }
  assert.equal((await a.read(application)).status, 'withdrawn');
});

test('further products for a merchant: company and people are known, and the merchant stays the same', async () => {
  const first = await a.submitted();
  await a.pass(1);
  const { merchant, company } = await a.read(first);
  const second = await a.begin(['e-commerce'], { merchant });
  const begun = await a.read(second);
  assert.equal(begun.status, 'checking', JSON.stringify(begun.requirements));
  assert.equal(begun.company.token, company.token);
  await a.pass(1);
  const approved = await a.read(second);
  assert.deepEqual([approved.status, approved.merchant], ['approved', merchant]);
  const stores = (await a.told(second)).filter(({ action }) => action === 'STORE.CREATED');
  assert.equal(stores.length, 1);
});

test('an application nobody works on for 60 days expires; a change gives it 60 more', async () => {
  const application = await a.begin();
  const day = 86_400;
  await a.pass(59 * day);
  await a.done('company_update', { params: { application }, body: { city: 'Sofia' } });
  await a.pass(2 * day);
  assert.equal((await a.read(application)).status, 'draft');
  await a.pass(58 * day);
  assert.equal((await a.read(application)).status, 'expired');
});

test('an explicit profile waits for application_submit, a semi-automatic one for an underwriter', async () => {
  const definition = {
    ...sandboxProfiles[1]!,
    code: 'ISSUING-SDD',
    submission: 'explicit',
    decisioning: 'semi-automatic',
    strict: true,
  };
  await bank.bank.database.transaction((tx) =>
    applyProfile(tx, bank.sandbox.first.instance, definition, bank.clock.now()),
  );
  const application = await a.begin(['account-opening'], { due_diligence: 'SDD' });
  const body = { business_activity: 'Toys' };
  const wrong = await bank.call('company_update', { params: { application }, body });
  assert.deepEqual(rulesOf(wrong), ['nomenclature']);
  await a.complete(application);
  assert.deepEqual(((found) => [found.status, found.mode])(await a.read(application)), ['draft', 'semi-automatic']);
  await a.done('application_submit', { params: { application } });
  await a.pass(1);
  assert.equal((await a.read(application)).status, 'in_review');
  const decision = {
    decision: 'request_info',
    fields: ['website', 'members[0].documents'],
    reason: 'Where is the shop?',
  };
  const asked = await a.done('sim_application_decision', { params: { application }, body: decision });
  assert.deepEqual(
    [asked.status, asked.requirements.map(({ field }: { field: string }) => field)],
    ['action_required', ['company.website', 'members.documents']],
  );
  await a.done('company_update', { params: { application }, body: { website: 'https://rila.example' } });
  const [{ token: member }] = asked.members;
  const params = { application, member };
  await a.done('company_add_member_document', {
    params,
    body: { file: examplePdf, file_type: 'pdf', document_type: 'ID' },
  });
  await a.done('application_submit', { params: { application } });
  await a.pass(1);
  const decided = await a.done('sim_application_decision', { params: { application }, body: { decision: 'approve' } });
  assert.deepEqual([decided.status, decided.decision.by], ['approved', 'sandbox']);
});

test('risk of merchants and persons, and verification of members, as the sandbox is told', async () => {
  const application = await a.submitted();
  await a.pass(1);
  const { merchant, members } = await a.read(application);
  await a.done('sim_merchant_risk', { params: { merchant }, body: { level: 'high', score: 88 } });
  const risk = (await a.told(merchant)).filter(({ action }) => action === 'MERCHANT.RISK_SCORE').at(-1);
  assert.deepEqual(risk?.payload, { application, merchant, level: 'high', score: 88, reasons: ['simulated'] });
  const params = { member: members[0].token };
  const body = { result: 'refused', reason: 'forged' };
  assert.equal((await a.done('sim_member_verification', { params, body })).verification_status, 'refused');
  const { items } = await a.done('applications_list', { query: { page: 1, limit: 5, status: 'approved' } });
  assert.equal(items[0].token, application);
});
