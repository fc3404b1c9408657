import type { Queryable } from '../../kernel/database.ts';
import type {
  Check,
  CheckStatus,
  Hit,
  LibraryEntry,
  ListCode,
  ListEntry,
  Person,
  Policy,
  Simulated,
  SubjectKind,
} from './model.ts';

/** A load of one list: what all lists together became by it. */
export interface Edition {
  readonly edition: number;
  readonly list: ListCode;
  readonly format: string;
  readonly publishedAt: string | null;
  readonly sha256: string;
  readonly entries: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly notes: number;
  readonly loadedAt: Date;
  readonly loadedBy: string;
}

/** The number of the last edition; 0 when no list was ever loaded. */
export async function readLastEdition(db: Queryable): Promise<number> {
  const [row] = await db.query<{ edition: number }>(
    'select coalesce(max(edition), 0)::integer as edition from screening.editions',
  );
  return row!.edition;
}

/** Writes an edition; another one that takes the same number at the same time makes the later of both fail. */
export async function insertEdition(tx: Queryable, edition: Edition): Promise<void> {
  await tx.query(
    `insert into screening.editions
       (edition, list, format, published_at, sha256, entries, added, changed, removed, notes, loaded_at, loaded_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      edition.edition,
      edition.list,
      edition.format,
      edition.publishedAt,
      edition.sha256,
      edition.entries,
      edition.added,
      edition.changed,
      edition.removed,
      edition.notes,
      edition.loadedAt,
      edition.loadedBy,
    ],
  );
}

interface EditionColumns extends Omit<Edition, 'publishedAt' | 'loadedAt' | 'loadedBy'> {
  published_at: string | null;
  loaded_at: Date;
  loaded_by: string;
}

/** The last load of each list. */
export async function readLists(db: Queryable): Promise<Edition[]> {
  const rows = await db.query<EditionColumns>(
    `select distinct on (list) edition, list, format, published_at, sha256, entries, added, changed, removed, notes,
            loaded_at, loaded_by
       from screening.editions
      order by list, edition desc`,
  );
  return rows.map(({ published_at: publishedAt, loaded_at: loadedAt, loaded_by: loadedBy, ...row }) => ({
    ...row,
    publishedAt,
    loadedAt,
    loadedBy,
  }));
}

/** The current entries of a list as stored, by identifier. */
export async function readCurrent(tx: Queryable, list: ListCode): Promise<Map<string, ListEntry>> {
  const rows = await tx.query<{ entry_id: string; entry: ListEntry }>(
    'select entry_id, entry from screening.entries where list = $1 and removed_in is null',
    [list],
  );
  return new Map(rows.map((row) => [row.entry_id, row.entry]));
}

export async function insertEntries(
  tx: Queryable,
  list: ListCode,
  edition: number,
  entries: readonly ListEntry[],
): Promise<void> {
  await tx.query(
    `insert into screening.entries (list, added_in, entry_id, entry)
     select $1, $2, entry ->> 'id', entry from jsonb_array_elements($3::jsonb) as read (entry)`,
    [list, edition, JSON.stringify(entries)],
  );
}

export async function endEntries(
  tx: Queryable,
  list: ListCode,
  edition: number,
  ids: readonly string[],
): Promise<void> {
  await tx.query(
    `update screening.entries set removed_in = $2
      where list = $1 and removed_in is null and entry_id = any ($3)`,
    [list, edition, ids],
  );
}

interface EntryColumns {
  list: ListCode;
  added_in: number;
  removed_in: number | null;
  entry: ListEntry;
}

/** What came or went after one edition up to another, in pages: the entries as they were, and whether they are gone. */
export async function readChanges(
  db: Queryable,
  after: number,
  upTo: number,
  page: { readonly list: string; readonly id: string; readonly addedIn: number; readonly limit: number },
): Promise<{ readonly entry: LibraryEntry; readonly current: boolean }[]> {
  const rows = await db.query<EntryColumns>(
    `select list, added_in, removed_in, entry
       from screening.entries
      where ((added_in > $1 and added_in <= $2) or (removed_in > $1 and removed_in <= $2))
        and (list, entry_id, added_in) > ($3, $4, $5)
      order by list, entry_id, added_in
      limit $6`,
    [after, upTo, page.list, page.id, page.addedIn, page.limit],
  );
  return rows.map(({ list, added_in: addedIn, removed_in: removedIn, entry }) => ({
    entry: { ...entry, list, addedIn },
    current: removedIn === null || removedIn > upTo,
  }));
}

export async function readPolicy(db: Queryable, instance: string): Promise<Policy | undefined> {
  const [row] = await db.query<{ threshold: number; valid_days: number }>(
    'select threshold, valid_days from screening.policies where instance_id = $1',
    [instance],
  );
  return row && { threshold: row.threshold, validDays: row.valid_days };
}

export async function upsertPolicy(tx: Queryable, instance: string, policy: Policy): Promise<void> {
  await tx.query(
    `insert into screening.policies (instance_id, threshold, valid_days) values ($1, $2, $3)
     on conflict (instance_id) do update set threshold = excluded.threshold, valid_days = excluded.valid_days`,
    [instance, policy.threshold, policy.validDays],
  );
}

/** A customer as registered: who it is, and the edition that it was last held against. */
export interface SubjectRow {
  readonly id: string;
  readonly kind: SubjectKind;
  readonly person: Omit<Person, 'documents'>;
  readonly edition: number;
}

/** Registers a customer, or writes what is new about it. */
export async function upsertSubject(tx: Queryable, instance: string, row: SubjectRow, at: Date): Promise<void> {
  await tx.query(
    `insert into screening.subjects (instance_id, subject_id, subject_kind, person, edition, screened_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (instance_id, subject_id) do update
       set person = excluded.person, edition = excluded.edition, screened_at = excluded.screened_at`,
    [instance, row.id, row.kind, JSON.stringify(row.person), row.edition, at],
  );
}

export async function readSubject(db: Queryable, instance: string, id: string): Promise<SubjectRow | undefined> {
  const [row] = await db.query<{ subject_kind: SubjectKind; person: SubjectRow['person']; edition: number }>(
    'select subject_kind, person, edition from screening.subjects where instance_id = $1 and subject_id = $2',
    [instance, id],
  );
  return row && { id, kind: row.subject_kind, person: row.person, edition: row.edition };
}

/** Whether an instance has customers that were not held against an edition yet. */
export async function hasSubjectsBehind(db: Queryable, instance: string, edition: number): Promise<boolean> {
  const rows = await db.query('select 1 from screening.subjects where instance_id = $1 and edition < $2 limit 1', [
    instance,
    edition,
  ]);
  return rows.length > 0;
}

/** Locks some of the customers that are behind an edition, and leaves those that another server has locked. */
export async function lockSubjectsBehind(
  tx: Queryable,
  instance: string,
  edition: number,
  limit: number,
): Promise<SubjectRow[]> {
  const rows = await tx.query<{ subject_id: string; subject_kind: SubjectKind; person: Person; edition: number }>(
    `select subject_id, subject_kind, person, edition from screening.subjects
      where instance_id = $1 and edition < $2
      order by edition, subject_id
      limit $3
      for update skip locked`,
    [instance, edition, limit],
  );
  return rows.map(({ subject_id: id, subject_kind: kind, person, edition: last }) => ({
    id,
    kind,
    person,
    edition: last,
  }));
}

export async function updateSubjectEditions(
  tx: Queryable,
  instance: string,
  ids: readonly string[],
  edition: number,
  at: Date,
): Promise<void> {
  await tx.query(
    `update screening.subjects set edition = $3, screened_at = $4
      where instance_id = $1 and subject_id = any ($2)`,
    [instance, ids, edition, at],
  );
}

export async function insertCheck(tx: Queryable, instance: string, check: Check): Promise<void> {
  await tx.query(
    `insert into screening.checks
       (instance_id, check_id, origin, subject_kind, subject_id, asked, edition, threshold, status, hits, actor,
        checked_at, expires_at, decided_by, decided_at, reason)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      instance,
      check.id,
      check.origin,
      check.subject?.kind ?? null,
      check.subject?.id ?? null,
      JSON.stringify(check.asked),
      check.edition,
      check.threshold,
      check.status,
      JSON.stringify(check.hits),
      check.actor,
      check.checkedAt,
      check.expiresAt,
      check.decidedBy,
      check.decidedAt,
      check.reason,
    ],
  );
}

