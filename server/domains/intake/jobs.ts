import type { Job, JobContext, JobDefinition } from '../../kernel/job.ts';
import type { FieldError } from '../../kernel/refusal.ts';
import { mailer } from '../../ports/mail/port.ts';
import { openFile } from '../documents/service.ts';
import { findInstance } from '../instances/service.ts';
import { readDossier } from '../onboarding/service.ts';
import { applyForm, documentsOfForm } from './applications.ts';
import { readForm } from './form.ts';
import { capacityPerMonth, type FileRow, type FormRow } from './model.ts';
import { isSettled, resultOf } from './result.ts';
import { answerName, monthOf } from './rules.ts';
import { putIntoOutbox, takeFile } from './service.ts';
import { countForms, listFiles, lockFile, readFileById, readFormById, updateTold } from './store.ts';

/** How long a form waits for the documents that it names. */
const patienceMs = 10 * 60_000;

/** Reads a form that lies in an inbox. It becomes an application, or the partner is told what is wrong with it. */
export const readFormJob: JobDefinition = {
  name: 'intake.read',
  async run(context, job) {
    const { instance } = job;
    const row = await readFileById(context.db, instance, job.subject);
    const bytes = row?.isForm && (await openFile(context, instance, row.id));
    if (!row || !bytes) return undefined;
    const read = readForm(row.name, bytes);
    if ('problems' in read) return refuseForm(context, job, row, read.problems);
    const inbox = await listFiles(context.db, instance, 'inbox');
    const { documents, missing, problems } = await documentsOfForm(context, instance, read.form, inbox);
    const waitsUntil = new Date(row.at.getTime() + patienceMs);
    // Whatever arrives meanwhile lets the form be read again at once.
    if (problems.length === 0 && missing.length > 0 && context.now < waitsUntil) return { againAt: waitsUntil };
    const wrong = [...problems, ...missing];
    const refused = wrong.length > 0 ? wrong : await applyForm(context, job, row, read.form, documents);
    if (refused !== undefined) await refuseForm(context, job, row, refused);
    return undefined;
  },
};

/** Takes a form out of the inbox and says what is wrong with it; the documents stay for the next one. */
async function refuseForm(
  context: JobContext,
  { instance }: Job,
  row: FileRow,
  problems: readonly FieldError[],
): Promise<undefined> {
  const content = { form: row.name, status: 'refused', problems };
  await putIntoOutbox(context, instance, answerName(row.name, 'problems'), written(content), async ({ tx }) => {
    const there = await lockFile(tx, instance, 'inbox', row.name);
    if (there?.id === row.id) await takeFile(tx, instance, row, context.realTime);
  });
}

function written(content: object): Buffer {
  return Buffer.from(`${JSON.stringify(content, null, 2)}\n`);
}

/** How many forms of this month became applications, the given one included. */
async function usedCapacity(context: JobContext, instance: string, form: FormRow): Promise<number> {
  return countForms(context.db, instance, monthOf(form.createdAt), form.createdAt);
}

/** Tells underwriting of an application that came by form. What it holds is read in the bank, not in the mail. */
export const notifyUnderwriting: JobDefinition = {
  name: 'intake.notify',
  async run(context, job) {
    const { instance } = job;
    const form = await readFormById(context.db, instance, job.subject);
    const dossier = form && (await readDossier(context.db, instance, form.application));
    if (form === undefined || dossier === undefined) return;
    const used = await usedCapacity(context, instance, form);
    if (used > capacityPerMonth) context.log.warn({ instance, count: used }, 'more forms in a month than agreed');
    const { desks, send } = context.port(mailer);
    if (desks.underwriting === null) return;
    const partner = (await findInstance(context.db, instance))?.name ?? instance;
    const { company, products } = dossier.application;
    const lines = [
      `Partner: ${partner}`,
      `Company: ${company.legal_name ?? 'not said'}`,
      `Application: ${form.application}`,
      `Products: ${products.join(', ')}`,
      `Form: ${form.name}, documents: ${form.documents}`,
      `Forms of this partner this month: ${used} of ${capacityPerMonth}${used > capacityPerMonth ? ' (over capacity)' : ''}`,
    ];
    const subject = `New merchant application: ${company.legal_name ?? form.name}`;
    await send({ id: job.id, to: desks.underwriting, subject, text: `${lines.join('\n')}\n` });
  },
};

const firstLookMs = 2_000;
const lastLookMs = 60 * 60_000;

/** Keeps the partner's result file up to date until the application is decided and its funding account is open. */
export const followApplication: JobDefinition = {
  name: 'intake.follow',
  async run(context, job) {
    const { instance } = job;
    const form = await readFormById(context.db, instance, job.subject);
    const dossier = form && (await readDossier(context.db, instance, form.application));
    if (form === undefined || dossier === undefined) return undefined;
    const used = await usedCapacity(context, instance, form);
    const result = await resultOf(context.db, instance, form, dossier.application, used);
    const told = JSON.stringify(result);
    if (told !== form.told) {
      await putIntoOutbox(context, instance, answerName(form.name, 'result'), written(result), ({ tx }) =>
        updateTold(tx, instance, form.id, told),
      );
    }
    if (isSettled(result)) return undefined;
    // Soon at first, when the checks run; later now and then, when people decide.
    const age = context.now.getTime() - form.createdAt.getTime();
    return { againAt: new Date(context.now.getTime() + Math.min(lastLookMs, Math.max(firstLookMs, age / 2))) };
  },
};
