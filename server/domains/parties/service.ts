import type { Queryable } from '../../kernel/database.ts';
import type { EventDraft } from '../../kernel/event.ts';
import { newId } from '../../kernel/ids.ts';
import type { JobDraft, WorkContext } from '../../kernel/job.ts';
import type { Vault } from '../../kernel/operation.ts';
import { entityNotFound, invalid, type Refused, refuse, validationError } from '../../kernel/refusal.ts';
import type { DocumentRecord } from '../documents/model.ts';
import { documentsOf } from '../documents/service.ts';
import { merchantStatusChanged, riskKnown, verifiedAgain } from './events.ts';
import {
  type Holder,
  isListField,
  type MerchantStatus,
  type Profile,
  profileNames,
  type User,
  type UserInput,
  type UserRow,
} from './model.ts';
import { businessActivities } from './nomenclatures/business-activity.ts';
import { type DecidedStatus, fullName, identifierKey, type Risk, verificationOf } from './rules.ts';
import {
  insertMerchant,
  lockMerchant,
  lockUser,
  readByExternalReference,
  readMerchant,
  readMerchantAddress,
  readUser,
  readUserHolder,
  updateApprovedMerchant,
  updateMerchantStatus,
  updateUser,
} from './store.ts';

export interface NewMerchant {
  readonly instance: string;
  readonly legalName: string;
  /** The partner itself: one per instance. */
  readonly master: boolean;
  /** Who verified the business (KYB); null: it is not verified. */
  readonly verifiedBy: string | null;
  readonly at: Date;
  /** The company's data as approved, by the names of company_update. */
  readonly profile?: Readonly<Record<string, unknown>>;
}

/** Creates a merchant and answers its token. */
export async function createMerchant(tx: Queryable, merchant: NewMerchant): Promise<string> {
  const { instance, legalName, master, verifiedBy, at, profile = {} } = merchant;
  const id = newId();
  await insertMerchant(tx, instance, {
    id,
    legalName,
    master,
    verificationStatus: verifiedBy === null ? 'not_started' : 'verified',
    verifiedBy,
    verifiedAt: verifiedBy === null ? null : at,
    createdAt: at,
    profile,
  });
  return id;
}

export { emailKey, identifierKey } from './rules.ts';
/** Whether a code is one of the nomenclature business_activity. */
export function isBusinessActivity(code: string): boolean {
  return businessActivities.some(
    ([section, , divisions]) => section === code || divisions.some(([each]) => each === code),
  );
}

/** What is known of a merchant, or undefined when the instance has none such. */
export { lockMerchant, readMerchant as findMerchant, updateMerchantRisk as setMerchantRisk } from './store.ts';

/** Records that a merchant was approved again, for further products: its data and who verified it. */
export async function approveMerchant(
  tx: Queryable,
  instance: string,
  id: string,
  { profile, by, at }: { readonly profile: Readonly<Record<string, unknown>>; readonly by: string; readonly at: Date },
): Promise<void> {
  await updateApprovedMerchant(tx, instance, id, profile, by, at);
}

/**
 * Suspends a merchant, serves it again, or closes it for good; for operators. MERCHANT.STATUS is sent, and its accounts
 * follow in a job. Asking for what is already so changes nothing.
 */
export async function changeMerchantStatus(
  { tx, emit, schedule }: Pick<WorkContext, 'tx' | 'emit' | 'schedule'>,
  instance: string,
  id: string,
  { status, reason, by }: { readonly status: MerchantStatus; readonly reason: string; readonly by: string },
): Promise<MerchantStatus | Refused<'entity_not_found' | 'validation_error'>> {
  const found = (await lockMerchant(tx, instance, id)) ? await readMerchant(tx, instance, id) : undefined;
  if (found === undefined) return refuse(entityNotFound);
  if (found.status === status) return status;
  if (found.status === 'closed') {
    return invalid(validationError, { field: 'status', rule: 'closed', message: 'cannot change: it is closed' });
  }
  await updateMerchantStatus(tx, instance, id, status);
  emit(merchantStatusChanged(id, found.status, status, { reason, by }));
  schedule({ name: 'accounts.follow-merchant', subject: id });
  return status;
}

/** The risk of a natural person as somebody else sees it: USER.RISK_SCORE. Undefined when the instance has no such user. */
export async function userRiskEvent(
  tx: Queryable,
  instance: string,
  id: string,
  risk: Risk,
): Promise<EventDraft | undefined> {
  const found = await readUser(tx, instance, id);
  return found && riskKnown(id, { status: found.verificationStatus, risk }, risk);
}

/** Who holds an account: the merchant or the user of that token, or undefined when the instance has none such. */
export async function findHolder(
  db: Queryable,
  instance: string,
  holder: { readonly merchant: string | null; readonly user: string | null },
): Promise<Holder | undefined> {
  const { merchant, user } = holder;
  if (merchant !== null) {
    const found = await readMerchant(db, instance, merchant);
    if (found === undefined) return undefined;
    const { legalName: name, verificationStatus, status } = found;
    return { merchant, user: null, name, verificationStatus, status };
  }
  const found = user === null ? undefined : await readUserHolder(db, instance, user);
  if (found === undefined) return undefined;
  const { profile, verificationStatus } = found;
  return { merchant, user, name: fullName(profile), verificationStatus, status: 'active' };
}

/** Where somebody lives, as the profile says; null where it does not. */
export interface PostalAddress {
  readonly street: string | null;
  readonly town: string | null;
  readonly postCode: string | null;
  readonly country: string | null;
}

