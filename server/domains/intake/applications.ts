import type { Job, JobContext, WorkContext } from '../../kernel/job.ts';
import { type FieldError, isRefused, type Refused } from '../../kernel/refusal.ts';
import type { CheckedFile, FileType, KeptFile } from '../documents/model.ts';
import { checkContents, openFile } from '../documents/service.ts';
import { addDocument, createApplication, type Desk } from '../onboarding/service.ts';
import type { FileRow, Form } from './model.ts';
import { takeFile } from './service.ts';
import { insertForm, lockFile } from './store.ts';

/** A file of the inbox as a form names it, checked. */
export interface FormDocument {
  readonly file: FileRow;
  readonly checked: CheckedFile;
  readonly said: NonNullable<Form['documents']>[number];
  /** The place of its member in the form; null: it is the company's. */
  readonly member: number | null;
}

/** Finds and checks the files that a form names. Answers every one that is wrong; `missing` are not there yet. */
export async function documentsOfForm(
  context: Pick<JobContext, 'port' | 'vault'>,
  instance: string,
  form: Form,
  inbox: readonly FileRow[],
): Promise<{ documents: FormDocument[]; missing: FieldError[]; problems: FieldError[] }> {
  const documents: FormDocument[] = [];
  const missing: FieldError[] = [];
  const problems: FieldError[] = [];
  for (const [index, said] of (form.documents ?? []).entries()) {
    const field = `documents[${index}].file`;
    const name = said.file.normalize('NFC');
    const file = inbox.find((each) => each.name === name);
    const member = memberOf(said.owner);
    if (member !== null && member >= (form.members?.length ?? 0)) {
      const message = `there is no ${said.owner} in the form`;
      problems.push({ field: `documents[${index}].owner`, rule: 'unknown_member', message });
    } else if (documents.some((other) => other.file.name === name)) {
      problems.push({ field, rule: 'unique', message: 'is named twice' });
    } else if (file === undefined) {
      missing.push({ field, rule: 'not_found', message: `${name} is not in the inbox` });
    } else {
      const checked = await checkInbox(context, instance, file);
      if ('rule' in checked) problems.push({ ...checked, field });
      else documents.push({ file, checked, said, member });
    }
  }
  return { documents, missing, problems };
}

/** `company`, or nothing: null; `member 1`: 0. */
function memberOf(owner = ''): number | null {
  const number = /^member (\d+)$/.exec(owner)?.[1];
  return number === undefined ? null : Number(number) - 1;
}

const fileTypes: readonly string[] = ['pdf', 'docx', 'xlsx', 'jpg', 'jpeg', 'png', 'mov', 'mp4'];

/** A file says by the end of its name what it is; the contents have to agree. */
async function checkInbox(
  context: Pick<JobContext, 'port' | 'vault'>,
  instance: string,
  { id, name }: FileRow,
): Promise<CheckedFile | FieldError> {
  const type = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const bytes = await openFile(context, instance, id);
  if (bytes === undefined || !fileTypes.includes(type)) {
    return { field: 'file', rule: 'file_type', message: `must be one of: ${fileTypes.join(', ')}` };
  }
  return checkContents(bytes, type as FileType);
}

/** Undoes a transaction in which onboarding refused something. */
class Undo extends Error {
  readonly problems: readonly FieldError[];
  constructor(problems: readonly FieldError[]) {
    super('the form was refused');
    this.problems = problems;
  }
}

/**
 * Makes an application of a form and its documents, all or nothing: company, members, payout details, and the files of
 * the inbox, which become documents where they lie. Answers what is wrong; undefined when it is done.
 */
export async function applyForm(
  context: JobContext,
  job: Job,
  row: FileRow,
  form: Form,
  documents: readonly FormDocument[],
): Promise<readonly FieldError[] | undefined> {
  try {
    await context.transact(async (transaction) => {
      const { tx, now } = transaction;
      // Somebody took the form away, or another server was faster.
      if ((await lockFile(tx, job.instance, 'inbox', row.name))?.id !== row.id) return;
      await takeFile(tx, job.instance, row, context.realTime);
      const application = await create(context, job, transaction, form, documents);
      const made = { id: row.id, name: row.name, application, documents: documents.length, told: null, createdAt: now };
      await insertForm(tx, job.instance, made);
      transaction.schedule({ name: 'intake.notify', subject: row.id });
      transaction.schedule({ name: 'intake.follow', subject: row.id });
    });
    return undefined;
  } catch (error) {
    if (error instanceof Undo) return error.problems;
    throw error;
  }
}

async function create(
  context: JobContext,
  job: Job,
  { tx, now, emit, schedule }: WorkContext,
  form: Form,
  documents: readonly FormDocument[],
): Promise<string> {
  const { vault, environment, realTime } = context;
  const desk: Desk = { instance: job.instance, tx, vault, environment, now, by: 'form', emit, schedule };
  for (const { file } of documents) await takeFile(tx, job.instance, file, realTime);
  const created = await createApplication(desk, {
    merchant: null,
    products: [...new Set(form.products)],
    dueDiligence: form.due_diligence || null,
    payouts: form.payout_details ?? [],
    ipAddress: null,
    fingerprint: null,
    company: form.company,
    members: form.members ?? [],
    documents: documents.filter(({ member }) => member === null).map(newFile),
  });
  if (isRefused(created)) throw new Undo(problemsOf(created));
  const { application, members } = created;
  for (const document of documents.filter(({ member }) => member !== null)) {
    const added = await addDocument(desk, application.id, members[document.member!]!.id, newFile(document));
    if ('rule' in added) throw new Undo([added]);
    if ('refused' in added) throw new Undo(problemsOf(added));
  }
  return application.id;
}

function newFile({ file, checked, said }: FormDocument) {
  const { bytes: _, ...rest } = checked;
  const kept: KeptFile = { ...rest, token: file.id, sizeBytes: file.sizeBytes };
  return { file: kept, documentType: said.document_type || null, profile: {} };
}

/** The words of a refusal for the partner: its fields where it names any, else what it is. */
function problemsOf({ refused, data }: Refused): readonly FieldError[] {
  const errors = data?.errors as readonly FieldError[] | undefined;
  return errors ?? [{ field: String(data?.field ?? 'form'), rule: refused.name, message: refused.message }];
}
