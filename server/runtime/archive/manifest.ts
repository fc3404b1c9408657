import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { migrationFiles } from '../migrate.ts';

/*
 * An archive is a folder: for each table a file of JSON lines, packed by gzip, one line a row, and a manifest that says
 * what they are. It is written last, so an archive without one is half an archive.
 */

/** What its user can change: the message is one line for people. */
export class ArchiveError extends Error {}

export interface ArchivedTable {
  readonly name: string;
  readonly file: string;
  readonly columns: readonly string[];
  readonly rows: number;
  /** Of the file as it lies there, in hex: `sha256sum` shows the same. */
  readonly sha256: string;
}

export interface Manifest {
  readonly format: 'openemi archive 1';
  /** The moment of the snapshot. */
  readonly made_at: string;
  /** Whose data it is; null for the whole bank. */
  readonly instance: string | null;
  /** The state of the tables: which migrations had run. */
  readonly migrations: readonly { readonly name: string; readonly sha256: string }[];
  /** The ids of the master keys, current first: secrets stay sealed, and the ledger's seals are keyed by the oldest. */
  readonly master_keys: readonly string[];
  readonly tables: readonly ArchivedTable[];
}

const manifestName = 'manifest.json';

export function writeManifest(folder: string, manifest: Manifest): void {
  writeFileSync(join(folder, manifestName), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600 });
}

/** Reads a manifest and asserts that this bank can take the archive: its format, its tables, its master keys. */
export function readManifest(folder: string, masterKeys: readonly string[]): Manifest {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(readFileSync(join(folder, manifestName), 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ArchiveError(
      `${folder} is no whole archive: ${manifestName} ${code === 'ENOENT' ? 'is missing' : message}`,
    );
  }
  if (manifest.format !== 'openemi archive 1') throw new ArchiveError(`${folder} has a format of another version`);
  const own = currentMigrations();
  const other = [...own, ...manifest.migrations].find(
    ({ name, sha256 }) =>
      ![own, manifest.migrations].every((all) => all.some((one) => one.name === name && one.sha256 === sha256)),
  );
  if (other !== undefined) {
    throw new ArchiveError(
      `the archive's tables are of another version (${other.name}): take the version that made it`,
    );
  }
  const lacking = manifest.master_keys.filter((id) => !masterKeys.includes(id));
  if (lacking.length > 0) {
    throw new ArchiveError(`OPENEMI_MASTER_KEY lacks the key ${lacking.join(', ')} with which the archive is sealed`);
  }
  if (manifest.master_keys.at(-1) !== masterKeys.at(-1)) {
    throw new ArchiveError(
      `OPENEMI_MASTER_KEY must end with the key ${manifest.master_keys.at(-1)}, which keys the ledger's seals`,
    );
  }
  return manifest;
}

export function currentMigrations(): Manifest['migrations'] {
  return migrationFiles().map(({ name, sha256 }) => ({ name, sha256 }));
}

/** Asserts that every file is there and as it was written. */
export async function verifyFiles(folder: string, tables: readonly ArchivedTable[]): Promise<void> {
  for (const { file, sha256 } of tables) {
    const hash = createHash('sha256');
    try {
      await pipeline(createReadStream(join(folder, file)), hash);
    } catch (error) {
      throw new ArchiveError(`cannot read ${file}: ${(error as NodeJS.ErrnoException).code}`);
    }
    if (hash.digest('hex') !== sha256) throw new ArchiveError(`${file} is not as it was exported: its SHA-256 differs`);
  }
}
