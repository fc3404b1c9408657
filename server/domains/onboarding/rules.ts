import { prepareEntity } from '../../kernel/names/name.ts';
import type { CompanySought, RegisterExtract } from '../../ports/trade-register/port.ts';
import type { DocumentRecord } from '../documents/model.ts';
import {
  type AcquiringProduct,
  type ApplicationRow,
  type ApplicationStatus,
  acquiringProducts,
  type Check,
  type CheckType,
  type MemberRow,
  providerSilent,
  type Requirement,
  type Simulated,
  transitions,
} from './model.ts';
import type { MemberField, Requirable } from './profile.ts';
import type { Facets, Scorecard } from './scorecard.ts';

/** All that belongs to an application. */
export interface Dossier {
  readonly application: ApplicationRow;
  /** In the order in which they were added. */
  readonly members: readonly MemberRow[];
  /** Of the company and of its members. */
  readonly documents: readonly DocumentRecord[];
  /** Of the current round. */
  readonly checks: readonly Check[];
}

/** What has been given with a change, as profiles name fields; `application` stands for any change. */
export type Given = Requirable | 'members';

/** Whether an application may go from one state to another. */
export function mayBecome(from: ApplicationStatus, to: ApplicationStatus): boolean {
  return transitions[from].includes(to);
}

/** A member is a natural person unless one of its roles says that it is a legal entity. */
export function isPerson({ profile }: Pick<MemberRow, 'profile'>): boolean {
  return profile.type?.includes('legal-entity') !== true;
}

/** What of an application is missing, wrong, or was asked for by an underwriter. */
export function requirementsOf(dossier: Omit<Dossier, 'checks'>): Requirement[] {
  const { application, members } = dossier;
  const active = members.flatMap((member, index) => (member.status === 'active' ? [{ member, index }] : []));
  const perMember = active.flatMap(({ member, index }) => memberRequirements(dossier, member, index));
  const asks = application.profile.required_fields;
  const peopleMissing =
    asks.some((name) => name.startsWith('members.')) && !active.some(({ member }) => isPerson(member));
  return [
    ...asks.filter((name) => lacks(dossier, name)).map((name) => missing(name)),
    ...(peopleMissing ? [missing('members')] : []),
    ...perMember,
    ...application.requested,
  ];
}

function missing(field: string, member: string | null = null): Requirement {
  return { field, member, code: 'missing', message: 'is missing' };
}

/** Whether what is asked once for each application is not there. */
function lacks({ application, documents }: Omit<Dossier, 'checks'>, asked: Requirable): boolean {
  const [scope, name = ''] = asked.split('.');
  if (scope === 'members') return false;
  if (asked === 'payout_details') return application.payouts.length === 0;
  if (asked === 'ip_address') return application.ipAddress === null;
  if (asked === 'fingerprint') return application.fingerprint === null;
  if (name !== 'documents') return application.company[name as keyof ApplicationRow['company']] === undefined;
  return !documents.some(({ company, status }) => company === application.companyId && status !== 'rejected');
}

/** What an active member lacks. Of a legal entity only its name is asked, where a person's is. */
function memberRequirements(
  { application, documents }: Omit<Dossier, 'checks'>,
  member: MemberRow,
  index: number,
): Requirement[] {
  const asked = application.profile.required_fields.flatMap((name) =>
    name.startsWith('members.') ? [name.slice('members.'.length) as MemberField] : [],
  );
  const place = (name: string) => `members[${index}].${name}`;
  if (!isPerson(member)) {
    const named = member.profile.legal_name !== undefined || !asked.includes('last_name');
    return named ? [] : [missing(place('legal_name'), member.id)];
  }
  const has = (name: MemberField): boolean => {
    if (name === 'unique_identifier') return member.identifierSealed !== null;
    if (name === 'documents') return documents.some((each) => each.member === member.id && each.status !== 'rejected');
    return member.profile[name] !== undefined;
  };
  const lacking = asked.filter((name) => !has(name)).map((name) => missing(place(name), member.id));
  if (member.identifierHolds !== false) return lacking;
  const message = 'has a wrong check digit';
  return [...lacking, { field: place('unique_identifier'), member: member.id, code: 'invalid', message }];
}

/** Whether an application has to wait for its client. What is only doubtful is left to the risk. */
export function isIncomplete(requirements: readonly Requirement[]): boolean {
  return requirements.some(({ code }) => code !== 'invalid');
}

/** What an underwriter asked for and is still open after a change. */
export function stillRequested(requested: readonly Requirement[], given: readonly Given[]): Requirement[] {
  const answers = (field: string) =>
    field === 'application' ||
    given.some((name) => name === field || (field === 'members' && name.startsWith('members.')));
  return given.length === 0 ? [...requested] : requested.filter(({ field }) => !answers(field));
}

/** The state after a change by the client. An application that is being checked begins anew. */
export function statusAfterChange(
  { status, profile }: Pick<ApplicationRow, 'status' | 'profile'>,
  requirements: readonly Requirement[],
): ApplicationStatus {
  const incomplete = isIncomplete(requirements);
  if (status === 'checking') return incomplete ? 'action_required' : 'checking';
  if (status !== 'draft' && status !== 'action_required') return status;
  return !incomplete && profile.submission === 'auto' ? 'checking' : status;
}

/** What the checks of a round come to. */
export interface Outcome {
  readonly status: 'approved' | 'declined' | 'in_review';
  readonly reason: string | null;
}

/**
 * The predefined rules (spec 1.6): a negative result declines, a doubtful one and a silent provider go to a person, and
 * only what passed everywhere, with no member refused, is approved. In semi-automatic mode a person decides always.
 */
