import type { Job, JobContext } from '../../kernel/job.ts';
import { type RegisterExtract, tradeRegister } from '../../ports/trade-register/port.ts';
import { approveDossier, declineDossier } from './approval.ts';
import { updateCheck } from './check-store.ts';
import { scorecardOf } from './configuration.ts';
import { type Desk, lockDossier, moveTo, readDossier } from './desk.ts';
import { memberVerified, riskCalculated } from './events.ts';
import type { ApplicationRow, Check, CheckType, MemberRow, Risk } from './model.ts';
import { providerSilent } from './model.ts';
import {
  type Dossier,
  facetsOf,
  outcomeOf,
  pendingChecks,
  type Result,
  registerResult,
  riskResult,
  simulatedResult,
  simulationOf,
} from './rules.ts';
import { type Scorecard, scoreOf } from './scorecard.ts';
import { keepScreenings, resultsOf, screenDossier } from './screenings.ts';
import { updateApplication, updateMember } from './store.ts';

/**
 * The automatic checks of an application: risk, trade register, sanctions with adverse media, then the decision. Every
 * step asks its third party outside of any transaction and writes its result in one of its own, under the application's
 * lock and only while its round goes on. What is done stands in the rows, so that a process which dies between two steps
 * is followed by another one at the very next step: nothing is lost, nothing is decided twice.
 */
export async function runChecks(context: JobContext, job: Job): Promise<{ readonly againAt: Date } | undefined> {
  let dossier = await readDossier(context.db, job.instance, job.subject);
  while (dossier !== undefined && isInRound(dossier.application, job)) {
    const [next] = pendingChecks(dossier.checks);
    const done: Done = next === undefined ? await decide(context, job) : await steps[next](context, job, dossier);
    if (done !== undefined && 'pauseMs' in done) return { againAt: new Date(context.now.getTime() + done.pauseMs) };
    dossier = done;
  }
  return undefined;
}

function isInRound({ status, round }: ApplicationRow, job: Job): boolean {
  return status === 'checking' && round === job.data.round;
}

/**
 * What a step leaves: the application as it is then, undefined when its round is over; or how long to wait before a
 * silent provider is asked again.
 */
type Done = Dossier | { readonly pauseMs: number } | undefined;
type Step = (context: JobContext, job: Job, dossier: Dossier) => Promise<Done>;

const steps: Readonly<Record<CheckType, Step>> = {
  risk: calculateRisk,
  register: askRegister,
  sanctions: screen,
  adverse_media: screen,
};

/** One transaction of a step, on the application as it is then; nothing happens when its round is over. */
async function within(
  context: JobContext,
  job: Job,
  work: (desk: Desk, dossier: Dossier) => Promise<Dossier>,
): Promise<Dossier | undefined> {
  return context.transact(async (transaction) => {
    const desk = deskOfJob(context, job, transaction);
    const dossier = await lockDossier(desk, job.subject);
    return dossier !== undefined && isInRound(dossier.application, job) ? work(desk, dossier) : undefined;
  });
}

/** The desk of a job: decisions without a person are made by the rules. */
export function deskOfJob(
  { vault, environment }: Pick<JobContext, 'vault' | 'environment'>,
  { instance }: Pick<Job, 'instance'>,
  transaction: Pick<Desk, 'tx' | 'now' | 'emit' | 'schedule'>,
): Desk {
  const { tx, now, emit, schedule } = transaction;
  return { instance, vault, environment, tx, now, emit, schedule, by: 'automatic' };
}

function calculateRisk(context: JobContext, job: Job): Promise<Done> {
  return within(context, job, async (desk, dossier) => {
    const scorecard = await scorecardOf(desk.tx, desk.instance);
    const { risk: asked, verdict } = simulationOf(desk.environment, dossier);
    const risk = asked === undefined ? scoreOf(scorecard, facetsOf(dossier)) : simulatedRisk(scorecard, asked);
    const application = { ...dossier.application, risk };
    await updateApplication(desk.tx, desk.instance, application);
    desk.emit(riskCalculated(application, risk));
    return settleCheck(desk, { ...dossier, application }, 'risk', verdict ?? riskResult(scorecard, risk.score), {
      score: risk.score,
      scorecard: risk.scorecard,
    });
  });
}

/** A risk as a sandbox's caller wants it: the least score of its level; a high one is referred where any score is. */
function simulatedRisk(scorecard: Scorecard, level: Risk['level']): Risk {
  const { medium, high } = scorecard.levels;
  const score = { low: 0, medium, high: Math.max(high, scorecard.refer_from ?? 0) }[level];
  return {
    level,
    score,
    reasons: [{ factor: 'simulated', value: level, points: score }],
    scorecard: scorecard.version,
  };
}

