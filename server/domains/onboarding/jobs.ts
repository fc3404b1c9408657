import type { Job, JobContext, JobDefinition } from '../../kernel/job.ts';
import { lockDossier, moveTo, readDossier } from './desk.ts';
import { type ApplicationStatus, idleMs } from './model.ts';
import { deskOfJob, runChecks, verifyScreened } from './pipeline.ts';
import { keepScreenings, resultsOf, screenDossier } from './screenings.ts';

/** The automatic checks of an application that was submitted, and the decision by the rules. */
export const checkApplication: JobDefinition = { name: 'onboarding.check', run: runChecks };

/** Screens a merchant's company and people again after a change of them. The decision stays as it is (N18). */
export const rescreen: JobDefinition = {
  name: 'onboarding.rescreen',
  async run(context, job) {
    const dossier = await readDossier(context.db, job.instance, job.subject);
    if (dossier?.application.status !== 'approved') return;
    const found = await screenDossier(context, job.instance, dossier);
    if (found === undefined) throw new Error('screening gave no answer');
    await context.transact(async (transaction) => {
      const desk = deskOfJob(context, job, transaction);
      const now = await lockDossier(desk, job.subject);
      await keepScreenings(desk, found);
      await verifyScreened(desk, now!, resultsOf(found, {}).sanctions.verifications);
    });
  },
};

/** States that wait for the client, and those that may come back to it. */
const waiting: readonly ApplicationStatus[] = ['draft', 'action_required'];
const underWay: readonly ApplicationStatus[] = ['checking', 'in_review'];

/** Ends an application for which its client has done nothing for 60 days. */
export const expireApplication: JobDefinition = {
  name: 'onboarding.expire',
  async run(context, job) {
    const dossier = await readDossier(context.db, job.instance, job.subject);
    if (dossier === undefined) return undefined;
    const { status, updatedAt } = dossier.application;
    if (underWay.includes(status)) return { againAt: new Date(context.now.getTime() + idleMs) };
    if (!waiting.includes(status)) return undefined;
    const idleUntil = new Date(updatedAt.getTime() + idleMs);
    if (context.now < idleUntil) return { againAt: idleUntil };
    await expire(context, job);
    return undefined;
  },
};

function expire(context: JobContext, job: Job): Promise<void> {
  return context.transact(async (transaction) => {
    const desk = deskOfJob(context, job, transaction);
    const dossier = await lockDossier(desk, job.subject);
    const { status, updatedAt } = dossier!.application;
    const isIdle = updatedAt.getTime() + idleMs <= context.now.getTime();
    if (isIdle && waiting.includes(status)) await moveTo(desk, dossier!, 'expired');
  });
}