/** The address of a user, or of a merchant who was onboarded; undefined when there is none such. */
export async function addressOf(
  db: Queryable,
  instance: string,
  { merchant, user }: Pick<Holder, 'merchant' | 'user'>,
): Promise<PostalAddress | undefined> {
  const profile =
    merchant === null
      ? (await readUser(db, instance, user!))?.profile
      : await readMerchantAddress(db, instance, merchant);
  if (profile === undefined) return undefined;
  const { address1, address2, city, zip, country } = profile;
  const street = [address1, address2].filter(Boolean).join(', ');
  return { street: street || null, town: city || null, postCode: zip || null, country: country || null };
}

/** How a verification came out, and who says so. */
export interface Decision {
  readonly result: DecidedStatus;
  readonly reason: string | null;
  readonly by: string;
  readonly at: Date;
}

/**
 * Records how a user's verification came out, whatever it was before: the whole user and the events of it, USER.UPDATE
 * when the status changes and USER.RISK_SCORE. Undefined when the instance has no such user.
 */
export async function decideVerification(
  tx: Queryable,
  vault: Vault,
  instance: string,
  id: string,
  { result, reason, by, at }: Decision,
): Promise<{ readonly user: User; readonly events: readonly EventDraft[] } | undefined> {
  const found = await lockUser(tx, instance, id);
  if (found === undefined) return undefined;
  const row = { ...found, verificationStatus: result, verifiedBy: by, verifiedAt: at, updatedAt: at };
  await updateUser(tx, instance, row);
  const events = verifiedAgain(id, found.verificationStatus, verificationOf(result, reason));
  return { user: await shownUser(tx, vault, instance, row), events };
}

/** Has a user held against the sanctions lists: the work of a higher floor, so it is asked for as a job. */
export function screening(user: string): Omit<JobDraft, 'instance'> {
  return { name: 'screening.user', subject: user };
}

/** A natural person as screening needs one; the documents' numbers are opened for it. */
export interface PersonKnown {
  readonly name: string;
  readonly birthday: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
  readonly documents: readonly string[];
}

/** Who a user is, for screening; undefined when the instance has no such user. */
export async function findPerson(
  db: Queryable,
  vault: Vault,
  instance: string,
  id: string,
): Promise<PersonKnown | undefined> {
  const found = await readUser(db, instance, id);
  if (found === undefined) return undefined;
  const { profile } = found;
  const { unique_identifier: identifier, id_passport_number: document } = openIdentifiers(vault, instance, found);
  return {
    name: fullName(profile),
    birthday: profile.birthday ?? null,
    countries: [profile.nationality, ...(profile.additional_nationality ?? [])].filter(
      (country) => country !== undefined,
    ),
    documents: [identifier, document].filter((number) => number !== null),
  };
}

/** The users of an instance whose partner calls them so (`external_reference`): none, one, or two where it is ambiguous. */
export async function findByExternalReference(db: Queryable, instance: string, reference: string): Promise<string[]> {
  return readByExternalReference(db, instance, reference);
}

type SealedIdentifiers = Pick<UserRow, 'uniqueIdentifierSealed' | 'uniqueIdentifierMac' | 'idPassportNumberSealed'>;

/** Seals what identifies a person. The digest covers the instance too, so equal persons of two partners stay unlinked. */
export function sealIdentifiers(
  vault: Vault,
  instance: string,
  user: string,
  given: Pick<UserInput, 'unique_identifier' | 'id_passport_number'>,
): SealedIdentifiers {
  const { unique_identifier: identifier, id_passport_number: document } = given;
  const key = identifierKey(identifier ?? '');
  return {
    uniqueIdentifierSealed: identifier ? vault.seal(identifier, place(instance, user, 'unique_identifier')) : null,
    uniqueIdentifierMac:
      key === '' ? null : vault.mac('parties.users.unique_identifier', Buffer.from(instance), Buffer.from(key)),
    idPassportNumberSealed: document ? vault.seal(document, place(instance, user, 'id_passport_number')) : null,
  };
}

/** A user's whole record as the API shows it, with its sealed identifiers opened and its documents. */
export async function shownUser(db: Queryable, vault: Vault, instance: string, row: UserRow): Promise<User> {
  return (await shownUsers(db, vault, instance, [row]))[0]!;
}

/** The same of several users, in their order. */
export async function shownUsers(
  db: Queryable,
  vault: Vault,
  instance: string,
  rows: readonly UserRow[],
): Promise<User[]> {
  const owners = rows.map(({ id }) => ({ kind: 'user' as const, id }));
  const byUser = Map.groupBy(await documentsOf(db, instance, owners), (document) => document.user);
  return rows.map((row) => openUser(vault, instance, row, byUser.get(row.id) ?? []));
}

function openUser(vault: Vault, instance: string, row: UserRow, documents: readonly DocumentRecord[]): User {
  return {
    token: row.id,
    email: row.email,
    merchant: row.merchant,
    type: row.type,
    aml: row.aml,
    registration_ip: row.registrationIp,
    ...shownProfile(row.profile),
    ...openIdentifiers(vault, instance, row),
    verification_status: row.verificationStatus,
    verified_by: row.verifiedBy,
    verified_at: row.verifiedAt?.toISOString() ?? null,
    documents,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  } as User;
}

function openIdentifiers(vault: Vault, instance: string, row: UserRow) {
  const open = (sealed: Buffer | null, column: string) =>
    sealed === null ? null : vault.open(sealed, place(instance, row.id, column)).toString('utf8');
  return {
    unique_identifier: open(row.uniqueIdentifierSealed, 'unique_identifier'),
    id_passport_number: open(row.idPassportNumberSealed, 'id_passport_number'),
  };
}

function shownProfile(profile: Profile): Record<string, unknown> {
  return Object.fromEntries(profileNames.map((name) => [name, profile[name] ?? (isListField(name) ? [] : null)]));
}

function place(instance: string, user: string, column: string): string {
  return `parties.users/${instance}/${user}/${column}`;
}
