import { importArchive } from '../runtime/archive/import.ts';
import { migrate } from '../runtime/migrate.ts';
import { masterKeyIds } from '../runtime/vault.ts';
import { withBooks } from './books.ts';
import { type Command, print } from './command.ts';
import { plain, summaryOf, totals } from './export.ts';
import { type ProgressBar, progressBar } from './progress.ts';

export const importCommand: Command = {
  name: ['import'],
  takes: '<folder>',
  wordCount: [1, 1],
  summary: 'bring an archive into an empty database',
  help: [
    'Takes what `openemi export` wrote: all of it or nothing. The database must be empty (it is migrated first), the',
    'version the one that exported, and OPENEMI_MASTER_KEY must hold the keys that the manifest names. Files are checked',
    'against their checksums before anything is written. Run `openemi ledger verify` afterwards. A server that is started',
    'on the copy goes on where the other one stood: it delivers webhooks and runs jobs that are due.',
  ].join('\n'),
  options: {},
  async run(input) {
    const folder = input.path(input.words[0]!);
    let bar: ProgressBar | undefined;
    const manifest = await withBooks(async ({ databaseUrl, config }) => {
      await migrate(databaseUrl);
      return importArchive({
        url: databaseUrl,
        folder,
        masterKeys: masterKeyIds(config.masterKeys),
        began: (rows) => {
          bar = progressBar('import, rows', rows);
        },
        read: (rows) => bar?.tick(rows),
      });
    })
      .catch(plain)
      .finally(() => bar?.done());
    print(input, totals(manifest), `${summaryOf(manifest)}: all there; \`openemi ledger verify\` checks the books`);
    return 0;
  },
};
