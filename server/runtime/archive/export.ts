import { createHash } from 'node:crypto';
import { createWriteStream, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { withLongClient } from './long-client.ts';
import { type ArchivedTable, ArchiveError, currentMigrations, type Manifest, writeManifest } from './manifest.ts';
import { readTables, type Table } from './tables.ts';

export interface ExportOptions {
  readonly url: string;
  /** Where to write; made if it is not there, and empty if it is. */
  readonly folder: string;
  /** Only the rows of one instance. */
  readonly scope?: Scope | undefined;
  /** The ids of the master keys, current first. */
  readonly masterKeys: readonly string[];
  readonly at: Date;
  /** Told how many more rows are written. */
  readonly wrote: (rows: number) => void;
}

export interface Scope {
  /** A UUID. */
  readonly instance: string;
  /** Tables without the column `instance_id`: the condition, over `$1`, under which a row is the instance's; `true` for what is everybody's. */
  readonly conditions: Readonly<Record<string, string>>;
}

/**
 * Writes the whole bank, or one instance of it, as it is in one moment. Values stand as the database writes them, so
 * amounts keep every digit and sealed secrets stay sealed.
 */
export async function exportArchive(options: ExportOptions): Promise<Manifest> {
  const { url, folder, scope, masterKeys, at, wrote } = options;
  openFolder(folder);
  const tables = await withLongClient(url, async (client) => {
    await client.query('begin isolation level repeatable read, read only');
    const found = await readTables(client);
    const archived: ArchivedTable[] = [];
    for (const table of found) {
      const lines = readLines(client, selectionOf(table, scope), wrote);
      archived.push(await writeTable(folder, table, lines));
    }
    await client.query('commit');
    return archived;
  });
  const manifest: Manifest = {
    format: 'openemi archive 1',
    made_at: at.toISOString(),
    instance: scope?.instance ?? null,
    migrations: currentMigrations(),
    master_keys: masterKeys,
    tables,
  };
  writeManifest(folder, manifest);
  return manifest;
}

function openFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new ArchiveError(`cannot make ${folder}: ${(error as NodeJS.ErrnoException).code}`);
  }
  if (readdirSync(folder).length > 0) throw new ArchiveError(`${folder} is not empty`);
}

function selectionOf({ name, columns, key }: Table, scope: Scope | undefined): string {
  const order = key.length > 0 ? ` order by ${key.join(', ')}` : '';
  return `select row_to_json(r)::text as line from (select ${columns.join(', ')} from ${name}${whose(name, columns, scope)}${order}) r`;
}

function whose(name: string, columns: readonly string[], scope: Scope | undefined): string {
  if (scope === undefined) return '';
  const condition = columns.includes('instance_id') ? 'instance_id = $1' : scope.conditions[name];
  if (condition === undefined) throw new Error(`nobody said which rows of ${name} are an instance's`);
  // A cursor takes no parameters.
  return ` where ${condition.replaceAll('$1', `'${scope.instance}'::uuid`)}`;
}

const page = 2000;

async function* readLines(
  client: Parameters<typeof readTables>[0],
  selection: string,
  wrote: (rows: number) => void,
): AsyncGenerator<readonly string[]> {
  await client.query(`declare archived no scroll cursor for ${selection}`);
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${page} from archived`);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
    wrote(rows.length);
  }
  await client.query('close archived');
}

async function writeTable(
  folder: string,
  { name, columns }: Table,
  pages: AsyncGenerator<readonly string[]>,
): Promise<ArchivedTable> {
  const file = `${name}.jsonl.gz`;
  const hash = createHash('sha256');
  let rows = 0;
  const hashed = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  async function* chunks() {
    for await (const lines of pages) {
      rows += lines.length;
      for (const line of lines)
        if (line.includes('\n')) throw new Error(`a value in ${name} holds a line feed outside of a text`);
      yield `${lines.join('\n')}\n`;
    }
  }
  await pipeline(Readable.from(chunks()), createGzip(), hashed, createWriteStream(join(folder, file), { mode: 0o600 }));
  return { name, file, columns, rows, sha256: hash.digest('hex') };
}