export function outcomeOf({
  application,
  checks,
  members,
}: Pick<Dossier, 'application' | 'checks' | 'members'>): Outcome {
  const told = (found: readonly Check[]) => found.map(({ type, reason }) => `${type}: ${reason}`).join(', ');
  const negative = checks.filter(({ status, reason }) => status === 'failed' && reason !== providerSilent);
  const open = checks.filter((check) => check.status !== 'passed' && !negative.includes(check));
  const mode = application.profile.decisioning;
  if (mode === 'semi-automatic') return { status: 'in_review', reason: told([...negative, ...open]) || null };
  if (negative.length > 0) return { status: 'declined', reason: told(negative) };
  if (open.length > 0) return { status: 'in_review', reason: told(open) };
  const isRefused = members.some(({ status, verificationStatus: is }) => status === 'active' && is === 'refused');
  return isRefused ? { status: 'in_review', reason: 'member: refused' } : { status: 'approved', reason: null };
}

/** The part of a check that its provider, or the rules, found. */
export type Result = Pick<Check, 'status' | 'reason'>;
export const passed: Result = { status: 'passed', reason: null };

/** What the extract of a trade register says of a company. */
export function registerResult(company: CompanySought, extract: RegisterExtract | undefined): Result {
  if (extract === undefined) return { status: 'referred', reason: 'not_found' };
  if (extract.status === 'dissolved') return { status: 'failed', reason: 'dissolved' };
  const same = prepareEntity(company.legalName).joined === prepareEntity(extract.legalName).joined;
  return same && extract.country === company.country ? passed : { status: 'referred', reason: 'name_differs' };
}

/** What the score says: a high one goes to a person, one that is too high is declined. */
export function riskResult(scorecard: Scorecard, score: number): Result {
  const { refer_from: refer, decline_from: decline } = scorecard;
  if (decline !== null && score >= decline) return { status: 'failed', reason: 'risk_too_high' };
  return refer !== null && score >= refer ? { status: 'referred', reason: 'risk_high' } : passed;
}

const simulatedResults: Readonly<Record<string, Result>> = {
  pass: passed,
  refer: { status: 'referred', reason: 'referred' },
  fail: { status: 'failed', reason: 'failed' },
};

/** The result that a sandbox's caller asked for; undefined where the provider is to be asked, or is to be silent. */
export function simulatedResult(asked: string | undefined): Result | undefined {
  return asked === undefined ? undefined : simulatedResults[asked];
}

/** Last names of members that choose the outcome, in the sandbox only. */
const magicLastNames: Readonly<Record<string, Simulated & { readonly verdict?: Result }>> = {
  SANCTION: { sanctions: 'fail' },
  REFER: { verdict: { status: 'referred', reason: 'referred' } },
  DECLINE: { verdict: { status: 'failed', reason: 'declined' } },
};

/** What the checks of a sandbox's application are to come to: by the last names of its members, or as its caller said. */
export function simulationOf(
  environment: 'sandbox' | 'production',
  { application, members }: Pick<Dossier, 'application' | 'members'>,
): Simulated & { readonly verdict?: Result } {
  if (environment !== 'sandbox') return {};
  const active = members.filter(({ status }) => status === 'active');
  const magic = active.flatMap(({ profile }) => magicLastNames[profile.last_name?.trim().toUpperCase() ?? ''] ?? []);
  return Object.assign({}, ...magic, application.simulated);
}

/** What a scorecard looks at. */
export function facetsOf({ application, members }: Pick<Dossier, 'application' | 'members'>): Facets {
  const active = members.filter(({ status }) => status === 'active');
  const told = (value: unknown): string[] => (value === undefined || value === null ? [] : [String(value)]);
  const each = (name: 'nationality' | 'country_of_residence' | 'pep_declaration') =>
    active.flatMap(({ profile }) => told(profile[name]));
  const owned = active.reduce((sum, { profile }) => sum + (profile.ownership_percentage ?? 0), 0);
  const { company } = application;
  return {
    'company.country': told(company.country),
    'company.business_activity': told(company.business_activity),
    'company.is_sie': told(company.is_sie),
    products: application.products,
    due_diligence: told(application.dueDiligence),
    'members.nationality': each('nationality'),
    'members.country_of_residence': each('country_of_residence'),
    'members.pep_declaration': each('pep_declaration'),
    'members.type': active.flatMap(({ profile }) => profile.type ?? []),
    'members.identifier_check': active.some(({ identifierHolds }) => identifierHolds === false) ? ['wrong'] : [],
    'members.ownership_check': owned > 100 ? ['above_100_percent'] : [],
  };
}

export function isAcquiring(product: string): product is AcquiringProduct {
  return (acquiringProducts as readonly string[]).includes(product);
}

/** The checks that have not come to a result, in their order. */
export function pendingChecks(checks: readonly Check[]): CheckType[] {
  return checks.filter(({ status }) => status === 'pending').map(({ type }) => type);
}

const bulgarianWeights = [
  // EGN of citizens: modulo 11, then 10. LNCh of foreigners: modulo 10.
  { weights: [2, 4, 8, 5, 10, 9, 7, 3, 6], modulus: 11 },
  { weights: [21, 19, 17, 13, 11, 9, 7, 3, 1], modulus: 10 },
] as const;

/** Whether the check digit of a national identifier is right; null where nothing is known of its form. */
export function identifierHolds(identifier: string, countries: readonly (string | undefined)[]): boolean | null {
  if (!countries.includes('BG') || !/^\d{10}$/.test(identifier)) return null;
  const digits = [...identifier].map(Number);
  return bulgarianWeights.some(({ weights, modulus }) => {
    const sum = weights.reduce((total, weight, index) => total + weight * digits[index]!, 0);
    return (sum % modulus) % 10 === digits[9];
  });
}
