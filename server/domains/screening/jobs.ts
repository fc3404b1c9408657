import { setImmediate } from 'node:timers/promises';
import type { ChoreContext, ChoreDefinition, JobDefinition } from '../../kernel/job.ts';
import { activeInstances } from '../instances/service.ts';
import { findPerson } from '../parties/service.ts';
import type { EntryIndex } from './lists/entry-index.ts';
import { changesAfter, currentLibrary } from './lists/library.ts';
import { findHits } from './rules.ts';
import { isScreened, policyOf, recordCheck, recordScreening, screenSubject } from './service.ts';
import { hasSubjectsBehind, lockSubjectsBehind, type SubjectRow, updateSubjectEditions } from './store.ts';

/** A user was created, or has another name, birthday or nationality: screened in full and registered. */
export const screenUser: JobDefinition = {
  name: 'screening.user',
  async run(context, { instance, subject: id }) {
    const person = await findPerson(context.db, context.vault, instance, id);
    if (person === undefined || person.name === '') return;
    const subject = { subject: 'user', id, kind: 'person', ...person } as const;
    const found = await screenSubject(context, instance, subject);
    if (found.status === 'unknown') throw new Error('screening gave no answer');
    await context.transact(async (within) => {
      // A job may run again after it was done.
      if (await isScreened(within.tx, instance, subject, found.edition)) return;
      await recordScreening(within, instance, subject, found, 'screening.user');
    });
  },
};

const everyMs = 15_000;

/** Customers in one transaction. */
const pageSize = 200;

/**
 * When a list has changed, every customer is held against what was added or changed since it was screened last, and
 * only that. Each customer carries the edition that it was held against, so this goes on where a crash ended it, any
 * number of servers share the work, and nobody is left out who was registered meanwhile.
 */
export const followLists: ChoreDefinition = {
  name: 'screening after a change of lists',
  everyMs,
  async run(context) {
    const { edition } = await currentLibrary(context.db);
    const changes = new Map<number, EntryIndex>();
    for (const instance of await activeInstances(context.db)) {
      while (await hasSubjectsBehind(context.db, instance, edition)) {
        if ((await screenPage(context, instance, edition, changes)) === 0) break;
      }
    }
  },
};

/** Screens some of the customers that are behind; answers how many. None: other servers have the rest in hand. */
async function screenPage(
  { db, transact }: ChoreContext,
  instance: string,
  edition: number,
  changes: Map<number, EntryIndex>,
): Promise<number> {
  const policy = await policyOf(db, instance);
  return transact(instance, `lists ${edition}`, async (within) => {
    const subjects = await lockSubjectsBehind(within.tx, instance, edition, pageSize);
    for (const { edition: last } of subjects) {
      if (!changes.has(last)) changes.set(last, await changesAfter(db, last, edition));
    }
    for (const { id, kind, person, edition: last } of subjects) {
      // Requests are not kept waiting for a whole page.
      await setImmediate();
      const hits = findHits(changes.get(last)!, person, policy.threshold);
      if (hits.length === 0) continue;
      const found = { status: 'match', hits, edition, policy } as const;
      const checked = { origin: 'list_change', subject: { kind, id }, person, found, actor: followLists.name } as const;
      await recordCheck(within, instance, checked);
    }
    await updateSubjectEditions(within.tx, instance, subjects.map(idOf), edition, within.now);
    return subjects.length;
  });
}

function idOf({ id }: SubjectRow): string {
  return id;
}
