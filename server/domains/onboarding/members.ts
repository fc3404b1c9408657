import { newId } from '../../kernel/ids.ts';
import { duplicateUser, entityNotFound, type Refused, refuse } from '../../kernel/refusal.ts';
import { emailKey, findHolder, identifierKey } from '../parties/service.ts';
import { type Desk, identifierPlace, lockOrRefuse, settleChange, type Worked } from './desk.ts';
import { memberVerified } from './events.ts';
import { extendable, type MemberInput, type MemberProfile, type MemberRow, memberNames } from './model.ts';
import { type Dossier, type Given, identifierHolds } from './rules.ts';
import { insertMember, updateMember as updateRow } from './store.ts';

type MemberRefused = Refused<'entity_not_found' | 'validation_error' | 'duplicate_user'>;

/** Adds a member to a company. -2 when the application has one with the same e-mail address or unique_identifier. */
export async function addMember(
  desk: Desk,
  application: string,
  input: MemberInput,
): Promise<Worked<MemberRow> | MemberRefused> {
  const dossier = await lockOrRefuse(desk, application, extendable);
  if ('refused' in dossier) return dossier;
  const added = await addMemberRow(desk, dossier, input);
  if ('refused' in added) return added;
  return {
    ...added,
    dossier: await settleChange(desk, dossier.application, added.dossier, ['members', ...namesIn(input)]),
  };
}

/** Adds a member without looking at what follows from it for the application. */
export async function addMemberRow(
  desk: Desk,
  dossier: Dossier,
  input: MemberInput,
): Promise<Worked<MemberRow> | Refused<'entity_not_found' | 'duplicate_user'>> {
  const blank: MemberRow = {
    id: newId(),
    application: dossier.application.id,
    status: 'active',
    user: null,
    profile: {},
    identifierSealed: null,
    identifierMac: null,
    identifierHolds: null,
    verificationStatus: 'not_started',
    createdAt: desk.now,
    updatedAt: desk.now,
  };
  const made = await changed(desk, dossier, blank, input);
  if ('refused' in made) return made;
  await insertMember(desk.tx, desk.instance, made);
  return { dossier: { ...dossier, members: [...dossier.members, made] }, made };
}

/** Changes a member; what is left out stays, an empty string clears. The person is verified anew. */
export async function updateMember(
  desk: Desk,
  application: string,
  id: string,
  input: MemberInput,
): Promise<Worked<MemberRow> | MemberRefused> {
  const dossier = await lockOrRefuse(desk, application, extendable);
  if ('refused' in dossier) return dossier;
  const before = dossier.members.find((member) => member.id === id);
  if (before === undefined) return refuse(entityNotFound, { field: 'member' });
  const row = await changed(desk, dossier, before, input);
  if ('refused' in row) return row;
  const made: MemberRow = row.verificationStatus === 'refused' ? { ...row, verificationStatus: 'in_progress' } : row;
  for (const event of memberVerified(before, made, 'changed')) desk.emit(event);
  return written(desk, dossier, made, namesIn(input));
}

/** Suspends a member, or makes it active again. A suspended one is neither asked for anything nor checked. */
export async function setMemberStatus(
  desk: Desk,
  application: string,
  id: string,
  status: MemberRow['status'],
): Promise<Worked<MemberRow> | Refused<'entity_not_found' | 'validation_error'>> {
  const dossier = await lockOrRefuse(desk, application, extendable);
  if ('refused' in dossier) return dossier;
  const before = dossier.members.find((member) => member.id === id);
  if (before === undefined) return refuse(entityNotFound, { field: 'member' });
  if (before.status === status) return { dossier, made: before };
  return written(desk, dossier, { ...before, status, updatedAt: desk.now }, ['members']);
}

async function written(
  desk: Desk,
  dossier: Dossier,
  made: MemberRow,
  given: readonly Given[],
): Promise<Worked<MemberRow>> {
  await updateRow(desk.tx, desk.instance, made);
  const members = dossier.members.map((member) => (member.id === made.id ? made : member));
  return { dossier: await settleChange(desk, dossier.application, { ...dossier, members }, given), made };
}

function namesIn(input: MemberInput): Given[] {
  return Object.keys(input).map((name) => `members.${name}` as Given);
}

/** A member with other data, or the refusal that stands against it. */
async function changed(
  desk: Desk,
  dossier: Dossier,
  before: MemberRow,
  input: MemberInput,
): Promise<MemberRow | Refused<'entity_not_found' | 'duplicate_user'>> {
  const { tx, instance } = desk;
  const { user } = input;
  if (user && (await findHolder(tx, instance, { merchant: null, user })) === undefined) {
    return refuse(entityNotFound, { field: 'user' });
  }
  const profile = changedProfile(before.profile, input);
  const identifier = input.unique_identifier ?? openedIdentifier(desk, before);
  const row: MemberRow = {
    ...before,
    user: user ?? before.user,
    profile,
    ...sealed(desk, before, identifier),
    identifierHolds: identifierHolds(identifier, [profile.nationality, profile.country, profile.country_of_residence]),
    updatedAt: desk.now,
  };
  const twin = dossier.members.find((other) => other.id !== row.id && isSamePerson(other, row));
  return twin === undefined
    ? row
    : refuse(duplicateUser, { field: isSameEmail(twin, row) ? 'email' : 'unique_identifier' });
}

function changedProfile(profile: MemberProfile, input: MemberInput): MemberProfile {
  const merged = { ...profile, ...input };
  const entries = memberNames.map((name) => [name, merged[name]] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== ''));
}

function openedIdentifier({ vault, instance }: Desk, { id, identifierSealed }: MemberRow): string {
  return identifierSealed === null ? '' : vault.open(identifierSealed, identifierPlace(instance, id)).toString('utf8');
}

/** The digest covers the application, so that equal persons of two applications stay unlinked. */
function sealed({ vault, instance }: Desk, { id, application }: MemberRow, identifier: string) {
  const key = identifierKey(identifier);
  const parts = [instance, application, key].map((part) => Buffer.from(part));
  return {
    identifierSealed: identifier === '' ? null : vault.seal(identifier, identifierPlace(instance, id)),
    identifierMac: key === '' ? null : vault.mac('onboarding.members.unique_identifier', ...parts),
  };
}

function isSameEmail(one: MemberRow, other: MemberRow): boolean {
  const [a, b] = [one.profile.email, other.profile.email];
  return a !== undefined && b !== undefined && emailKey(a) === emailKey(b);
}

function isSamePerson(one: MemberRow, other: MemberRow): boolean {
  const [a, b] = [one.identifierMac, other.identifierMac];
  return isSameEmail(one, other) || (a !== null && b !== null && a.equals(b));
}

/** Takes a member over from an earlier application of the same company; verified there, it is checked again. */
export async function copyMember(desk: Desk, dossier: Dossier, member: MemberRow): Promise<Dossier> {
  if (member.status === 'suspended') return dossier;
  const base: MemberRow = {
    ...member,
    id: newId(),
    application: dossier.application.id,
    verificationStatus: 'not_started',
    createdAt: desk.now,
    updatedAt: desk.now,
  };
  const copy = { ...base, ...sealed(desk, base, openedIdentifier(desk, member)) };
  await insertMember(desk.tx, desk.instance, copy);
  return { ...dossier, members: [...dossier.members, copy] };
}