interface CheckColumns {
  check_id: string;
  origin: Check['origin'];
  subject_kind: SubjectKind | null;
  subject_id: string | null;
  asked: Check['asked'];
  edition: number;
  threshold: number;
  status: CheckStatus;
  hits: readonly Hit[];
  actor: string;
  checked_at: Date;
  expires_at: Date;
  decided_by: string | null;
  decided_at: Date | null;
  reason: string | null;
}

const checkColumns = `check_id, origin, subject_kind, subject_id, asked, edition, threshold, status, hits, actor,
  checked_at, expires_at, decided_by, decided_at, reason`;
const oneCheck = `select ${checkColumns} from screening.checks where instance_id = $1 and check_id = $2`;

function checkRow(row: CheckColumns): Check {
  const { subject_kind: kind, subject_id: id } = row;
  return {
    id: row.check_id,
    origin: row.origin,
    subject: kind === null || id === null ? null : { kind, id },
    asked: row.asked,
    edition: row.edition,
    threshold: row.threshold,
    status: row.status,
    hits: row.hits,
    actor: row.actor,
    checkedAt: row.checked_at,
    expiresAt: row.expires_at,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at,
    reason: row.reason,
  };
}

export async function readCheck(db: Queryable, instance: string, id: string): Promise<Check | undefined> {
  const [row] = await db.query<CheckColumns>(oneCheck, [instance, id]);
  return row && checkRow(row);
}

