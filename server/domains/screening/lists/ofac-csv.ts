import { getOrMake } from '../../../kernel/collections.ts';
import type { ListEntry } from '../model.ts';
import { countryOf } from './countries.ts';
import { readRecords } from './csv.ts';
import { writtenDate } from './dates.ts';
import { EntryBuilder, ListError, type OfficialList } from './official-list.ts';

/** The four files of the set, as text. Only all of them together are the list. */
export interface OfacCsvSet {
  readonly sdn: string;
  readonly alt: string;
  readonly add: string;
  readonly comments: string;
}

/** OFAC's sign for nothing. */
const nothing = '-0-';

/**
 * Reads OFAC's set of CSV files, which have no headers. What has no column of its own (birth, nationality, documents,
 * weak aliases) stands in words in the remarks, which go on in `sdn_comments.csv` where they are long.
 */
export function readOfacCsv(set: OfacCsvSet): OfficialList {
  const notes: string[] = [];
  const sdn = records(set.sdn, 'sdn.csv', 12);
  const aliases = byEntry(records(set.alt, 'alt.csv', 5));
  const addresses = byEntry(records(set.add, 'add.csv', 6));
  const comments = byEntry(records(set.comments, 'sdn_comments.csv', 2));
  const entries = sdn.map(([id = '', name = '', type = '', program = '', , , , , , , , remarks = '']) => {
    const built = new EntryBuilder(id, kindOf(type, id), notes);
    built.name(nameParts(name, built.kind), 'primary');
    for (const [, , , alias = ''] of aliases.get(id) ?? []) built.name(nameParts(alias, built.kind), 'alias');
    const more = (comments.get(id) ?? []).map(([, text = '']) => text);
    readRemarks(built, [remarks, ...more].join(''));
    if (built.kind === 'organisation') {
      for (const [, , , , country = ''] of addresses.get(id) ?? []) built.country(countryOf(country), country);
    }
    for (const each of program.split(/\]\s*\[/)) built.program(each.replace(/[[\]]/g, ''));
    return built.build();
  });
  return { list: 'OFAC-SDN', format: 'sdn.csv', publishedAt: null, entries, notes };
}

function records(text: string, name: string, width: number): string[][] {
  return readRecords(text, { name, delimiter: ',', width }).map((record) =>
    record.map((field) => (field.trim() === nothing ? '' : field.trim())),
  );
}

function byEntry(all: readonly string[][]): ReadonlyMap<string, string[][]> {
  const found = new Map<string, string[][]>();
  for (const record of all) getOrMake(found, record[0] ?? '', () => []).push(record);
  return found;
}

function kindOf(type: string, id: string): ListEntry['kind'] {
  if (type === '') return 'organisation';
  if (type === 'individual') return 'person';
  if (type === 'vessel' || type === 'aircraft') return type;
  throw new ListError(`sdn.csv, entry ${id}: unknown type ${type}`);
}

/** Persons stand as `FAMILY NAME, Given names`. */
function nameParts(name: string, kind: ListEntry['kind']): string[] {
  const comma = name.indexOf(',');
  return kind === 'person' && comma > 0 ? [name.slice(comma + 1), name.slice(0, comma)] : [name];
}

const numbered =
  /^(?:alt\. )?(?:.*\b(?:passport|national id|identification|tax id|registration|cedula|license|imo|ssn|identity card|birth certificate)\b|[A-Z]\.[A-Z.]+)/i;

/** Remarks are parted by semicolons: `DOB 12 Nov 1961; nationality Iran; Passport A123 (Iran); a.k.a. 'BNC'.` */
function readRemarks(built: EntryBuilder, remarks: string): void {
  for (const part of remarks.split(';').map((text) => text.trim().replace(/\.$/, ''))) {
    const born = /^(?:alt\. )?DOB (.+)$/.exec(part)?.[1];
    if (born !== undefined) built.birth(writtenDate(born), born);
    const country = /^(?:alt\. )?(?:nationality|citizen) (.+)$/i.exec(part)?.[1];
    if (country !== undefined) built.country(countryOf(country), country);
    const alias = /^(?:alt\. )?[afn]\.k\.a\. '(.+)'$/.exec(part)?.[1];
    if (alias !== undefined) built.name([alias], 'weak');
    if (numbered.test(part)) {
      const number = part
        .replace(/\(.*$/, '')
        .split(/\s+/)
        .find((word) => /\d{3}/.test(word));
      if (number !== undefined) built.document(number);
    }
  }
}
