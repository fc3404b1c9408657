import { newId } from '../../kernel/ids.ts';
import {
  duplicateUser,
  entityNotFound,
  type FieldError,
  invalid,
  type Refused,
  refuse,
  validationError,
} from '../../kernel/refusal.ts';
import type { DocumentRow, KeptFile } from '../documents/model.ts';
import { recordDocument } from '../documents/service.ts';
import { findMerchant, isBusinessActivity } from '../parties/service.ts';
import { readProfiles } from './check-store.ts';
import {
  type Change,
  type Desk,
  gather,
  lockFor,
  lockOrRefuse,
  moveTo,
  settleChange,
  startChecks,
  type Worked,
} from './desk.ts';
import { addMemberRow, copyMember } from './members.ts';
import {
  type ApplicationRow,
  type Company,
  changeable,
  companyNames,
  type DueDiligence,
  extendable,
  idleMs,
  type MemberInput,
  type PayoutInput,
  type Product,
} from './model.ts';
import { payoutErrors, payoutOf } from './payouts.ts';
import { type Profile, profileFor } from './profile.ts';
import { validatorMissing } from './refusals.ts';
import { type Dossier, type Given, isIncomplete, requirementsOf } from './rules.ts';
import { insertApplication, readApprovedOf } from './store.ts';

export { readReviews as reviewsOf, readStores as storesOf } from './check-store.ts';
export { applyProfile, applyScorecard, seedProfiles } from './configuration.ts';
export { type Change, type Desk, deskOf, readDossier, shownApplication, shownMember } from './desk.ts';
export { exampleApplication, exampleMember } from './examples.ts';
export { addMember, setMemberStatus, updateMember } from './members.ts';
export {
  approve,
  assign,
  decidable,
  decideAlone,
  decline,
  requestInformation,
  waitingApplications,
} from './review.ts';
export { decideMember, setChecks, setRisk } from './simulated.ts';

/** A file with what was said of it, to be added to an application. */
export interface NewFile {
  readonly file: KeptFile;
  readonly documentType: DocumentRow['documentType'];
  /** The extended profile fields that came with it. */
  readonly profile: Readonly<Record<string, unknown>>;
}

/** An application as it begins; company, members and documents may come with it or later. */
export interface NewApplication {
  /** The merchant who wants further products; null: a new entity. */
  readonly merchant: string | null;
  readonly products: readonly Product[];
  readonly dueDiligence: DueDiligence | null;
  readonly payouts: readonly PayoutInput[];
  readonly ipAddress: string | null;
  readonly fingerprint: string | null;
  readonly company?: Company;
  readonly members?: readonly MemberInput[];
  /** Documents of the company. */
  readonly documents?: readonly NewFile[];
}

/**
 * Creates an application under the client profile that fits, 11008 without one. For a merchant who was onboarded before,
 * company and members are taken from the application that was approved last.
 */
export async function createApplication(
  desk: Desk,
  asked: NewApplication,
): Promise<Dossier | Refused<'validation_error' | 'entity_not_found' | 'validator_missing' | 'duplicate_user'>> {
  const { tx, instance } = desk;
  const errors = payoutErrors(asked.payouts);
  if (errors.length > 0) return invalid(validationError, ...errors);
  const { merchant } = asked;
  const refused = merchant === null ? undefined : await refuseMerchant(desk, merchant);
  if (refused !== undefined) return refused;
  const profile = profileFor(await readProfiles(tx, instance), asked.products, asked.dueDiligence);
  if (profile === undefined) return refuse(validatorMissing);
  const earlier = merchant === null ? undefined : await readApprovedOf(tx, instance, merchant);
  const application = newApplication(desk, asked, profile, earlier);
  await insertApplication(tx, instance, application);
  let dossier: Dossier = { application, members: [], documents: [], checks: [] };
  if (earlier !== undefined) {
    const [found] = await gather(tx, instance, [earlier]);
    for (const member of found!.members) dossier = await copyMember(desk, dossier, member);
    dossier = { ...dossier, documents: found!.documents.filter(({ company }) => company === earlier.companyId) };
  }
  const expiresAt = new Date(desk.now.getTime() + idleMs);
  desk.schedule({ name: 'onboarding.expire', subject: application.id, at: expiresAt });
  const filled = await withParts(desk, dossier, asked);
  return 'refused' in filled ? filled : settleChange(desk, application, filled, []);
}

