import type { Queryable } from '../../kernel/database.ts';
import type { EventDraft } from '../../kernel/event.ts';
import type { JobDraft } from '../../kernel/job.ts';
import { toMajor } from '../../kernel/money.ts';
import type { HandleContext, Vault } from '../../kernel/operation.ts';
import {
  entityNotFound,
  type FieldError,
  invalid,
  type Refused,
  refuse,
  validationError,
} from '../../kernel/refusal.ts';
import type { DocumentRecord } from '../documents/model.ts';
import { documentsOf } from '../documents/service.ts';
import { insertChecks, readChecks } from './check-store.ts';
import { applicationChanged } from './events.ts';
import {
  type Application,
  type ApplicationRow,
  type ApplicationStatus,
  checkTypes,
  companyNames,
  type Member,
  type MemberRow,
  memberNames,
} from './model.ts';
import { locked } from './refusals.ts';
import { type Dossier, type Given, mayBecome, requirementsOf, statusAfterChange, stillRequested } from './rules.ts';
import { lockApplication, readApplication, readMembers, updateApplication } from './store.ts';

/** Where work on applications is done: one transaction of one instance, of an operation, a job or an operator. */
export interface Desk {
  readonly instance: string;
  readonly tx: Queryable;
  readonly vault: Vault;
  readonly environment: 'sandbox' | 'production';
  readonly now: Date;
  /** Who works: the partner's key, a job, an operator. */
  readonly by: string;
  emit(event: EventDraft): void;
  schedule(job: Omit<JobDraft, 'instance'>): void;
}

export function deskOf({ caller, tx, vault, environment, now, emit, schedule }: HandleContext): Desk {
  return { instance: caller.instance, tx, vault, environment, now, by: caller.key, emit, schedule };
}

/** An application with all that belongs to it, locked; undefined when the instance has none such. */
export async function lockDossier({ tx, instance }: Pick<Desk, 'tx' | 'instance'>, id: string) {
  const application = await lockApplication(tx, instance, id);
  return application && (await gather(tx, instance, [application]))[0];
}

/** The same without a lock, to read. */
export async function readDossier(db: Queryable, instance: string, id: string): Promise<Dossier | undefined> {
  const application = await readApplication(db, instance, id);
  return application && (await gather(db, instance, [application]))[0];
}

/** What work on an application came to: the application, and what was added or changed. */
export interface Worked<Made> {
  readonly dossier: Dossier;
  readonly made: Made;
}

/**
 * Locks an application for a change, refused with 11002 where there is none and with `application_locked` where its
 * state does not allow it.
 */
export async function lockFor(
  desk: Desk,
  id: string,
  states: readonly ApplicationRow['status'][],
): Promise<Dossier | Refused<'entity_not_found'> | FieldError> {
  const dossier = await lockDossier(desk, id);
  if (dossier === undefined) return refuse(entityNotFound, { field: 'application' });
  return states.includes(dossier.application.status) ? dossier : locked(dossier.application.status);
}

/** What a change of an application comes to. */
export type Change = Dossier | Refused<'entity_not_found' | 'validation_error'>;

/** Locks an application for a change by an operation whose field errors are 11001. */
export async function lockOrRefuse(
  desk: Desk,
  id: string,
  states: readonly ApplicationRow['status'][],
): Promise<Change> {
  const found = await lockFor(desk, id, states);
  return 'rule' in found ? invalid(validationError, found) : found;
}

/** What belongs to some applications, in their order, in a number of statements that does not depend on how many. */
export async function gather(
  db: Queryable,
  instance: string,
  applications: readonly ApplicationRow[],
): Promise<Dossier[]> {
  const members = await readMembers(
    db,
    instance,
    applications.map(({ id }) => id),
  );
  const checks = await readChecks(db, instance, applications);
  const documents = await documentsOf(db, instance, [
    ...applications.map(({ companyId: id }) => ({ kind: 'company' as const, id })),
    ...members.map(({ id }) => ({ kind: 'member' as const, id })),
  ]);
  return applications.map((application) => {
    const own = members.filter((member) => member.application === application.id);
    const ids = new Set([application.companyId, ...own.map(({ id }) => id)]);
    return {
      application,
      members: own,
      documents: documents.filter(({ company, member }) => ids.has((company ?? member)!)),
      checks: checks.filter((check) => check.application === application.id).map(({ application: _, ...rest }) => rest),
    };
  });
}

const sandboxDelayMs = 1000;

/**
 * Brings an application to the state that a change by its client leads to: requirements, state, checks from the
 * beginning, events. `before` is the application as it was locked, `given` what the change has brought.
 */
