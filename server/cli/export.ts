import { parseToken } from '../kernel/ids.ts';
import { exportArchive } from '../runtime/archive/export.ts';
import { ArchiveError, type Manifest } from '../runtime/archive/manifest.ts';
import { masterKeyIds } from '../runtime/vault.ts';
import { withBooks } from './books.ts';
import { CliError, type Command, misuse, print } from './command.ts';
import { progressBar } from './progress.ts';

/** Of the tables that are not kept by instance, which rows go with one: the others are the bank's, or everybody's. */
const conditions = {
  'accounts.sort_codes': 'iban in (select iban from accounts.ibans where instance_id = $1)',
  'screening.editions': 'true',
  'screening.entries': 'true',
  'wires.refusals': 'false',
};

export const exportCommand: Command = {
  name: ['export'],
  takes: '<folder>',
  wordCount: [1, 1],
  summary: 'write the whole bank, or one instance, into an archive',
  help: [
    'Writes a file of JSON lines for each table, packed by gzip, and manifest.json with their checksums and the version',
    'of the tables: all as it is in one moment, beside running servers. Secrets stay sealed: whoever imports needs the',
    'same OPENEMI_MASTER_KEY, and the manifest names its ids. Names, addresses and amounts are readable: keep it safe.',
    'Documents lie in the object store, and are copied as files.',
  ].join('\n'),
  options: { instance: { type: 'string', value: '<id>', about: 'only what belongs to this instance' } },
  async run(input) {
    const folder = input.path(input.words[0]!);
    const named = input.text('instance');
    const instance = named === undefined ? undefined : parseToken(named);
    if (named !== undefined && instance === undefined) throw misuse('--instance must be the id of an instance');
    const bar = progressBar('export, rows');
    const manifest = await withBooks(({ databaseUrl, config }) =>
      exportArchive({
        url: databaseUrl,
        folder,
        scope: instance === undefined ? undefined : { instance, conditions },
        masterKeys: masterKeyIds(config.masterKeys),
        at: new Date(),
        wrote: bar.tick,
      }),
    )
      .catch(plain)
      .finally(bar.done);
    print(input, { folder, ...totals(manifest) }, `${summaryOf(manifest)} in ${folder}`);
    return 0;
  },
};

/** What an archive holds, in numbers. */
export function totals({ tables, instance, made_at, master_keys }: Manifest) {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return { instance, made_at, tables: tables.length, rows, master_keys };
}

export function summaryOf(manifest: Manifest): string {
  const { rows, tables, instance } = totals(manifest);
  const whose = instance === null ? 'the whole bank' : `instance ${instance}`;
  return `${whose}: ${rows.toLocaleString('en')} rows of ${tables} tables`;
}

/** What does not fit with an archive is one line for people. */
export function plain(error: unknown): never {
  throw error instanceof ArchiveError ? new CliError(error.message) : error;
}
