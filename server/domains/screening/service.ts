import { isDeepStrictEqual } from 'node:util';
import type { Database, Queryable } from '../../kernel/database.ts';
import type { EventDraft } from '../../kernel/event.ts';
import { newId } from '../../kernel/ids.ts';
import type { UsePort } from '../../kernel/port.ts';
import { entityNotFound, invalid, type Refused, refuse, validationError } from '../../kernel/refusal.ts';
import { screening as provider } from '../../ports/screening/port.ts';
import { caseCleared, matchFound } from './events.ts';
import { currentLibrary } from './lists/library.ts';
import type { Check, Hit, Person, Policy, Screening, Simulated, Subject } from './model.ts';
import { expiryOf, findHits, fitsPattern, isUsable, magicOutcome, simulatedHit, usualPolicy } from './rules.ts';
import {
  deleteSimulated,
  insertCheck,
  lockCheck,
  readCheck,
  readOpenCases,
  readPolicy,
  readSimulated,
  readSubject,
  updateDecision,
  upsertPolicy,
  upsertSimulated,
  upsertSubject,
} from './store.ts';

export { loadList } from './lists/load.ts';
export { ListError } from './lists/official-list.ts';
export { readOfficialFile } from './lists/read.ts';
export { readLists } from './store.ts';

/** What a screening needs; never called inside a transaction, since it may ask a third party. */
export interface ScreeningContext {
  /** The bank's own database, for which the process keeps the lists. */
  readonly db: Database;
  readonly port: UsePort;
  readonly environment: 'sandbox' | 'production';
}

/**
 * Holds somebody against the sanctions lists, and asks the provider for politically exposed persons and adverse media.
 * Nothing is written: `recordScreening` keeps the evidence.
 */
export async function screenSubject(context: ScreeningContext, instance: string, person: Person): Promise<Screening> {
  const found = await screenLists(context, instance, person);
  if (found.status === 'unknown' || person.kind === 'unknown') return found;
  const { kind, name, birthday = null, countries = [] } = person;
  try {
    const known = await context.port(provider).search({ kind, name, birthday, countries });
    const hits = known.map(
      ({ source, because, ...hit }): Hit => ({
        ...hit,
        list: source,
        features: [{ feature: hit.category, points: hit.score, because }],
      }),
    );
    return { ...found, hits: [...found.hits, ...hits] };
  } catch {
    // A match stays one without the provider; without it nobody is clear.
    return found.status === 'match' ? found : { ...found, status: 'unknown' };
  }
}

/**
 * Holds the other side of a payment against the sanctions lists. The country speaks against a match when it is none of
 * the entry's; pass it where it is known. `unknown`: no list is loaded.
 */
export async function screenCounterparty(
  context: Omit<ScreeningContext, 'port'>,
  instance: string,
  { name, country }: { readonly name: string; readonly country: string | null },
): Promise<Screening['status']> {
  const person: Person = { kind: 'unknown', name, countries: country === null ? [] : [country] };
  return (await screenLists(context, instance, person)).status;
}

/** Holds somebody against the sanctions lists alone. */
export async function screenLists(
  { db, environment }: Omit<ScreeningContext, 'port'>,
  instance: string,
  person: Person,
): Promise<Screening> {
  const [policy, { index, edition }, simulated] = await Promise.all([
    policyOf(db, instance),
    currentLibrary(db),
    environment === 'sandbox' ? simulatedFor(db, instance, person.name) : undefined,
  ]);
  if (simulated?.outcome === 'processor_error' || edition === 0)
    return { status: 'unknown', hits: [], edition, policy };
  const found = simulated?.outcome === 'clear' ? [] : findHits(index, person, policy.threshold);
  const hits = simulated?.outcome === 'match' ? [simulatedHit(simulated, person), ...found] : found;
  return { status: hits.length > 0 ? 'match' : 'clear', hits, edition, policy };
}

async function simulatedFor(db: Queryable, instance: string, name: string): Promise<Simulated | undefined> {
  const rule = (await readSimulated(db, instance)).find(({ pattern }) => fitsPattern(name, pattern));
  return rule ?? magicOutcome(name);
}

/** What the operator decided for an instance, or the usual. */
export async function policyOf(db: Queryable, instance: string): Promise<Policy> {
  return (await readPolicy(db, instance)) ?? usualPolicy;
}

/** Writes the operator's policy of an instance. */
export function setPolicy(tx: Queryable, instance: string, policy: Policy): Promise<void> {
  return upsertPolicy(tx, instance, policy);
}

/** A transaction in which evidence is written: that of an operation, or of a job. */
export interface RecordContext {
  readonly tx: Queryable;
  readonly now: Date;
  emit(event: EventDraft): void;
}