async function askRegister(context: JobContext, job: Job, dossier: Dossier): Promise<Done> {
  const { company } = dossier.application;
  const { register: asked } = simulationOf(context.environment, dossier);
  const sought = {
    legalName: company.legal_name ?? company.trade_name ?? '',
    country: company.country ?? '',
    city: company.city ?? null,
  };
  let extract: RegisterExtract | undefined;
  try {
    if (asked === 'timeout') throw new Error('the sandbox was told that the trade register is silent');
    extract = await context.port(tradeRegister).find(sought);
  } catch (err) {
    return silent(context, job, ['register'], err);
  }
  const result = simulatedResult(asked) ?? registerResult(sought, extract);
  const evidence = { extract: extract ?? null };
  return within(context, job, (desk, now) => settleCheck(desk, now, 'register', result, evidence));
}

async function screen(context: JobContext, job: Job, dossier: Dossier): Promise<Done> {
  const simulation = simulationOf(context.environment, dossier);
  const silenced = simulation.sanctions === 'timeout' || simulation.adverse_media === 'timeout';
  const found = silenced ? undefined : await screenDossier(context, job.instance, dossier);
  if (found === undefined) {
    return silent(context, job, ['sanctions', 'adverse_media'], new Error('screening gave no answer'));
  }
  const { sanctions, adverseMedia } = resultsOf(found, simulation);
  const hits = found.flatMap(({ screening }) => screening.hits);
  return within(context, job, async (desk, now) => {
    const screenings = await keepScreenings(desk, found);
    await verifyScreened(desk, now, sanctions.verifications);
    const half = await settleCheck(desk, now, 'sanctions', sanctions.result, { screenings });
    return settleCheck(desk, half, 'adverse_media', adverseMedia, { hits });
  });
}

/** Writes what a screening says of the members, with an event for each change. */
export async function verifyScreened(
  desk: Desk,
  { members }: Dossier,
  verifications: ReadonlyMap<string, Pick<MemberRow, 'verificationStatus'> & { readonly reason: string | null }>,
): Promise<void> {
  for (const member of members) {
    const verified = verifications.get(member.id);
    // Who was refused stays so until somebody decides, or the person's data change.
    if (verified === undefined || member.verificationStatus === 'refused') continue;
    const { reason, verificationStatus } = verified;
    const after: MemberRow = { ...member, verificationStatus, updatedAt: desk.now };
    await updateMember(desk.tx, desk.instance, after);
    for (const event of memberVerified(member, after, reason)) desk.emit(event);
  }
}

async function settleCheck(
  desk: Desk,
  dossier: Dossier,
  type: CheckType,
  result: Result,
  evidence: Check['evidence'],
): Promise<Dossier> {
  const before = dossier.checks.find((check) => check.type === type)!;
  if (before.status !== 'pending') return dossier;
  return writeCheck(desk, dossier, { ...before, ...result, evidence, at: desk.now });
}

async function writeCheck({ tx, instance }: Desk, dossier: Dossier, check: Check): Promise<Dossier> {
  const { application, checks } = dossier;
  await updateCheck(tx, instance, application.id, application.round, check);
  return { ...dossier, checks: checks.map((each) => (each.type === check.type ? check : each)) };
}

const maxAttempts = 3;
const firstPauseMs = 1000;

/** A provider did not answer: it is asked again after a growing pause, and in the end its checks are shown as failed. */
async function silent(context: JobContext, job: Job, types: readonly CheckType[], err: unknown): Promise<Done> {
  context.log.warn({ instance: job.instance, subject: job.subject, err }, `no answer for ${types.join(', ')}`);
  let pauseMs = 0;
  const after = await within(context, job, async (desk, dossier) => {
    let noted = dossier;
    for (const check of dossier.checks) {
      if (!types.includes(check.type) || check.status !== 'pending') continue;
      const attempts = check.attempts + 1;
      const isLast = attempts >= maxAttempts;
      pauseMs = isLast ? 0 : firstPauseMs * 2 ** (attempts - 1);
      const end = isLast ? { status: 'failed' as const, reason: providerSilent, at: desk.now } : {};
      noted = await writeCheck(desk, noted, { ...check, attempts, ...end });
    }
    return noted;
  });
  return after !== undefined && pauseMs > 0 ? { pauseMs } : after;
}

/** The decision by the rules, once every check of the round has come to a result. */
function decide(context: JobContext, job: Job): Promise<Done> {
  return within(context, job, async (desk, dossier) => {
    const { status, reason } = outcomeOf(dossier);
    if (status === 'approved') return approveDossier(desk, dossier, reason);
    return status === 'declined' ? declineDossier(desk, dossier, reason) : moveTo(desk, dossier, 'in_review');
  });
}
