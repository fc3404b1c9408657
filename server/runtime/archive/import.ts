import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { withLongClient } from './long-client.ts';
import { type ArchivedTable, ArchiveError, type Manifest, readManifest, verifyFiles } from './manifest.ts';
import { readForeignKeys, readTables } from './tables.ts';

export interface ImportOptions {
  /** A migrated database without data. */
  readonly url: string;
  readonly folder: string;
  /** The ids of the master keys, current first. */
  readonly masterKeys: readonly string[];
  /** Told how many rows there are, once that is known. */
  readonly began: (rows: number) => void;
  /** Told how many more rows are there. */
  readonly read: (rows: number) => void;
}

/**
 * Brings an archive into an empty database: all of it in one transaction, or nothing. Throws ArchiveError where files,
 * versions, keys or the database do not fit.
 */
export async function importArchive({ url, folder, masterKeys, began, read }: ImportOptions): Promise<Manifest> {
  const manifest = readManifest(folder, masterKeys);
  await verifyFiles(folder, manifest.tables);
  began(manifest.tables.reduce((sum, { rows }) => sum + rows, 0));
  await withLongClient(url, async (client) => {
    await client.query('begin');
    await assertEmpty(client, manifest.tables);
    // Rows may refer to rows of tables, or pages, that come later: the constraints are checked at the end, all at once.
    const foreignKeys = await readForeignKeys(client);
    for (const { table, name } of foreignKeys) await client.query(`alter table ${table} drop constraint ${name}`);
    for (const table of manifest.tables) await fillTable(client, folder, table, read);
    for (const { table, name, definition } of foreignKeys) {
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    }
    await client.query('commit');
    await client.query('analyze');
  });
  return manifest;
}

/** Every table of the archive is there, and nothing in any of ours. */
async function assertEmpty(client: pg.Client, archived: readonly ArchivedTable[]): Promise<void> {
  const tables = await readTables(client);
  const unknown = archived.find(({ name }) => tables.every((table) => table.name !== name));
  if (unknown !== undefined) throw new ArchiveError(`the archive has a table that is not ours: ${unknown.name}`);
  for (const { name } of tables) {
    await client.query(`lock table ${name} in exclusive mode`);
    const { rowCount } = await client.query(`select 1 from ${name} limit 1`);
    if (rowCount !== 0) throw new ArchiveError(`the database is not empty: there are rows in ${name}`);
  }
}

/** Rows and characters of one statement, at most. */
const pageRows = 2000;
const pageCharacters = 4_000_000;

async function fillTable(
  client: pg.Client,
  folder: string,
  { name, file, columns, rows }: ArchivedTable,
  read: (rows: number) => void,
): Promise<void> {
  const list = columns.join(', ');
  const text = `insert into ${name} (${list}) select ${list} from json_populate_recordset(null::${name}, $1::json)`;
  let count = 0;
  let lines: string[] = [];
  let characters = 0;
  const flush = async () => {
    if (lines.length === 0) return;
    await client.query(text, [`[${lines.join(',')}]`]);
    count += lines.length;
    read(lines.length);
    lines = [];
    characters = 0;
  };
  for await (const line of readLines(join(folder, file))) {
    lines.push(line);
    characters += line.length;
    if (lines.length === pageRows || characters > pageCharacters) await flush();
  }
  await flush();
  if (count !== rows) throw new ArchiveError(`${file} holds ${count} rows, and the manifest says ${rows}`);
}

/** The lines of a packed file. Only a line feed ends one: readline would part texts at U+2028 as well. */
async function* readLines(path: string): AsyncGenerator<string> {
  const input = createReadStream(path).pipe(createGunzip()).setEncoding('utf8');
  let rest = '';
  for await (const chunk of input as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
}
