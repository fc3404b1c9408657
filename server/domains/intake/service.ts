import { parseToken } from '../../kernel/ids.ts';
import type { ChoreContext, JobContext, WorkContext } from '../../kernel/job.ts';
import type { SharedFile, SharedFiles, SharedFilesDirectory, SharedFolderName } from '../../kernel/shared-folder.ts';
import { claimFile, keepBytes, openFile, releaseFile } from '../documents/service.ts';
import { findInstance } from '../instances/service.ts';
import { blankForm, isForm } from './form.ts';
import type { FileRow } from './model.ts';
import { deleteFile, insertFile, listFiles, lockFile, readKeys, readUsage } from './store.ts';

export { insertKey as allowKey } from './store.ts';

const maxFiles = 1_000;
const maxBytes = 1024 * 1024 * 1024;

/** The form to fill in lies in every outbox, and takes no room there. */
const templateName = 'merchant-application.xlsx';
let template: (SharedFile & { readonly bytes: Buffer }) | undefined;

function templateFile(): SharedFile & { readonly bytes: Buffer } {
  if (template === undefined) {
    const bytes = blankForm();
    template = { name: templateName, sizeBytes: bytes.length, at: new Date(Date.UTC(2026, 0, 1)), bytes };
  }
  return template;
}

/** All partners' folders, each under its instance's id as user name. */
export function sharedFiles(context: ChoreContext): SharedFilesDirectory {
  return {
    async keysOf(userName) {
      const instance = parseToken(userName);
      if (instance === undefined || (await findInstance(context.db, instance))?.status !== 'active') return [];
      return readKeys(context.db, instance);
    },
    filesOf: (userName) => filesOf(context, parseToken(userName)!),
  };
}

function filesOf(context: ChoreContext, instance: string): SharedFiles {
  const { db } = context;
  const isTemplate = (folder: SharedFolderName, name: string) => folder === 'outbox' && name === templateName;
  /** Works on the inbox, and lets the forms that lie in it be read again. */
  const change = <T>(work: (context: WorkContext) => Promise<T>): Promise<T> =>
    context.transact(instance, 'sftp', async (transaction) => {
      const done = await work(transaction);
      const forms = (await listFiles(transaction.tx, instance, 'inbox')).filter((file) => file.isForm);
      for (const { id } of forms) transaction.schedule({ name: 'intake.read', subject: id });
      return done;
    });
  return {
    async list(folder) {
      const files = await listFiles(db, instance, folder);
      return folder === 'outbox' ? [templateFile(), ...files] : files;
    },
    async read(folder, name) {
      if (isTemplate(folder, name)) return templateFile().bytes;
      const file = (await listFiles(db, instance, folder)).find((each) => each.name === name);
      return file && openFile(context, instance, file.id);
    },
    async write(name, bytes) {
      const { files, bytes: used } = await readUsage(db, instance);
      if (files >= maxFiles || used + bytes.length > maxBytes) return false;
      const realTime = context.clock.now();
      const id = await keepBytes({ ...context, realTime }, instance, bytes);
      const kept = { id, folder: 'inbox', name, isForm: isForm(name, bytes), sizeBytes: bytes.length } as const;
      await change(({ tx, now }) => layFile(tx, instance, { ...kept, at: now }, realTime));
      return true;
    },
    async rename(from, to) {
      const found = (await listFiles(db, instance, 'inbox')).find(({ name }) => name === from);
      const bytes = found && (await openFile(context, instance, found.id));
      if (found === undefined || bytes === undefined) return false;
      // What a file is was found out by its name, too: a part of an upload becomes a form by its last name.
      const file = { ...found, name: to, isForm: isForm(to, bytes) };
      return change(async ({ tx }) => {
        if ((await lockFile(tx, instance, 'inbox', from))?.id !== found.id) return false;
        await takeFile(tx, instance, found, context.clock.now());
        await layFile(tx, instance, file, context.clock.now());
        return true;
      });
    },
    remove: (folder, name) =>
      change(async ({ tx }) => {
        const found = await lockFile(tx, instance, folder, name);
        if (found !== undefined) await takeFile(tx, instance, found, context.clock.now());
        return found !== undefined;
      }),
  };
}

/** Lays kept contents into a folder, in place of a file with the same name. */
async function layFile(tx: WorkContext['tx'], instance: string, file: FileRow, realTime: Date): Promise<void> {
  const there = await lockFile(tx, instance, file.folder, file.name);
  if (there !== undefined) await takeFile(tx, instance, there, realTime);
  await claimFile(tx, instance, file.id);
  await insertFile(tx, instance, file);
}

/** Takes a file out of its folder. Its contents may be claimed for something else in the same transaction. */
export async function takeFile(tx: WorkContext['tx'], instance: string, file: FileRow, realTime: Date): Promise<void> {
  await deleteFile(tx, instance, file.id);
  await releaseFile(tx, instance, file.id, realTime);
}

/**
 * Lays a file of the bank into a partner's outbox, in place of one with the same name. `work` is done in the same
 * transaction.
 */
export async function putIntoOutbox(
  context: JobContext,
  instance: string,
  name: string,
  bytes: Buffer,
  work: (context: WorkContext) => Promise<void>,
): Promise<void> {
  const { realTime } = context;
  const id = await keepBytes(context, instance, bytes);
  await context.transact(async (transaction) => {
    const file = { id, folder: 'outbox', name, isForm: false, sizeBytes: bytes.length, at: transaction.now } as const;
    await layFile(transaction.tx, instance, file, realTime);
    await work(transaction);
  });
}