export async function lockCheck(tx: Queryable, instance: string, id: string): Promise<Check | undefined> {
  const [row] = await tx.query<CheckColumns>(`${oneCheck} for no key update`, [instance, id]);
  return row && checkRow(row);
}

/** The open cases of an instance, the oldest first. */
export async function readOpenCases(db: Queryable, instance: string, limit: number): Promise<Check[]> {
  const rows = await db.query<CheckColumns>(
    `select ${checkColumns} from screening.checks
      where instance_id = $1 and status = 'match'
      order by check_id limit $2`,
    [instance, limit],
  );
  return rows.map(checkRow);
}

export async function updateDecision(tx: Queryable, instance: string, check: Check): Promise<void> {
  await tx.query(
    `update screening.checks
        set status = $3, expires_at = $4, decided_by = $5, decided_at = $6, reason = $7
      where instance_id = $1 and check_id = $2`,
    [instance, check.id, check.status, check.expiresAt, check.decidedBy, check.decidedAt, check.reason],
  );
}

export async function readSimulated(db: Queryable, instance: string): Promise<Simulated[]> {
  return db.query<Simulated>(
    `select pattern, outcome, list, score from screening.simulated
      where instance_id = $1
      order by length(pattern) desc, pattern`,
    [instance],
  );
}

export async function upsertSimulated(tx: Queryable, instance: string, simulated: Simulated): Promise<void> {
  await tx.query(
    `insert into screening.simulated (instance_id, pattern, outcome, list, score) values ($1, $2, $3, $4, $5)
     on conflict (instance_id, pattern) do update
       set outcome = excluded.outcome, list = excluded.list, score = excluded.score`,
    [instance, simulated.pattern, simulated.outcome, simulated.list, simulated.score],
  );
}

export async function deleteSimulated(tx: Queryable, instance: string, pattern: string): Promise<void> {
  await tx.query('delete from screening.simulated where instance_id = $1 and pattern = $2', [instance, pattern]);
}
