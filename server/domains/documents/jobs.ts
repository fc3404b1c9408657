import type { ChoreContext, ChoreDefinition } from '../../kernel/job.ts';
import { objectStore } from '../../ports/object-store/port.ts';
import { activeInstances } from '../instances/service.ts';
import { objectName } from './service.ts';
import { deleteUpload, lockOldUploads } from './store.ts';

const everyMs = 10 * 60_000;
/** Far longer than any operation takes from keeping its file to its end. */
const maxUploadMs = 60 * 60_000;
const batch = 100;

/** Removes the files of operations that were refused or broken off after they had kept them. */
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

/** The file goes first: what breaks off in between is found again by its note. */
function sweep({ db, port }: ChoreContext, instance: string, before: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const old = await lockOldUploads(tx, instance, before, batch);
    for (const id of old) {
      await port(objectStore).remove(objectName(instance, id));
      await deleteUpload(tx, instance, id);
    }
    return old.length;
  });
}
