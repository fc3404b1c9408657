import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { drawMid, drawTid } from './approval.ts';
import {
  type ApplicationRow,
  type ApplicationStatus,
  applicationStatuses,
  type Check,
  type MemberRow,
  providerSilent,
} from './model.ts';
import { payoutErrors } from './payouts.ts';
import { type Profile, profileErrors, profileFor, sandboxProfiles } from './profile.ts';
import {
  facetsOf,
  identifierHolds,
  mayBecome,
  outcomeOf,
  registerResult,
  requirementsOf,
  riskResult,
  simulationOf,
  statusAfterChange,
  stillRequested,
} from './rules.ts';
import { scorecardErrors, scoreOf, standardScorecard } from './scorecard.ts';

const profiles: Profile[] = sandboxProfiles.map((profile) => ({ ...profile, version: 1 }));

const application: ApplicationRow = {
  id: 'a',
  merchant: null,
  products: ['account-opening'],
  dueDiligence: null,
  profile: profiles[0]!,
  status: 'draft',
  payouts: [],
  ipAddress: null,
  fingerprint: null,
  companyId: 'c',
  company: {
    legal_name: 'Rila',
    country: 'BG',
    city: 'Sofia',
    zip: '1000',
    address1: 'x',
    contact_email: 'a@b.bg',
    business_activity: '47',
  },
  requested: [],
  requirements: [],
  round: 0,
  simulated: {},
  risk: null,
  assignedTo: null,
  decision: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
};

const member: MemberRow = {
  id: 'm',
  application: 'a',
  status: 'active',
  user: null,
  profile: {
    type: ['ubo'],
    first_name: 'Ana',
    last_name: 'Dimova',
    birthday: '1984-02-29',
    nationality: 'BG',
    country_of_residence: 'BG',
  },
  identifierSealed: null,
  identifierMac: null,
  identifierHolds: null,
  verificationStatus: 'not_started',
  createdAt: new Date(0),
  updatedAt: new Date(0),
};

const document = { company: 'c', member: null, status: 'uploaded' } as never;
const fieldsMissing = (parts: Parameters<typeof requirementsOf>[0]) => requirementsOf(parts).map(({ field }) => field);

test('the state machine: what is decided, withdrawn or expired is final', () => {
  const ways = applicationStatuses.flatMap((from) =>
    applicationStatuses.filter((to) => mayBecome(from, to)).map((to) => `${from} ${to}`),
  );
  assert.deepEqual(ways, [
    'draft checking',
    'draft withdrawn',
    'draft expired',
    'checking in_review',
    'checking approved',
    'checking declined',
    'checking action_required',
    'checking withdrawn',
    'in_review checking',
    'in_review approved',
    'in_review declined',
    'in_review action_required',
    'in_review withdrawn',
    'action_required checking',
    'action_required withdrawn',
    'action_required expired',
  ]);
});

test('requirements name each missing field, also of each active natural person', () => {
  assert.deepEqual(fieldsMissing({ application, members: [member], documents: [document] }), []);
  assert.deepEqual(fieldsMissing({ application, members: [], documents: [] }), ['company.documents', 'members']);
  const { last_name: _, ...nameless } = member.profile;
  const members = [
    { ...member, status: 'suspended' as const },
    { ...member, profile: nameless },
  ];
  assert.deepEqual(fieldsMissing({ application, members, documents: [document] }), ['members[1].last_name']);
  const rejected = { ...(document as object), status: 'rejected' } as never;
  assert.deepEqual(fieldsMissing({ application, members: [member], documents: [rejected] }), ['company.documents']);
});

test('of a legal entity only its name is asked, and it does not stand in for a person', () => {
  const entity: MemberRow = { ...member, profile: { type: ['legal-entity'] } };
  assert.deepEqual(fieldsMissing({ application, members: [entity], documents: [document] }), [
    'members',
    'members[0].legal_name',
  ]);
});

test('a wrong check digit is a requirement that holds nothing up', () => {
  const [requirement] = requirementsOf({
    application,
    members: [{ ...member, identifierHolds: false }],
    documents: [document],
  });
  assert.equal(requirement?.code, 'invalid');
  assert.equal(statusAfterChange(application, [requirement!]), 'checking');
});

