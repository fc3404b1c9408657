import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadList, readLists, readOfficialFile } from './domains/screening/service.ts';
import type { Database } from './kernel/database.ts';

/** The sandbox's lists: people and companies that we invented, in the official formats. */
const files = ['sdn.xml', 'eu.xml', 'un.xml', 'uk.csv'];
const folder = join(import.meta.dirname, 'domains', 'screening', 'testdata');

/** Loads the invented lists that are missing. One that an operator has loaded stays, whatever is in it. */
export async function seedLists(database: Database, at: Date): Promise<void> {
  const known = (await readLists(database)).map(({ list }) => list);
  for (const name of files) {
    const read = readOfficialFile({ name, bytes: readFileSync(join(folder, name)), beside: () => undefined });
    if (known.includes(read.official.list)) continue;
    await loadList(database, read, { by: 'sandbox', at, evenIfSmaller: false });
  }
}
