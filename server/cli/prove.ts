import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { allActiveInstances } from '../domains/instances/service.ts';
import { prove } from '../prove/prove.ts';
import { type Report, reportMarkdown, reportText, type Surroundings } from '../prove/report.ts';
import { missingMigrations } from '../runtime/migrate.ts';
import { type Books, withBooks } from './books.ts';
import { CliError, type Command, type Input, misuse, print, progress } from './command.ts';

export const proveCommand: Command = {
  name: ['prove'],
  takes: '',
  wordCount: [0, 0],
  summary: 'try the promises about money on your own database, by races, crashes and replays',
  help: [
    'Starts server processes of its own on the database of DATABASE_URL, or on the embedded one, sends them signed calls',
    'that race each other, kills them in the midst of transfers (never any process that it did not start), sends recorded',
    'requests again, and compares what clients were told with what stands in the tables. Everything happens in new',
    'instances of its own, whose history stays. A database that is not the embedded one is touched only after --yes or a',
    'yes; one that holds production instances never: try a copy, or an empty database on the same server.',
    'Prints what was tried and seen, and writes a report for others. Exit code 1 when a promise was not kept.',
  ].join('\n'),
  options: {
    yes: { type: 'boolean', about: 'do not ask' },
    out: { type: 'string', value: '<file.md>', about: 'where to write the report; else into OPENEMI_DATA/reports' },
    transfers: { type: 'string', value: '<number>', about: 'how many transfers while servers are killed; else 1000' },
    kills: { type: 'string', value: '<number>', about: 'how often a server is killed; else 3' },
    seed: { type: 'string', value: '<number>', about: 'repeats the amounts and moments of an earlier run' },
  },
  async run(input) {
    const at = new Date();
    const size = {
      transfers: input.number('transfers', 20, 10_000_000) ?? 1000,
      kills: input.number('kills', 1, 1000) ?? 3,
      seed: input.number('seed', 0, 2 ** 31) ?? randomInt(2 ** 31),
    };
    const { report, data } = await withBooks(async (books) => {
      await mayTouch(input, books);
      const { databaseUrl, database, vault, config } = books;
      const { masterKeys } = config;
      const surroundings = await surroundingsOf(books);
      const world = { databaseUrl, database, vault, masterKeys, say: progress };
      return { report: await prove({ ...world, surroundings, size, at }), data: config.data };
    });
    const file = writeReport(input, data, report);
    print(input, { ...report, report: file }, `${reportText(report)}\n\nThe report: ${file}`);
    return report.ok ? 0 : 1;
  },
};

/** Asks before it touches what is not our own toy; never touches production. */
async function mayTouch(input: Input, { config, database }: Books): Promise<void> {
  const [missing] = await missingMigrations(database);
  if (missing !== undefined) throw new CliError(`the database lacks ${missing}: run \`openemi migrate\` first`);
  const instances = await allActiveInstances(database);
  if (config.environment === 'production' || instances.some(({ environment }) => environment === 'production')) {
    throw new CliError('this is production: prove it on a copy, or on an empty database of the same server');
  }
  if (config.databaseUrl === undefined || input.flag('yes')) return;
  const { where } = addressOf(config.databaseUrl);
  if (!process.stdin.isTTY) throw misuse(`--yes is needed: this makes instances in ${where}, and their history stays`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`This makes instances in ${where}, and their history stays. Go on? [y/N] `);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new CliError('nothing was done');
}

function addressOf(url: string) {
  const { host, pathname, searchParams } = new URL(url);
  return {
    where: `${pathname.slice(1) || 'the default database'} on ${host || searchParams.get('host') || 'this machine'}`,
  };
}

async function surroundingsOf({ database, config }: Books): Promise<Surroundings> {
  const [row] = await database.query<{ version: string; fsync: string; commit: string }>(
    `select current_setting('server_version') as version, current_setting('fsync') as fsync,
            current_setting('synchronous_commit') as commit`,
  );
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return {
    database: config.databaseUrl === undefined ? 'the embedded one' : addressOf(config.databaseUrl).where,
    postgres: row!.version,
    openemi: version,
    fsync: row!.fsync,
    synchronousCommit: row!.commit,
  };
}

function writeReport(input: Input, data: string, report: Report): string {
  const out = input.text('out');
  const stamp = report.at.replace(/[:.]/g, '-');
  const file = out === undefined ? join(data, 'reports', `proof-${stamp}.md`) : input.path(out);
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, reportMarkdown(report));
  } catch (error) {
    throw new CliError(`cannot write ${file}: ${(error as NodeJS.ErrnoException).code}`);
  }
  return file;
}