test('national identifiers of Bulgaria: EGN and LNCh by their check digit, others unknown', () => {
  assert.equal(identifierHolds('7523169263', ['BG']), true);
  assert.equal(identifierHolds('7523169264', ['BG']), false);
  assert.equal(identifierHolds('1000000001', ['BG']), true);
  assert.equal(identifierHolds('1000000003', ['BG']), false);
  assert.equal(identifierHolds('7523169264', ['DE', undefined]), null);
  assert.equal(identifierHolds('75231692', ['BG']), null);
});

test('the state after a change: submitted when complete, back to the client when not', () => {
  const missing = [{ field: 'company.city', member: null, code: 'missing', message: '' }] as const;
  const after = (
    status: ApplicationStatus,
    requirements: readonly (typeof missing)[number][],
    submission: 'auto' | 'explicit' = 'auto',
  ) => statusAfterChange({ status, profile: { ...profiles[0]!, submission } }, requirements);
  assert.equal(after('draft', []), 'checking');
  assert.equal(after('draft', [], 'explicit'), 'draft');
  assert.equal(after('draft', missing), 'draft');
  assert.equal(after('checking', missing), 'action_required');
  assert.equal(after('checking', [], 'explicit'), 'checking');
  assert.equal(after('action_required', []), 'checking');
  assert.equal(after('approved', missing), 'approved');
});

test('what an underwriter asked for stays until it is given', () => {
  const asked = ['company.website', 'members', 'application'].map((field) => {
    return { field, member: null, code: 'requested' as const, message: '' };
  });
  const open = (...given: Parameters<typeof stillRequested>[1]) =>
    stillRequested(asked, given).map(({ field }) => field);
  assert.deepEqual(open(), ['company.website', 'members', 'application']);
  assert.deepEqual(open('company.city'), ['company.website', 'members']);
  assert.deepEqual(open('company.website', 'members.birthday'), []);
});

const check = (status: Check['status'], reason: string | null = null): Check => {
  return { type: 'register', status, reason, attempts: 0, evidence: {}, at: null };
};

test('only what passed everywhere is approved; a silent provider never approves and never declines', () => {
  const outcome = (...checks: Check[]) => outcomeOf({ application, checks, members: [member] }).status;
  assert.equal(outcome(check('passed'), check('passed')), 'approved');
  assert.equal(outcome(check('passed'), check('referred', 'not_found')), 'in_review');
  assert.equal(outcome(check('passed'), check('failed', providerSilent)), 'in_review');
  assert.equal(outcome(check('failed', 'dissolved'), check('failed', providerSilent)), 'declined');
  assert.equal(outcome(check('pending')), 'in_review');
  for (const status of ['passed', 'referred', 'failed'] as const) {
    const profile = { ...profiles[0]!, decisioning: 'semi-automatic' as const };
    const dossier = { application: { ...application, profile }, checks: [check(status, 'x')], members: [member] };
    assert.equal(outcomeOf(dossier).status, 'in_review');
  }
});

test('what the register says: another name or none goes to a person, a dissolved company is declined', () => {
  const sought = { legalName: 'Rila Trade EOOD', country: 'BG', city: null };
  const extract = {
    legalName: 'RILA TRADE',
    country: 'BG',
    registrationNumber: '1',
    legalForm: null,
    status: 'active',
    incorporatedOn: null,
  } as const;
  assert.equal(registerResult(sought, extract).status, 'passed');
  assert.equal(registerResult(sought, undefined).reason, 'not_found');
  assert.equal(registerResult(sought, { ...extract, legalName: 'Pirin Trade' }).reason, 'name_differs');
  assert.equal(registerResult(sought, { ...extract, status: 'dissolved' }).status, 'failed');
});