export async function settleChange(
  desk: Desk,
  before: ApplicationRow,
  dossier: Dossier,
  given: readonly Given[],
): Promise<Dossier> {
  const requested = stillRequested(dossier.application.requested, given);
  const changed: ApplicationRow = { ...dossier.application, requested, updatedAt: desk.now };
  const requirements = requirementsOf({ ...dossier, application: changed });
  const status = statusAfterChange(changed, requirements);
  const next = { ...dossier, application: { ...changed, requirements, status } };
  if (status === 'approved') desk.schedule({ name: 'onboarding.rescreen', subject: before.id });
  return status === 'checking' ? startChecks(desk, before, next) : write(desk, before, next);
}

/** Begins a new round of the automatic checks. In the sandbox their result comes after about a second. */
export async function startChecks(desk: Desk, before: ApplicationRow, dossier: Dossier): Promise<Dossier> {
  const { instance, tx, now, environment } = desk;
  const round = before.round + 1;
  const application: ApplicationRow = { ...dossier.application, status: 'checking', round, decision: null };
  const written = await write(desk, before, { ...dossier, application });
  await insertChecks(tx, instance, application.id, round, checkTypes);
  const at = environment === 'sandbox' ? new Date(now.getTime() + sandboxDelayMs) : now;
  desk.schedule({ name: 'onboarding.check', subject: application.id, at, data: { round } });
  const checks = checkTypes.map((type) => {
    return { type, status: 'pending' as const, reason: null, attempts: 0, evidence: {}, at: null };
  });
  return { ...written, checks };
}

/** Moves an application into another state. That the state machine does not know the way is a mistake of ours. */
export async function moveTo(
  desk: Desk,
  dossier: Dossier,
  status: ApplicationStatus,
  change: Partial<ApplicationRow> = {},
): Promise<Dossier> {
  const { application } = dossier;
  if (!mayBecome(application.status, status))
    throw new Error(`an application cannot go from ${application.status} to ${status}`);
  const moved = { ...application, ...change, status, updatedAt: desk.now };
  const requirements = requirementsOf({ ...dossier, application: moved });
  return write(desk, application, { ...dossier, application: { ...moved, requirements } });
}

async function write(desk: Desk, before: ApplicationRow, dossier: Dossier): Promise<Dossier> {
  await updateApplication(desk.tx, desk.instance, dossier.application);
  for (const event of applicationChanged(before, dossier.application)) desk.emit(event);
  return dossier;
}

/** An application as the API shows it. */
export function shownApplication(
  { vault, instance }: Pick<Desk, 'vault' | 'instance'>,
  { application: row, members, documents, checks }: Dossier,
): Application {
  const company = Object.fromEntries(companyNames.map((name) => [name, row.company[name] ?? null]));
  return {
    token: row.id,
    application: row.id,
    merchant: row.merchant,
    status: row.status,
    products: row.products,
    due_diligence: row.dueDiligence,
    mode: row.profile.decisioning,
    ip_address: row.ipAddress,
    fingerprint: row.fingerprint,
    company: {
      token: row.companyId,
      ...company,
      documents: documents.filter((each) => each.company === row.companyId),
    },
    members: members.map((member) => shownMember({ vault, instance }, member, documents)),
    payout_details: row.payouts.map(({ amount_minor: minor, ...payout }) => {
      return { amount: minor && toMajor(BigInt(minor), payout.currency), ...payout };
    }),
    checks: checks.map(({ type, status, reason, at }) => ({ type, status, reason, at: at?.toISOString() ?? null })),
    risk: row.risk,
    requirements: row.requirements,
    decision: row.decision,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  } as Application;
}

/** A member as the API shows it, with the national identifier opened. */
export function shownMember(
  { vault, instance }: Pick<Desk, 'vault' | 'instance'>,
  row: MemberRow,
  documents: readonly DocumentRecord[],
): Member {
  const { profile, identifierSealed: sealed } = row;
  return {
    token: row.id,
    status: row.status,
    user: row.user,
    ...Object.fromEntries(memberNames.map((name) => [name, profile[name] ?? null])),
    type: profile.type ?? [],
    unique_identifier: sealed && vault.open(sealed, identifierPlace(instance, row.id)).toString('utf8'),
    verification_status: row.verificationStatus,
    documents: documents.filter(({ member }) => member === row.id),
  } as Member;
}

/** Where a member's national identifier stands sealed. */
export function identifierPlace(instance: string, member: string): string {
  return `onboarding.members/${instance}/${member}/unique_identifier`;
}
