import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { ListError, loadList, readLists, readOfficialFile } from '../domains/screening/service.ts';
import { withBooks } from './books.ts';
import { CliError, type Command, print, progress } from './command.ts';

export const listsLoad: Command = {
  name: ['lists', 'load'],
  takes: '<file>',
  wordCount: [1, 1],
  summary: 'make an official sanctions list the one that counts',
  help: [
    "Knows by its content: OFAC's sdn.xml, or sdn.csv with alt.csv, add.csv and sdn_comments.csv beside it; the EU's",
    "xmlFullSanctionsList_1_1 or csvFullSanctionsList_1_1; the UN's consolidated.xml; UK-Sanctions-List.csv or .xml. All or",
    'nothing. From the commit on every server screens against it, and holds all customers against what is new.',
  ].join('\n'),
  options: {
    by: { type: 'string', value: '<name>', about: 'who loads it, for the record; otherwise the user of this machine' },
    'even-if-smaller': { type: 'boolean', about: 'also when more than half of the list would go' },
  },
  async run(input) {
    const path = input.path(input.words[0]!);
    const file = { name: basename(path), bytes: bytesOf(path), beside: (name: string) => beside(path, name) };
    try {
      const read = readOfficialFile(file);
      for (const note of read.official.notes.slice(0, mostNotes)) progress(`not understood: ${note}`);
      const by = input.text('by') ?? userInfo().username;
      const loading = { by, at: new Date(), evenIfSmaller: input.flag('even-if-smaller') };
      const edition = await withBooks(({ database }) => loadList(database, read, loading));
      const { list, entries, added, changed, removed, notes } = edition;
      const words =
        `${list}: ${entries} entries (${added} added, ${changed} changed, ${removed} removed), ` +
        `${notes} notes; edition ${edition.edition}`;
      print(input, edition, words);
      return 0;
    } catch (error) {
      if (error instanceof ListError) throw new CliError(error.message);
      throw error;
    }
  },
};

const mostNotes = 20;

function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new CliError(`cannot read ${path}: ${(error as NodeJS.ErrnoException).code}`);
  }
}

function beside(path: string, name: string): Buffer | undefined {
  try {
    return readFileSync(join(dirname(path), name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export const listsShow: Command = {
  name: ['lists', 'show'],
  takes: '',
  wordCount: [0, 0],
  summary: 'the sanctions lists that count now: when they were loaded, from what, by whom',
  help: 'The last load of each list, with the digest (SHA-256) of its file or files.',
  options: {},
  async run(input) {
    const lists = await withBooks(({ database }) => readLists(database));
    const words = lists.map(
      ({ list, edition, entries, format, publishedAt, loadedAt, loadedBy, sha256 }) =>
        `${list.padEnd(9)} edition ${edition}, ${entries} entries, ${format} of ${publishedAt ?? 'no date'}, ` +
        `loaded ${loadedAt.toISOString()} by ${loadedBy}, ${sha256}`,
    );
    print(input, lists, words.join('\n') || 'no list was loaded yet: nobody is ever clear');
    return 0;
  },
};