/** Only a merchant who is there, and served, can apply for further products. */
async function refuseMerchant({ tx, instance }: Desk, merchant: string) {
  const found = await findMerchant(tx, instance, merchant);
  if (found === undefined) return refuse(entityNotFound, { field: 'merchant' });
  if (found.status === 'active') return undefined;
  return invalid(validationError, { field: 'merchant', rule: 'not_active', message: `is ${found.status}` });
}

function newApplication(desk: Desk, asked: NewApplication, profile: Profile, earlier?: ApplicationRow): ApplicationRow {
  const blank: ApplicationRow = {
    id: newId(),
    merchant: asked.merchant,
    products: asked.products,
    dueDiligence: asked.dueDiligence,
    profile,
    status: 'draft',
    payouts: asked.payouts.map(payoutOf),
    ipAddress: asked.ipAddress,
    fingerprint: asked.fingerprint,
    companyId: earlier?.companyId ?? newId(),
    company: changedCompany(earlier?.company ?? {}, asked.company ?? {}),
    requested: [],
    requirements: [],
    round: 0,
    simulated: {},
    risk: null,
    assignedTo: null,
    decision: null,
    createdAt: desk.now,
    updatedAt: desk.now,
  };
  // What a draft lacks is no news, so it is written with it.
  return { ...blank, requirements: requirementsOf({ application: blank, members: [], documents: [] }) };
}

/** Adds the members and documents that came with the application itself. */
async function withParts(
  desk: Desk,
  dossier: Dossier,
  { members = [], documents = [] }: NewApplication,
): Promise<Dossier | Refused<'duplicate_user' | 'entity_not_found'>> {
  let filled = dossier;
  for (const member of members) {
    const added = await addMemberRow(desk, filled, member);
    if ('refused' in added) return added;
    filled = added.dossier;
  }
  for (const document of documents) {
    const added = await addDocumentRow(desk, filled, null, document);
    if ('refused' in added) return added;
    filled = added.dossier;
  }
  return filled;
}

/** Gives an application other payout details, IP address or fingerprint; what is left out stays. */
export async function updateApplicationDetails(
  desk: Desk,
  id: string,
  change: {
    readonly payouts?: readonly PayoutInput[] | undefined;
    readonly ipAddress?: string | undefined;
    readonly fingerprint?: string | undefined;
  },
): Promise<Change> {
  const errors = payoutErrors(change.payouts ?? []);
  if (errors.length > 0) return invalid(validationError, ...errors);
  const dossier = await lockOrRefuse(desk, id, changeable);
  if ('refused' in dossier) return dossier;
  const before = dossier.application;
  const { payouts, ipAddress, fingerprint } = change;
  const given: Given[] = [
    ...(payouts === undefined ? [] : ['payout_details' as const]),
    ...(ipAddress === undefined ? [] : ['ip_address' as const]),
    ...(fingerprint === undefined ? [] : ['fingerprint' as const]),
  ];
  const application: ApplicationRow = {
    ...before,
    payouts: payouts?.map(payoutOf) ?? before.payouts,
    ipAddress: ipAddress === undefined ? before.ipAddress : ipAddress || null,
    fingerprint: fingerprint === undefined ? before.fingerprint : fingerprint || null,
  };
  return settleChange(desk, before, { ...dossier, application }, given);
}