test('a score is the sum of its reasons, each with its factor and value', () => {
  const scorecard = { ...standardScorecard, version: 3 };
  const risky = { ...application, company: { ...application.company, country: 'RU', business_activity: '92' } };
  const risk = scoreOf(scorecard, facetsOf({ application: risky, members: [{ ...member, identifierHolds: false }] }));
  assert.deepEqual(risk.reasons, [
    { factor: 'base', value: null, points: 10 },
    { factor: 'company_country', value: 'RU', points: 60 },
    { factor: 'business_activity', value: '92', points: 40 },
    { factor: 'member_identifier', value: 'wrong', points: 10 },
  ]);
  assert.deepEqual([risk.score, risk.level, risk.scorecard], [100, 'high', 3]);
  assert.equal(riskResult(scorecard, 69).status, 'passed');
  assert.equal(riskResult(scorecard, 70).status, 'referred');
  assert.equal(riskResult({ ...scorecard, decline_from: 90 }, 90).status, 'failed');
});

test('the narrowest profile that has all products and the due diligence; none for qr with SDD', () => {
  const code = (...asked: Parameters<typeof profileFor> extends [unknown, ...infer Rest] ? Rest : never) =>
    profileFor(profiles, ...asked)?.code;
  assert.equal(code(['account-opening'], null), 'ISSUING');
  assert.equal(code(['account-opening', 'pos'], 'CDD'), 'ACQUIRING-CDD');
  assert.equal(code(['pos'], 'SDD'), 'ACQUIRING-SDD');
  assert.equal(code(['qr'], 'SDD'), undefined);
  assert.equal(code(['qr'], null), 'ACQUIRING');
});

test('configuration names each bad field', () => {
  for (const profile of sandboxProfiles) assert.deepEqual(profileErrors(profile), []);
  assert.deepEqual(scorecardErrors(standardScorecard), []);
  const bad = { ...sandboxProfiles[0], code: 'lower', products: [], secret: 1, required_fields: ['company.colour'] };
  assert.deepEqual(
    profileErrors(bad)
      .map(({ field }) => field)
      .sort(),
    ['code', 'products', 'required_fields[0]', 'secret'],
  );
  assert.equal(
    profileErrors({ ...sandboxProfiles[0], required_fields: ['payout_details'] })[0]?.rule,
    'payout_details',
  );
  assert.equal(scorecardErrors({ ...standardScorecard, levels: { medium: 70, high: 40 } })[0]?.field, 'levels.high');
});

test('the documented profile and scorecard are configuration', () => {
  const guide = new URL('../../../docs/guides/onboarding.md', import.meta.url);
  const [profile, scorecard] = [...readFileSync(guide, 'utf8').matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(
    ([, text]) => JSON.parse(text!),
  );
  assert.deepEqual(profileErrors(profile), []);
  assert.deepEqual(scorecardErrors(scorecard), []);
});

test('payout details have one receiver, of the kind that the currency needs', () => {
  const fields = (payout: Parameters<typeof payoutErrors>[0][number]) =>
    payoutErrors([payout]).map(({ field }) => field.slice(18));
  const iban = 'DE89370400440532013000';
  assert.deepEqual(fields({ currency: 'EUR', iban }), []);
  assert.deepEqual(fields({ currency: 'EUR' }), ['iban']);
  assert.deepEqual(fields({ currency: 'EUR', iban, sort_code: '200000', account_number: '55779911' }), [
    'iban',
    'sort_code',
  ]);
  assert.deepEqual(fields({ currency: 'GBP' }), ['sort_code']);
  assert.deepEqual(fields({ currency: 'GBP', sort_code: '200000' }), ['account_number']);
  assert.deepEqual(fields({ currency: 'GBP', sort_code: '200000', account_number: '55779911', amount: 1.001 }), [
    'amount',
  ]);
});

test('magic last names are of the sandbox alone', () => {
  const members = [{ ...member, profile: { ...member.profile, last_name: ' sanction ' } }];
  assert.deepEqual(simulationOf('sandbox', { application, members }), { sanctions: 'fail' });
  assert.deepEqual(simulationOf('production', { application, members }), {});
});

test('merchant and terminal IDs have their documented forms', () => {
  for (let draw = 0; draw < 200; draw += 1) {
    const digits = [...drawMid()].map(Number);
    const luhn = digits
      .reverse()
      .reduce((sum, digit, index) => sum + (index % 2 === 0 ? digit : (digit * 2) % 9 || (digit && 9)), 0);
    assert.equal(luhn % 10, 0);
    assert.equal(digits.length, 15);
    assert.match(drawTid(), /^[0-9A-HJKMNP-TV-Z]{8}$/);
  }
});
