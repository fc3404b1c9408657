import type { Queryable } from '../../kernel/database.ts';
import type { SharedFolderName } from '../../kernel/shared-folder.ts';
import type { FileRow, FormRow } from './model.ts';

/** Adds a key with which a partner comes to its files; one that is there stays as it is. */
export async function insertKey(tx: Queryable, instance: string, publicKey: string, at: Date): Promise<void> {
  await tx.query(
    'insert into intake.keys (instance_id, public_key, created_at) values ($1, $2, $3) on conflict do nothing',
    [instance, publicKey, at],
  );
}

export async function readKeys(db: Queryable, instance: string): Promise<string[]> {
  const rows = await db.query<{ public_key: string }>('select public_key from intake.keys where instance_id = $1', [
    instance,
  ]);
  return rows.map((row) => row.public_key);
}

interface FileColumns {
  folder: SharedFolderName;
  name: string;
  file_id: string;
  is_form: boolean;
  size_bytes: number;
  at: Date;
}

const fileColumns = 'folder, name, file_id, is_form, size_bytes, at';

function fileRow(row: FileColumns): FileRow {
  return {
    id: row.file_id,
    folder: row.folder,
    name: row.name,
    isForm: row.is_form,
    sizeBytes: row.size_bytes,
    at: row.at,
  };
}

export async function listFiles(db: Queryable, instance: string, folder: SharedFolderName): Promise<FileRow[]> {
  const rows = await db.query<FileColumns>(
    `select ${fileColumns} from intake.files where instance_id = $1 and folder = $2 order by name`,
    [instance, folder],
  );
  return rows.map(fileRow);
}

export async function readFileById(db: Queryable, instance: string, id: string): Promise<FileRow | undefined> {
  const [row] = await db.query<FileColumns>(
    `select ${fileColumns} from intake.files where instance_id = $1 and file_id = $2`,
    [instance, id],
  );
  return row && fileRow(row);
}

/** Locks a file of a folder against everything that changes it. */
export async function lockFile(
  tx: Queryable,
  instance: string,
  folder: SharedFolderName,
  name: string,
): Promise<FileRow | undefined> {
  const [row] = await tx.query<FileColumns>(
    `select ${fileColumns} from intake.files where instance_id = $1 and folder = $2 and name = $3 for update`,
    [instance, folder, name],
  );
  return row && fileRow(row);
}

export async function insertFile(tx: Queryable, instance: string, file: FileRow): Promise<void> {
  await tx.query(
    `insert into intake.files (instance_id, folder, name, file_id, is_form, size_bytes, at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [instance, file.folder, file.name, file.id, file.isForm, file.sizeBytes, file.at],
  );
}

export async function deleteFile(tx: Queryable, instance: string, id: string): Promise<void> {
  await tx.query('delete from intake.files where instance_id = $1 and file_id = $2', [instance, id]);
}

/** How many files a partner has, and their bytes, over both folders. */
export async function readUsage(db: Queryable, instance: string): Promise<{ files: number; bytes: number }> {
  const [row] = await db.query<{ files: bigint; bytes: bigint | null }>(
    'select count(*) as files, sum(size_bytes) as bytes from intake.files where instance_id = $1',
    [instance],
  );
  return { files: Number(row!.files), bytes: Number(row!.bytes ?? 0) };
}

export async function insertForm(tx: Queryable, instance: string, form: FormRow): Promise<void> {
  await tx.query(
    `insert into intake.forms (instance_id, form_id, name, application_id, documents, told, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [instance, form.id, form.name, form.application, form.documents, form.told, form.createdAt],
  );
}

export async function readFormById(db: Queryable, instance: string, id: string): Promise<FormRow | undefined> {
  const [row] = await db.query<{
    form_id: string;
    name: string;
    application_id: string;
    documents: number;
    told: string | null;
    created_at: Date;
  }>(
    `select form_id, name, application_id, documents, told, created_at from intake.forms
      where instance_id = $1 and form_id = $2`,
    [instance, id],
  );
  return (
    row && {
      id: row.form_id,
      name: row.name,
      application: row.application_id,
      documents: row.documents,
      told: row.told,
      createdAt: row.created_at,
    }
  );
}

/** Notes which state the partner was told. */
export async function updateTold(tx: Queryable, instance: string, id: string, told: string): Promise<void> {
  await tx.query('update intake.forms set told = $3 where instance_id = $1 and form_id = $2', [instance, id, told]);
}

/** How many forms became applications from one moment up to and including another. */
export async function countForms(db: Queryable, instance: string, from: Date, to: Date): Promise<number> {
  const [row] = await db.query<{ forms: bigint }>(
    'select count(*) as forms from intake.forms where instance_id = $1 and created_at >= $2 and created_at <= $3',
    [instance, from, to],
  );
  return Number(row!.forms);
}
