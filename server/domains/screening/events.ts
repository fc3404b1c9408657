import { Type } from 'typebox';
import type { EventDefinition, EventDraft, EventRow } from '../../kernel/event.ts';
import { nullable, record, token } from '../../kernel/schema.ts';
import { type Check, type Match, match, subjectKinds } from './model.ts';
import { matchesOf } from './rules.ts';

const about = {
  aml: token('The check, as in aml_check'),
  user: nullable(token('User')),
  merchant: nullable(token('Merchant')),
  company: nullable(token('Company')),
  member: nullable(token('Member of a company')),
};

const example = {
  aml: '01939e6c-7b00-7c11-8a00-3b6d1f0e9c01',
  user: '01939e6c-5d0c-7a3e-9c3b-3f8f5a1e2b4d',
  merchant: null,
  company: null,
  member: null,
};

/** What the event's row holds, since the case may be decided before the event is delivered. */
interface AboutCheck {
  readonly subject: Check['subject'];
  readonly matches: readonly Match[];
}

function rendered(row: EventRow): Record<string, unknown> {
  const { subject } = row.data as unknown as AboutCheck;
  const tokens = subjectKinds.map((kind) => [kind, subject?.kind === kind ? subject.id : null]);
  return { aml: row.subject, ...Object.fromEntries(tokens) };
}

/** Screening found somebody on a list: a case for an operator. */
export const amlMatch: EventDefinition = {
  action: 'AML.MATCH',
  when: 'Screening has found a match, at onboarding, by aml_check, or because a list has changed',
  payload: record({ ...about, matches: Type.Array(match) }),
  example: { ...example, matches: [{ list: 'EU-FSF', name: 'Viktor Marenko', score: 97, birthday: '1960-01-01' }] },
  async render(_db, rows) {
    return rows.map((row) => ({ ...rendered(row), matches: (row.data as unknown as AboutCheck).matches }));
  },
};

/** An operator found that the match is somebody else. */
export const amlCleared: EventDefinition = {
  action: 'AML.CLEARED',
  when: 'An operator has cleared a match: it is somebody else, and the token can be used',
  payload: record({ ...about, reason: Type.String() }),
  example: { ...example, reason: 'Another date of birth in the passport' },
  async render(_db, rows) {
    return rows.map((row) => ({ ...rendered(row), reason: row.data?.reason }));
  },
};

export function matchFound(check: Check): EventDraft {
  return drafted(amlMatch, check, { matches: matchesOf(check.hits) });
}

export function caseCleared(check: Check): EventDraft {
  return drafted(amlCleared, check, { reason: check.reason });
}

function drafted({ action }: EventDefinition, check: Check, data: Readonly<Record<string, unknown>>): EventDraft {
  return { action, subject: check.id, data: { subject: check.subject, ...data } };
}
