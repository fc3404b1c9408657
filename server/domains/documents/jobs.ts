import type { ChoreContext, ChoreDefinition, JobDefinition } from '../../kernel/job.ts';
import { objectStore } from '../../ports/object-store/port.ts';
import { activeInstances } from '../instances/service.ts';
import { objectName } from './service.ts';
import { deleteOldUploads } from './store.ts';

const everyMs = 10 * 60_000;
/** Far longer than any operation takes from keeping its file to its end. */
const maxUploadMs = 60 * 60_000;
const batch = 100;

/** Gives up the files of operations that were refused or broken off after they had kept them. */
export const sweepUploads: ChoreDefinition = {
  name: 'documents.sweep',
  everyMs,
  async run(context) {
    const before = new Date(context.clock.now().getTime() - maxUploadMs);
    for (const instance of await activeInstances(context.db)) {
      while ((await sweep(context, instance, before)) === batch);
    }
  },
};

/** Whoever would still want one of them finds its note gone, and fails. */
function sweep(context: ChoreContext, instance: string, before: Date): Promise<number> {
  return context.transact(instance, 'documents.sweep', async ({ tx, schedule }) => {
    const old = await deleteOldUploads(tx, instance, before, batch);
    for (const subject of old) schedule({ name: 'documents.forget', subject });
    return old.length;
  });
}

/** Takes a file that was given up out of the object store. */
export const forgetFile: JobDefinition = {
  name: 'documents.forget',
  run: ({ port }, { instance, subject }) => port(objectStore).remove(objectName(instance, subject)),
};
