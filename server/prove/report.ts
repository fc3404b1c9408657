import type { CrashSize } from './crash.ts';
import type { Told } from './story.ts';

/** Where the proof was made. */
export interface Surroundings {
  /** Which database, without any password. */
  readonly database: string;
  readonly postgres: string;
  readonly openemi: string;
  /** PostgreSQL's settings of the same names: with either off, a commit may be lost with the machine. */
  readonly fsync: string;
  readonly synchronousCommit: string;
}

/** What was tried, seen, and what it means. */
export interface Report {
  readonly ok: boolean;
  readonly at: string;
  readonly seconds: number;
  readonly size: CrashSize;
  readonly surroundings: Surroundings;
  /** What this proof has left in the database. */
  readonly instances: readonly { readonly id: string; readonly name: string }[];
  readonly stories: readonly Told[];
}

/** The report for a terminal. */
export function reportText(report: Report): string {
  const { ok, stories, seconds } = report;
  const kept = stories.filter((story) => story.ok).length;
  return [
    ...stories.flatMap((story) => [
      `${story.ok ? 'kept  ' : 'BROKEN'}  ${story.title}`,
      ...wrapped(story.seen),
      ...story.problems.flatMap((problem) => wrapped(`- ${problem}`)),
      '',
    ]),
    ok
      ? `All ${stories.length} promises were kept, in ${Math.round(seconds)} s.`
      : `${kept} of ${stories.length} promises were kept.`,
    ...caveats(report).flatMap((caveat) => wrapped(caveat, '')),
  ].join('\n');
}

/** The report as a document for whoever was not there. */
export function reportMarkdown(report: Report): string {
  const { ok, at, seconds, size, surroundings, instances, stories } = report;
  const { database, postgres, openemi, fsync, synchronousCommit } = surroundings;
  const lines = [
    '# Proof of the bank’s promises',
    '',
    ok ? `All ${stories.length} promises were kept.` : '**Not all promises were kept.**',
    '',
    '| | |',
    '|---|---|',
    `| made | ${at}, in ${Math.round(seconds)} s |`,
    `| bank | OpenEMI ${openemi} |`,
    `| database | ${database} |`,
    `| PostgreSQL | ${postgres}; fsync ${fsync}, synchronous_commit ${synchronousCommit} |`,
    `| repeat with | \`openemi prove --transfers ${size.transfers} --kills ${size.kills} --seed ${size.seed}\` |`,
    '',
    '| promise | |',
    '|---|---|',
    ...stories.map((story) => `| ${story.title} | ${story.ok ? 'kept' : '**broken**'} |`),
    '',
    ...stories.flatMap(section),
    '## How it was done',
    '',
    'Server processes of their own were started on this database, and only these were killed. The calls were signed and',
    'sent over HTTP like those of any partner, by clients that share no code with the server. Afterwards the tables were',
    'read directly and compared with what the clients had been told. The last promise is checked by `openemi ledger',
    'verify`, which anybody can run at any time.',
    '',
    ...caveats(report).flatMap((caveat) => [caveat, '']),
    'These instances were made for it. They stay, since the history of the books is never deleted, and nobody has their',
    'keys any more:',
    '',
    ...instances.map(({ id, name }) => `- ${id}, ${name}`),
  ];
  return `${lines.join('\n')}\n`;
}

function section({ title, ok, tried, seen, means, problems, seconds }: Told): string[] {
  return [
    `## ${title}`,
    '',
    `- **Tried:** ${tried}`,
    `- **Seen:** ${seen} (${seconds.toFixed(1)} s)`,
    ...problems.map((problem) => `  - ${problem}`),
    ok ? `- **It means:** ${means}` : `- **Broken.** It should be so: ${means}`,
    '',
  ];
}

/** What a reader must not take for proven. */
function caveats({ surroundings: { fsync, synchronousCommit } }: Report): string[] {
  const weak = [fsync === 'on' ? '' : 'fsync', synchronousCommit === 'off' ? 'synchronous_commit' : ''].filter(Boolean);
  return [
    'Not tried here: the death of PostgreSQL itself, of its machine or of its disk.',
    ...(weak.length === 0
      ? []
      : [`Beware: ${weak.join(' and ')} of this PostgreSQL is off. What is committed can be lost with the machine.`]),
  ];
}

const width = 100;

function wrapped(text: string, margin = '        '): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(margin + word);
  }
  return lines;
}
