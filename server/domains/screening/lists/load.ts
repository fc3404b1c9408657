import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Database, Queryable } from '../../../kernel/database.ts';
import { sqlstate } from '../../../kernel/sqlstate.ts';
import type { ListEntry } from '../model.ts';
import {
  type Edition,
  endEntries,
  insertEdition,
  insertEntries,
  readCurrent,
  readLastEdition,
  readLists,
} from '../store.ts';
import { ListError } from './official-list.ts';
import type { ReadList } from './read.ts';

export interface Loading {
  readonly by: string;
  readonly at: Date;
  /** Takes a file that removes more than half of what is listed, which mostly is half a file. */
  readonly evenIfSmaller: boolean;
}

const attempts = 5;
/** Rows in one statement. */
const chunk = 1000;

/**
 * Makes a list's file the one that counts: one transaction writes what was added, changed and removed, and the edition
 * that it makes; from its commit on every server screens against it. A file that was loaded last time already changes
 * nothing and is answered with the edition it made. Throws `ListError` for a file that cannot be right.
 */
export async function loadList(database: Database, read: ReadList, loading: Loading): Promise<Edition> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction((tx) => load(tx, read, loading));
    } catch (error) {
      // Somebody else loaded a list meanwhile and took the edition's number.
      const wasTaken = error instanceof Error && sqlstate(error) === '23505';
      if (!wasTaken || attempt === attempts) throw error;
    }
  }
}

async function load(tx: Queryable, { official, files }: ReadList, loading: Loading): Promise<Edition> {
  const sha256 = digestOf(files);
  const { list, format, publishedAt, notes, entries } = official;
  const known = (await readLists(tx)).find((each) => each.list === list);
  if (known?.sha256 === sha256) return known;
  const edition = (await readLastEdition(tx)) + 1;
  const current = await readCurrent(tx, list);
  const changes = compare(current, entries);
  const { added, changed, removed } = changes;
  if (removed.length > current.size / 2 && !loading.evenIfSmaller) {
    throw new ListError(`it would remove ${removed.length} of ${current.size} entries of ${list}`);
  }
  const counts = { added: added.length, changed: changed.length, removed: removed.length, notes: notes.length };
  const made = { edition, list, format, publishedAt, sha256, entries: entries.length, ...counts };
  const row = { ...made, loadedAt: loading.at, loadedBy: loading.by };
  // The edition's number comes first: of two loads at once the later one waits here, and then begins anew.
  await insertEdition(tx, row);
  await writeChanges(tx, row, changes);
  return row;
}

interface Changes {
  readonly added: readonly ListEntry[];
  readonly changed: readonly ListEntry[];
  readonly removed: readonly string[];
}

function compare(current: ReadonlyMap<string, ListEntry>, entries: readonly ListEntry[]): Changes {
  const ids = new Set(entries.map(({ id }) => id));
  return {
    added: entries.filter(({ id }) => !current.has(id)),
    changed: entries.filter((entry) => current.has(entry.id) && !isDeepStrictEqual(current.get(entry.id), entry)),
    removed: [...current.keys()].filter((id) => !ids.has(id)),
  };
}

async function writeChanges(tx: Queryable, { list, edition }: Edition, { added, changed, removed }: Changes) {
  const ended = [...removed, ...changed.map(({ id }) => id)];
  const fresh = [...changed, ...added];
  for (let at = 0; at < ended.length; at += chunk) await endEntries(tx, list, edition, ended.slice(at, at + chunk));
  for (let at = 0; at < fresh.length; at += chunk) await insertEntries(tx, list, edition, fresh.slice(at, at + chunk));
}

/** The digest of all files of a list, in their order. */
function digestOf(files: ReadList['files']): string {
  const hash = createHash('sha256');
  for (const { bytes } of files) hash.update(bytes);
  return hash.digest('hex');
}
