import type { Queryable } from '../../kernel/database.ts';
import type { EventDraft } from '../../kernel/event.ts';
import { newId } from '../../kernel/ids.ts';
import type { PrepareContext } from '../../kernel/operation.ts';
import { objectStore } from '../../ports/object-store/port.ts';
import { reviewed } from './events.ts';
import type { CheckedFile, DocumentOwner, DocumentRecord, DocumentRow, KeptFile, rejectionReasons } from './model.ts';
import { deleteUpload, insertDocument, insertUpload, lockDocument, readDocumentsOf, updateReview } from './store.ts';

export { checkContents, checkFile } from './rules.ts';
export { readZip } from './zip.ts';

/** What keeping a file takes: an operation's `ask` has it, and so has a job. */
export type KeepContext = Pick<PrepareContext, 'db' | 'port' | 'vault' | 'realTime'>;

/**
 * Keeps a checked file, sealed under a key of its own, in the object store. To be called outside of transactions: in an
 * operation's `ask`. A file that becomes no document afterwards is removed by a chore.
 */
export async function keepFile(context: KeepContext, instance: string, checked: CheckedFile): Promise<KeptFile> {
  const { bytes, ...rest } = checked;
  return { ...rest, token: await keepBytes(context, instance, bytes), sizeBytes: bytes.length };
}

/** The same for contents that are no document, or none yet: answers the token under which `openFile` opens them. */
export async function keepBytes(context: KeepContext, instance: string, bytes: Buffer): Promise<string> {
  const token = newId();
  await insertUpload(context.db, instance, token, context.realTime);
  await context.port(objectStore).put(objectName(instance, token), context.vault.seal(bytes, place(instance, token)));
  return token;
}

/** Says that kept contents are wanted from now on: the chore lets them be. */
export async function claimFile(tx: Queryable, instance: string, token: string): Promise<void> {
  if (!(await deleteUpload(tx, instance, token))) throw new Error('the kept file was swept before it was recorded');
}

/** Says that contents are wanted no more, unless they are claimed again: within the same transaction, or soon. */
export async function releaseFile(tx: Queryable, instance: string, token: string, realTime: Date): Promise<void> {
  await insertUpload(tx, instance, token, realTime);
}

/** A document to record: whose it is, what was said of it, and its file as kept. */
export interface NewDocument {
  readonly instance: string;
  readonly owner: DocumentOwner;
  readonly application: string | null;
  readonly documentType: DocumentRow['documentType'];
  /** The extended profile fields that came with it. */
  readonly profile: Readonly<Record<string, unknown>>;
  readonly file: KeptFile;
  readonly at: Date;
}

/** Records a document; its token is the file's. `duplicate` when its owner has one with the same contents. */
export async function recordDocument(tx: Queryable, added: NewDocument): Promise<DocumentRecord | 'duplicate'> {
  const { instance, owner, application, documentType, profile, file, at } = added;
  const row: DocumentRow = {
    id: file.token,
    owner,
    application,
    fileType: file.fileType,
    documentType,
    sizeBytes: file.sizeBytes,
    sha256: file.sha256,
    profile,
    status: 'uploaded',
    reason: null,
    reviewedBy: null,
    reviewedAt: null,
    createdAt: at,
  };
  if (!(await insertDocument(tx, instance, row))) return 'duplicate';
  await claimFile(tx, instance, file.token);
  return shownDocument(row);
}

/** All documents of some owners, oldest first. */
export async function documentsOf(
  db: Queryable,
  instance: string,
  owners: readonly DocumentOwner[],
): Promise<DocumentRecord[]> {
  return (await readDocumentsOf(db, instance, owners)).map(shownDocument);
}

/** The contents of a document, opened; for those who review it. Undefined when the store has none. */
export async function openFile(
  { port, vault }: Pick<KeepContext, 'port' | 'vault'>,
  instance: string,
  document: string,
): Promise<Buffer | undefined> {
  const sealed = await port(objectStore).get(objectName(instance, document));
  return sealed && vault.open(sealed, place(instance, document));
}

/** How a review came out, and who says so. */
export interface Review {
  readonly result: 'accepted' | 'rejected';
  /** Why it was rejected; null when it was accepted. */
  readonly reason: (typeof rejectionReasons)[number] | null;
  readonly by: string;
  readonly at: Date;
}

/**
 * Records how a document was reviewed, whatever it was before: the whole document, and the events to emit (none when
 * nothing changes). Undefined when the instance has no such document.
 */
export async function reviewDocument(
  tx: Queryable,
  instance: string,
  id: string,
  { result, reason, by, at }: Review,
): Promise<{ readonly document: DocumentRecord; readonly events: readonly EventDraft[] } | undefined> {
  const found = await lockDocument(tx, instance, id);
  if (found === undefined) return undefined;
  const row: DocumentRow = { ...found, status: result, reason, reviewedBy: by, reviewedAt: at };
  await updateReview(tx, instance, row);
  const changed = found.status !== row.status || found.reason !== row.reason;
  return { document: shownDocument(row), events: changed ? [reviewed(found, row)] : [] };
}

/** Under which name the object store has a file. */
export function objectName(instance: string, document: string): string {
  return `documents/${instance}/${document}`;
}

/** Where a sealed file stands: opened from anywhere else it fails. */
function place(instance: string, document: string): string {
  return `documents.documents/${instance}/${document}`;
}

function shownDocument(row: DocumentRow): DocumentRecord {
  const { owner } = row;
  return {
    token: row.id,
    application: row.application,
    company: owner.kind === 'company' ? owner.id : null,
    member: owner.kind === 'member' ? owner.id : null,
    user: owner.kind === 'user' ? owner.id : null,
    file_type: row.fileType,
    document_type: row.documentType,
    size: row.sizeBytes,
    sha256: row.sha256.toString('hex'),
    profile: row.profile,
    status: row.status,
    reason: row.reason,
    reviewed_by: row.reviewedBy,
    reviewed_at: row.reviewedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
  };
}