/** Changes what is known of a company; contact details also when the application is approved. */
export async function updateCompany(
  desk: Desk,
  id: string,
  change: Company,
  states: readonly ApplicationRow['status'][] = changeable,
): Promise<Change> {
  const dossier = await lockOrRefuse(desk, id, states);
  if ('refused' in dossier) return dossier;
  const before = dossier.application;
  const { business_activity: activity } = change;
  if (before.profile.strict && activity && !isBusinessActivity(activity)) {
    const message = 'is no code of the nomenclature business_activity';
    return invalid(validationError, { field: 'business_activity', rule: 'nomenclature', message });
  }
  const application = { ...before, company: changedCompany(before.company, change) };
  const given = companyNames.filter((name) => change[name] !== undefined).map((name) => `company.${name}` as Given);
  return settleChange(desk, before, { ...dossier, application }, given);
}

/** A company's data after a change: what is absent stays as it is, an empty string clears. */
function changedCompany(company: Company, change: Company): Company {
  const merged = { ...company, ...change };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined && value !== ''));
}

/** Adds a document: to the company, or to a member of it. -2 when its owner has one with the same contents. */
export async function addDocument(
  desk: Desk,
  id: string,
  member: string | null,
  file: NewFile,
): Promise<Worked<Dossier['documents'][number]> | Refused<'entity_not_found' | 'duplicate_user'> | FieldError> {
  const dossier = await lockFor(desk, id, extendable);
  if ('refused' in dossier || 'rule' in dossier) return dossier;
  const added = await addDocumentRow(desk, dossier, member, file);
  if ('refused' in added) return added;
  const given: Given = member === null ? 'company.documents' : 'members.documents';
  return { ...added, dossier: await settleChange(desk, dossier.application, added.dossier, [given]) };
}

async function addDocumentRow(
  { tx, instance, now }: Desk,
  dossier: Dossier,
  member: string | null,
  { file, documentType, profile }: NewFile,
): Promise<Worked<Dossier['documents'][number]> | Refused<'entity_not_found' | 'duplicate_user'>> {
  const { id, companyId } = dossier.application;
  if (member !== null && !dossier.members.some((each) => each.id === member)) {
    return refuse(entityNotFound, { field: 'member' });
  }
  const owner = member === null ? { kind: 'company' as const, id: companyId } : { kind: 'member' as const, id: member };
  const made = await recordDocument(tx, { instance, owner, application: id, documentType, profile, file, at: now });
  if (made === 'duplicate') return refuse(duplicateUser, { field: 'file' });
  return { dossier: { ...dossier, documents: [...dossier.documents, made] }, made };
}

/** Brings an application up to date after a review of one of its documents. */
export async function documentReviewed(desk: Desk, id: string): Promise<void> {
  const dossier = await lockFor(desk, id, ['draft', 'action_required', 'checking']);
  if ('refused' in dossier || 'rule' in dossier) return;
  const { application } = dossier;
  const requirements = requirementsOf(dossier);
  // A review that changes nothing about what is missing begins no new checks.
  if (isIncomplete(requirements) === isIncomplete(application.requirements)) return;
  await settleChange(desk, application, dossier, []);
}

/**
 * Submits an application: its checks begin. With everything that is missing named when it is incomplete (11001). One that
 * is being checked or reviewed was submitted before, and stays as it is.
 */
export async function submitApplication(desk: Desk, id: string): Promise<Change> {
  const dossier = await lockOrRefuse(desk, id, [...changeable, 'in_review']);
  if ('refused' in dossier) return dossier;
  const { application } = dossier;
  if (application.status === 'checking' || application.status === 'in_review') return dossier;
  const requirements = requirementsOf(dossier);
  if (isIncomplete(requirements)) {
    const open = requirements.filter(({ code }) => code !== 'invalid');
    return invalid(validationError, ...open.map(({ field, code, message }) => ({ field, rule: code, message })));
  }
  return startChecks(desk, application, dossier);
}

/** Takes an application back; for good. */
export async function withdrawApplication(desk: Desk, id: string): Promise<Change> {
  const dossier = await lockOrRefuse(desk, id, [...changeable, 'in_review']);
  return 'refused' in dossier ? dossier : moveTo(desk, dossier, 'withdrawn');
}
