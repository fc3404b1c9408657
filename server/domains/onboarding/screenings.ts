import type { JobContext } from '../../kernel/job.ts';
import type { Person, Screening, Subject } from '../screening/model.ts';
import { recordScreening, screenSubject } from '../screening/service.ts';
import { type Desk, identifierPlace } from './desk.ts';
import type { MemberRow, Simulated } from './model.ts';
import { type Dossier, isPerson, passed, type Result, simulatedResult } from './rules.ts';

/** What the screening of a company, or of one of its active members, has found. */
export interface Screened {
  readonly subject: Subject;
  readonly screening: Screening;
}

/**
 * Screens a company and each of its active members. Undefined when no answer came for one of them: nobody is clear
 * because of silence. Never called inside a transaction.
 */
export async function screenDossier(
  context: Pick<JobContext, 'db' | 'port' | 'environment' | 'vault'>,
  instance: string,
  dossier: Dossier,
): Promise<Screened[] | undefined> {
  const screened = await Promise.all(
    subjectsOf(context, instance, dossier).map(async (subject): Promise<Screened> => {
      return { subject, screening: await screenSubject(context, instance, subject) };
    }),
  );
  return screened.some(({ screening }) => screening.status === 'unknown') ? undefined : screened;
}

function subjectsOf({ vault }: Pick<JobContext, 'vault'>, instance: string, dossier: Dossier): Subject[] {
  const { company, companyId } = dossier.application;
  const { legal_name: legalName, trade_name: tradeName, country } = company;
  const name = legalName ?? tradeName ?? '';
  const aliases = tradeName === undefined || tradeName === name ? [] : [tradeName];
  const countries = country === undefined ? [] : [country];
  const active = dossier.members.filter(({ status }) => status === 'active');
  return [
    { subject: 'company', id: companyId, kind: 'organisation', name, aliases, countries },
    ...active.map((member) => ({ subject: 'member' as const, id: member.id, ...personOf(vault, instance, member) })),
  ];
}

function personOf(vault: JobContext['vault'], instance: string, member: MemberRow): Person {
  const { profile, identifierSealed: sealed } = member;
  const { nationality, country, country_of_residence: residence } = profile;
  if (!isPerson(member)) {
    const documents = profile.uic === undefined ? [] : [profile.uic];
    return {
      kind: 'organisation',
      name: profile.legal_name ?? '',
      countries: known([country ?? residence]),
      documents,
    };
  }
  const identifier = sealed && vault.open(sealed, identifierPlace(instance, member.id)).toString('utf8');
  return {
    kind: 'person',
    name: known([profile.first_name, profile.last_name]).join(' '),
    birthday: profile.birthday ?? null,
    countries: known([nationality]),
    documents: known([identifier ?? undefined]),
  };
}

function known(values: readonly (string | undefined)[]): string[] {
  return values.filter((value) => value !== undefined);
}

/** Keeps the evidence of each screening; answers their tokens. From now on a change of a list screens them again. */
export async function keepScreenings({ tx, now, emit, instance, by }: Desk, screened: readonly Screened[]) {
  const kept: { readonly subject: string; readonly check: string; readonly status: string }[] = [];
  for (const { subject, screening } of screened) {
    const { id, status } = await recordScreening({ tx, now, emit }, instance, subject, screening, by);
    kept.push({ subject: subject.id, check: id, status });
  }
  return kept;
}

type Verification = Pick<MemberRow, 'verificationStatus'> & { readonly reason: string | null };

/** What screenings come to: for the application as a whole, and for each member. */
export function resultsOf(
  screened: readonly Screened[],
  simulation: Simulated,
): {
  readonly sanctions: { readonly result: Result; readonly verifications: ReadonlyMap<string, Verification> };
  readonly adverseMedia: Result;
} {
  const matches = screened.filter(({ screening }) => screening.status === 'match');
  const sanctions =
    simulatedResult(simulation.sanctions) ??
    (matches.length > 0 ? { status: 'referred' as const, reason: 'possible_match' } : passed);
  const beside = screened.flatMap(({ screening }) => screening.hits).filter(({ category }) => category !== 'sanctions');
  const adverseMedia =
    simulatedResult(simulation.adverse_media) ??
    (beside[0] === undefined ? passed : { status: 'referred' as const, reason: beside[0].category });
  const members = screened.filter(({ subject }) => subject.subject === 'member');
  const verifications = new Map(members.map((each) => [each.subject.id, verificationOf(each, sanctions)]));
  return { sanctions: { result: sanctions, verifications }, adverseMedia };
}

/** A member about whom nothing was found is verified; a person looks at the others. */
function verificationOf({ screening }: Screened, sanctions: Result): Verification {
  const [hit] = screening.hits;
  if (screening.status === 'match' && sanctions.status === 'failed') {
    return { verificationStatus: 'refused', reason: 'sanctions' };
  }
  if (hit !== undefined && sanctions.status !== 'passed')
    return { verificationStatus: 'pending_review', reason: hit.category };
  const clear = screening.status === 'clear' && hit === undefined;
  return clear || sanctions.status === 'passed'
    ? { verificationStatus: 'verified', reason: null }
    : { verificationStatus: 'pending_review', reason: hit?.category ?? 'sanctions' };
}
