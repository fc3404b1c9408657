import { newId } from '../../kernel/ids.ts';
import { type FieldError, invalid, validationError } from '../../kernel/refusal.ts';
import { approveDossier, declineDossier } from './approval.ts';
import { insertReview, type ReviewRow, readReviews } from './check-store.ts';
import { scorecardOf } from './configuration.ts';
import { type Change, type Desk, gather, lockOrRefuse, moveTo, shownApplication } from './desk.ts';
import type { Application, ApplicationStatus, Requirement } from './model.ts';
import { requestable } from './profile.ts';
import type { Dossier } from './rules.ts';
import { oldestApplications, updateApplication } from './store.ts';

/**
 * The underwriter's work on an application that is in review. Who works is the desk's `by`; every step is kept with its
 * reason. In a sandbox the partner plays the underwriter, who may then decide during the checks as well.
 */

const reviewed: readonly ApplicationStatus[] = ['in_review'];
export const decidable: readonly ApplicationStatus[] = ['in_review', 'checking'];

/** Takes an application, or gives it to somebody. */
export async function assign(desk: Desk, id: string, to: string): Promise<Change> {
  const dossier = await lockOrRefuse(desk, id, reviewed);
  if ('refused' in dossier) return dossier;
  await note(desk, dossier, 'assign', null, { to });
  const application = { ...dossier.application, assignedTo: to, updatedAt: desk.now };
  await updateApplication(desk.tx, desk.instance, application);
  return { ...dossier, application };
}

/**
 * Sends an application back to its client: fields as profiles name them (`company.website`, `members`,
 * `members.documents`), or none when the reason says it all. Each stays a requirement until it is given anew.
 */
export async function requestInformation(
  desk: Desk,
  id: string,
  fields: readonly string[],
  reason: string | null,
  states: readonly ApplicationStatus[] = reviewed,
): Promise<Change> {
  const dossier = await lockOrRefuse(desk, id, states);
  if ('refused' in dossier) return dossier;
  const names = fields.map(requestable);
  const errors = names.flatMap((name, index): FieldError[] =>
    name === undefined
      ? [{ field: `fields[${index}]`, rule: 'allowed_value', message: 'is no field that can be asked for' }]
      : [],
  );
  if (errors.length > 0) return invalid(validationError, ...errors);
  const message = reason ?? 'more information is needed';
  const asked = names.length === 0 ? ['application'] : [...new Set(names.filter((name) => name !== undefined))];
  const requested = asked.map((field): Requirement => ({ field, member: null, code: 'requested', message }));
  await note(desk, dossier, 'request_info', reason, { fields: asked });
  return moveTo(desk, dossier, 'action_required', { requested });
}

/**
 * Approves an application. From the scorecard's `four_eyes_from` on it takes two people: after the first approval it
 * stays in review, and the same person cannot give the second one (11001, rule `four_eyes`).
 */
export async function approve(desk: Desk, id: string, reason: string | null): Promise<Change> {
  const dossier = await lockOrRefuse(desk, id, reviewed);
  if ('refused' in dossier) return dossier;
  const { round, risk } = dossier.application;
  const { four_eyes_from: fourEyesFrom } = await scorecardOf(desk.tx, desk.instance);
  const needsTwo = fourEyesFrom !== null && (risk?.score ?? 100) >= fourEyesFrom;
  const earlier = (await readReviews(desk.tx, desk.instance, id)).filter(
    (review) => review.action === 'approve' && review.round === round,
  );
  if (needsTwo && earlier.some(({ actor }) => actor === desk.by)) {
    return invalid(validationError, { field: 'by', rule: 'four_eyes', message: 'somebody else has to approve, too' });
  }
  await note(desk, dossier, 'approve', reason, {});
  if (needsTwo && earlier.length === 0) return dossier;
  return approveDossier(desk, dossier, reason);
}

/** Declines an application, for a reason that its client is told. */
export async function decline(desk: Desk, id: string, reason: string): Promise<Change> {
  const dossier = await lockOrRefuse(desk, id, reviewed);
  if ('refused' in dossier) return dossier;
  await note(desk, dossier, 'decline', reason, {});
  return declineDossier(desk, dossier, reason);
}

/** The decision of a sandbox's caller, who needs no second pair of eyes. */
export async function decideAlone(
  desk: Desk,
  id: string,
  decision: 'approve' | 'decline',
  reason: string | null,
): Promise<Change> {
  const dossier = await lockOrRefuse(desk, id, decidable);
  if ('refused' in dossier) return dossier;
  await note(desk, dossier, decision, reason, {});
  return decision === 'approve' ? approveDossier(desk, dossier, reason) : declineDossier(desk, dossier, reason);
}

/** Applications in a state, the oldest first, for those who work on them. */
export async function waitingApplications(
  { tx, vault, instance }: Pick<Desk, 'tx' | 'vault' | 'instance'>,
  status: ApplicationStatus,
  limit: number,
): Promise<Application[]> {
  const rows = await oldestApplications(tx, instance, status, limit);
  return (await gather(tx, instance, rows)).map((dossier) => shownApplication({ vault, instance }, dossier));
}

async function note(
  { tx, instance, by, now }: Desk,
  { application: { id, round } }: Dossier,
  action: ReviewRow['action'],
  reason: string | null,
  details: ReviewRow['details'],
): Promise<void> {
  await insertReview(tx, instance, {
    id: newId(),
    application: id,
    round,
    action,
    actor: by,
    reason,
    details,
    at: now,
  });
}
