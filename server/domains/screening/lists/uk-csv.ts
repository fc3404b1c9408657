import { getOrMake } from '../../../kernel/collections.ts';
import type { ListEntry, NameStrength } from '../model.ts';
import { countryOf } from './countries.ts';
import { type Row, readRows } from './csv.ts';
import { slashedDate } from './dates.ts';
import { EntryBuilder, ListError, type OfficialList } from './official-list.ts';

/**
 * Reads the UK Sanctions List of the Foreign, Commonwealth and Development Office as CSV: a line with the date of the
 * report, the header, and one row for each name or address, all with the entry's unique id.
 */
export function readUkCsv(text: string): OfficialList {
  const notes: string[] = [];
  const builders = new Map<string, EntryBuilder>();
  const report = /^\uFEFF?"?Report Date:\s*([^",\r\n]+)/i.exec(text)?.[1]?.trim() ?? null;
  const header = report === null ? 0 : 1;
  readRows(text, { name: 'UK-Sanctions-List.csv', delimiter: ',', header, needed }, (row) => {
    const id = row('Unique ID');
    const kind = ukKind(row('Designation Type'), id);
    readRow(
      getOrMake(builders, id, () => new EntryBuilder(id, kind, notes)),
      row,
    );
  });
  const entries = [...builders.values()].map((built) => built.build());
  return { list: 'UK-SL', format: 'UK-Sanctions-List.csv', publishedAt: report, entries, notes };
}

const needed = ['Unique ID', 'Name 6', 'Name 1', 'Name type', 'Designation Type'];

/** The kind of an entry by its designation type. */
export function ukKind(type: string, id: string): ListEntry['kind'] {
  const kind = kinds[type.toLowerCase()];
  if (id === '' || kind === undefined) throw new ListError(`UK entry ${id}: unknown designation type ${type}`);
  return kind;
}

const kinds: Readonly<Record<string, ListEntry['kind']>> = {
  individual: 'person',
  entity: 'organisation',
  ship: 'vessel',
};

function readRow(built: EntryBuilder, row: Row): void {
  const strength = ukStrength(row('Name type'), row('Alias strength'));
  // Name 6 is the family name, or the whole name of an organisation.
  const parts = ['Name 1', 'Name 2', 'Name 3', 'Name 4', 'Name 5', 'Name 6'].map((column) => row(column));
  built.name(parts, strength);
  built.name([row('Name non-latin script')], strength === 'weak' ? 'weak' : 'alias');
  for (const date of several(row('D.O.B'))) built.birth(slashedDate(date), date);
  for (const country of several(row('Nationality(/ies)'))) built.country(countryOf(country), country);
  if (built.kind === 'organisation') built.country(countryOf(row('Address Country')), row('Address Country'));
  for (const column of documents) for (const number of several(row(column))) built.document(number);
  built.program(row('Regime Name'));
}

/** Types of names are written in many ways: `Primary Name`, `primary name variation`, `ALias`. */
export function ukStrength(type: string, strength: string): NameStrength {
  if (/^primary name$/i.test(type)) return 'primary';
  return /^low/i.test(strength) ? 'weak' : 'alias';
}

const documents = [
  'Passport number',
  'National Identifier number',
  'Business registration number (s)',
  'IMO number',
] as const;

/** Several values in one field: `(1) Iran (2) Iraq`, or parted by bars or semicolons. */
function several(field: string): string[] {
  return field
    .split(/\(\d+\)|[|;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
