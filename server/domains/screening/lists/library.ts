import type { Queryable } from '../../../kernel/database.ts';
import { readChanges, readLastEdition } from '../store.ts';
import { EntryIndex } from './entry-index.ts';

/** The lists as one process holds them. */
export interface Library {
  readonly index: EntryIndex;
  readonly edition: number;
}

/** Entries taken in between two breaths: preparing their names takes time, and requests wait meanwhile. */
const pageSize = 250;

interface Held {
  library: Library;
  /** The way to a later edition, for all who wait for it. */
  following: Promise<void> | undefined;
}

const libraries = new WeakMap<Queryable, Held>();

/**
 * The library in its last edition. Every call looks for a new one by one cheap read, so a list counts in every process
 * from the moment of its commit; what changed is taken in before the answer, what did not is not read again. `db` is
 * the bank's own, since the index is kept for it.
 */
export async function currentLibrary(db: Queryable): Promise<Library> {
  const held = heldFor(db);
  const last = await readLastEdition(db);
  while (held.library.edition < last) {
    held.following ??= follow(db, held, last).finally(() => {
      held.following = undefined;
    });
    await held.following;
  }
  return held.library;
}

function heldFor(db: Queryable): Held {
  let held = libraries.get(db);
  if (held === undefined) {
    held = { library: { index: new EntryIndex(), edition: 0 }, following: undefined };
    libraries.set(db, held);
  }
  return held;
}

async function follow(db: Queryable, held: Held, last: number): Promise<void> {
  const { index, edition } = held.library;
  await takeChanges(db, index, edition, last);
  held.library = { index, edition: last };
}

/** Only the entries that were added or changed after an edition, for those who were held against it already. */
export async function changesAfter(db: Queryable, after: number, upTo: number): Promise<EntryIndex> {
  const index = new EntryIndex();
  await takeChanges(db, index, after, upTo);
  return index;
}

async function takeChanges(db: Queryable, index: EntryIndex, after: number, upTo: number): Promise<void> {
  let page = { list: '', id: '', addedIn: 0, limit: pageSize };
  for (;;) {
    const changes = await readChanges(db, after, upTo, page);
    for (const { entry, current } of changes) {
      if (current) index.add(entry);
      else index.remove(entry);
    }
    const last = changes.at(-1);
    if (last === undefined || changes.length < pageSize) return;
    page = { ...page, list: last.entry.list, id: last.entry.id, addedIn: last.entry.addedIn };
  }
}
