import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadList, readOfficialFile } from './domains/screening/service.ts';
import type { Database } from './kernel/database.ts';

/** The sandbox's lists: people and companies that we invented, in the official formats. */
const files = ['sdn.xml', 'eu.xml', 'un.xml', 'uk.csv'];
const folder = join(import.meta.dirname, 'domains', 'screening', 'testdata');

/** Loads the invented lists; those of an earlier start stay as they are. */
export async function seedLists(database: Database, at: Date): Promise<void> {
  for (const name of files) {
    const file = { name, bytes: readFileSync(join(folder, name)), beside: () => undefined };
    await loadList(database, readOfficialFile(file), { by: 'sandbox', at, evenIfSmaller: false });
  }
}
