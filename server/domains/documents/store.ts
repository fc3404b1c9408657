import type { Queryable } from '../../kernel/database.ts';
import type { DocumentOwner, DocumentRow, DocumentStatus } from './model.ts';

/** Notes that contents are about to be kept. */
export async function insertUpload(db: Queryable, instance: string, id: string, at: Date): Promise<void> {
  await db.query('insert into documents.uploads (instance_id, document_id, started_at) values ($1, $2, $3)', [
    instance,
    id,
    at,
  ]);
}

/** Takes the note away again; false when there was none any more. */
export async function deleteUpload(tx: Queryable, instance: string, id: string): Promise<boolean> {
  const rows = await tx.query(
    'delete from documents.uploads where instance_id = $1 and document_id = $2 returning document_id',
    [instance, id],
  );
  return rows.length === 1;
}

/** Takes away the notes of some uploads that began before a moment and became no document; answers which. */
export async function deleteOldUploads(
  tx: Queryable,
  instance: string,
  before: Date,
  limit: number,
): Promise<string[]> {
  const rows = await tx.query<{ document_id: string }>(
    `delete from documents.uploads
      where instance_id = $1
        and document_id in (
          select document_id from documents.uploads
           where instance_id = $1 and started_at < $2
           order by started_at limit $3
             for update skip locked)
     returning document_id`,
    [instance, before, limit],
  );
  return rows.map((row) => row.document_id);
}

/** Writes a new document; false when its owner has one with the same contents. */
export async function insertDocument(tx: Queryable, instance: string, row: DocumentRow): Promise<boolean> {
  const rows = await tx.query(
    `insert into documents.documents
       (instance_id, document_id, owner_kind, owner_id, application_id, file_type, document_type, size_bytes, sha256,
        profile, status, reason, reviewed_by, reviewed_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     on conflict do nothing
     returning document_id`,
    [
      instance,
      row.id,
      row.owner.kind,
      row.owner.id,
      row.application,
      row.fileType,
      row.documentType,
      row.sizeBytes,
      row.sha256,
      JSON.stringify(row.profile),
      row.status,
      row.reason,
      row.reviewedBy,
      row.reviewedAt,
      row.createdAt,
    ],
  );
  return rows.length === 1;
}

interface DocumentColumns {
  document_id: string;
  owner_kind: DocumentOwner['kind'];
  owner_id: string;
  application_id: string | null;
  file_type: DocumentRow['fileType'];
  document_type: DocumentRow['documentType'];
  size_bytes: number;
  sha256: Buffer;
  profile: Record<string, unknown>;
  status: DocumentStatus;
  reason: string | null;
  reviewed_by: string | null;
  reviewed_at: Date | null;
  created_at: Date;
}

const columns = `document_id, owner_kind, owner_id, application_id, file_type, document_type, size_bytes, sha256, profile,
  status, reason, reviewed_by, reviewed_at, created_at`;

function documentRow(row: DocumentColumns): DocumentRow {
  return {
    id: row.document_id,
    owner: { kind: row.owner_kind, id: row.owner_id },
    application: row.application_id,
    fileType: row.file_type,
    documentType: row.document_type,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    profile: row.profile,
    status: row.status,
    reason: row.reason,
    reviewedBy: row.reviewed_by,
    reviewedAt: row.reviewed_at,
    createdAt: row.created_at,
  };
}

/** The documents of some owners, oldest first. */
export async function readDocumentsOf(
  db: Queryable,
  instance: string,
  owners: readonly DocumentOwner[],
): Promise<DocumentRow[]> {
  const rows = await db.query<DocumentColumns>(
    `select ${columns} from documents.documents
      where instance_id = $1
        and (owner_kind, owner_id) in (select kind, id from unnest($2::text[], $3::uuid[]) as owner (kind, id))
      order by document_id`,
    [instance, owners.map(({ kind }) => kind), owners.map(({ id }) => id)],
  );
  return rows.map(documentRow);
}

/** Locks a document against everything that changes it. */
export async function lockDocument(tx: Queryable, instance: string, id: string): Promise<DocumentRow | undefined> {
  const [row] = await tx.query<DocumentColumns>(
    `select ${columns} from documents.documents where instance_id = $1 and document_id = $2 for no key update`,
    [instance, id],
  );
  return row && documentRow(row);
}

/** Writes how a locked document was reviewed. */
export async function updateReview(tx: Queryable, instance: string, row: DocumentRow): Promise<void> {
  await tx.query(
    `update documents.documents set status = $3, reason = $4, reviewed_by = $5, reviewed_at = $6
      where instance_id = $1 and document_id = $2`,
    [instance, row.id, row.status, row.reason, row.reviewedBy, row.reviewedAt],
  );
}