/**
 * Keeps what `screenSubject` found about a customer, or about somebody of one, and registers it: from then on it is
 * screened again whenever a list changes. Answers the check, a case when it found a match (AML.MATCH). An unknown
 * screening is none and cannot be kept.
 */
export async function recordScreening(
  context: RecordContext,
  instance: string,
  subject: Subject,
  found: Screening,
  actor: string,
): Promise<Check> {
  const { subject: kind, id, ...person } = subject;
  const asked = withoutDocuments(person);
  await upsertSubject(context.tx, instance, { id, kind, person: asked, edition: found.edition }, context.now);
  return recordCheck(context, instance, { origin: 'customer', subject: { kind, id }, person, found, actor });
}

/** Whether somebody is registered as the one asked about, and was held against that edition already. */
export async function isScreened(tx: Queryable, instance: string, subject: Subject, edition: number): Promise<boolean> {
  const { subject: _, id, ...person } = subject;
  const known = await readSubject(tx, instance, id);
  return known !== undefined && known.edition >= edition && isDeepStrictEqual(known.person, withoutDocuments(person));
}

/** Keeps a screening as evidence; a match opens a case. */
export async function recordCheck(
  { tx, now, emit }: RecordContext,
  instance: string,
  checked: Pick<Check, 'origin' | 'subject' | 'actor'> & { readonly person: Person; readonly found: Screening },
): Promise<Check> {
  const { origin, subject, person, found, actor } = checked;
  if (found.status === 'unknown') throw new Error('a screening without an answer is no evidence');
  const check: Check = {
    id: newId(),
    origin,
    subject,
    asked: withoutDocuments(person),
    edition: found.edition,
    threshold: found.policy.threshold,
    status: found.status,
    hits: found.hits,
    actor,
    checkedAt: now,
    expiresAt: expiryOf(now, found.policy),
    decidedBy: null,
    decidedAt: null,
    reason: null,
  };
  await insertCheck(tx, instance, check);
  if (check.status === 'match') emit(matchFound(check));
  return check;
}

function withoutDocuments({ documents: _, ...person }: Person): Omit<Person, 'documents'> {
  return person;
}

/**
 * What a token of aml_check is worth now: `usable` when it is clear or was cleared, and not too old; `match` while the
 * case is open or confirmed; `unknown` when the instance has no such check.
 */
export async function amlTokenState(
  db: Queryable,
  instance: string,
  token: string,
  now: Date,
): Promise<'usable' | 'match' | 'expired' | 'unknown'> {
  const check = await readCheck(db, instance, token);
  if (check === undefined) return 'unknown';
  if (isUsable(check, now)) return 'usable';
  return check.status === 'match' || check.status === 'confirmed' ? 'match' : 'expired';
}

/** The open cases of an instance, the oldest first. */
export function openCases(db: Queryable, instance: string, limit: number): Promise<Check[]> {
  return readOpenCases(db, instance, limit);
}

export interface CaseDecision {
  readonly decision: 'clear' | 'confirm';
  readonly reason: string;
  /** Who decides. */
  readonly actor: string;
}

/**
 * Decides a case for good. Cleared: it is somebody else, AML.CLEARED is sent and the token can be used from now on as
 * long as a clear one. The same decision again answers the case as it stands; another one is refused.
 */
export async function decideCase(
  { tx, now, emit }: RecordContext,
  instance: string,
  id: string,
  { decision, reason, actor }: CaseDecision,
): Promise<Check | Refused<'entity_not_found' | 'validation_error'>> {
  const found = await lockCheck(tx, instance, id);
  if (found === undefined || found.status === 'clear') return refuse(entityNotFound);
  const status = decision === 'clear' ? 'cleared' : 'confirmed';
  if (found.status === status) return found;
  if (found.status !== 'match') {
    return invalid(validationError, { field: 'decision', rule: 'already_decided', message: `it is ${found.status}` });
  }
  const expiresAt = status === 'cleared' ? expiryOf(now, await policyOf(tx, instance)) : found.expiresAt;
  const decided: Check = { ...found, status, expiresAt, decidedBy: actor, decidedAt: now, reason };
  await updateDecision(tx, instance, decided);
  if (status === 'cleared') emit(caseCleared(decided));
  return decided;
}

/** Has the sandbox answer for all names that fit a pattern, whatever the lists say. */
export function simulateAnswer(tx: Queryable, instance: string, simulated: Simulated): Promise<void> {
  return upsertSimulated(tx, instance, { ...simulated, pattern: simulated.pattern.toLowerCase() });
}

/** Takes such an answer back. */
export function forgetAnswer(tx: Queryable, instance: string, pattern: string): Promise<void> {
  return deleteSimulated(tx, instance, pattern.toLowerCase());
}
