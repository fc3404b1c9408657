import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ListEntry } from '../model.ts';
import { ListError } from './official-list.ts';
import { readOfficialFile } from './read.ts';

const folder = join(import.meta.dirname, '..', 'testdata');
const bytesOf = (name: string) => readFileSync(join(folder, name));
const read = (name: string, bytes: Uint8Array = bytesOf(name)) =>
  readOfficialFile({ name, bytes, beside: bytesOf }).official;
const entryOf = (name: string, id: string) => read(name).entries.find((entry) => entry.id === id);

test('OFAC says the same by XML and by its set of CSV files', () => {
  const [xml, csv] = [read('sdn.xml'), read('sdn.csv')];
  assert.deepEqual(csv.entries, xml.entries);
  assert.deepEqual([xml.list, xml.publishedAt, xml.notes, csv.notes], ['OFAC-SDN', '11/02/2026', [], []]);
  assert.deepEqual(entryOf('sdn.csv', '90001'), {
    id: '90001',
    kind: 'person',
    names: [
      { name: 'Viktor Olegovich MARENKO', strength: 'primary' },
      { name: 'Victor MARENCO', strength: 'alias' },
      { name: 'VITYA', strength: 'weak' },
    ],
    births: [
      { from: '1961-03-14', to: '1961-03-14' },
      { from: '1961-01-01', to: '1965-12-31' },
    ],
    countries: ['RU'],
    documents: ['PX4471902'],
    programs: ['INVENTED-EO1'],
  } satisfies ListEntry);
});

test('the EU says the same by XML and by CSV, but for what the CSV has no column for', () => {
  const weakless = (entries: readonly ListEntry[]) =>
    entries.map((entry) => ({ ...entry, names: entry.names.filter(({ strength }) => strength !== 'weak') }));
  assert.deepEqual(read('eu.csv').entries, weakless(read('eu.xml').entries));
  assert.deepEqual(entryOf('eu.xml', '70003')?.births, [
    { from: '1973-01-01', to: '1977-12-31' },
    { from: '1978-01-01', to: '1980-12-31' },
  ]);
  assert.deepEqual(entryOf('eu.xml', '70003')?.names, [{ name: 'Hadrian Pell Ostrowicki', strength: 'primary' }]);
  assert.deepEqual(entryOf('eu.xml', '70001')?.names.at(-1), { name: 'Zoka', strength: 'weak' });
});

test('the United Nations: names in parts, qualities of aliases, kinds of dates', () => {
  assert.deepEqual(entryOf('un.xml', '8000001')?.names, [
    { name: 'BARNABE KISOLERWA NTAMBO', strength: 'primary' },
    { name: 'Barnabas Kisolerwa', strength: 'alias' },
    { name: 'Colonel Mvula', strength: 'weak' },
  ]);
  assert.deepEqual(entryOf('un.xml', '8000001')?.documents, ['OB0099417']);
  assert.deepEqual(entryOf('un.xml', '8000002')?.births, [
    { from: '1964-01-01', to: '1965-12-31' },
    { from: '1968-01-01', to: '1972-12-31' },
  ]);
  assert.deepEqual(entryOf('un.xml', '8000003')?.countries, ['CD']);
});

test('the United Kingdom: one entry of several rows, several values in one field', () => {
  const { publishedAt, entries } = read('uk.csv');
  assert.equal(publishedAt, '02-Nov-2026');
  assert.deepEqual(
    entries.map(({ kind }) => kind),
    ['person', 'organisation', 'vessel'],
  );
  const [person] = entries;
  assert.deepEqual(
    person?.names.map(({ strength }) => strength),
    ['primary', 'alias', 'alias', 'weak'],
  );
  assert.deepEqual(person?.births[0], { from: '1966-01-01', to: '1966-12-31' });
  assert.deepEqual(
    [person?.countries, person?.documents],
    [
      ['SY', 'IQ'],
      ['N004471882', '77120045'],
    ],
  );
});

test('the United Kingdom says the same of a person by XML', () => {
  const [xml] = read('uk.xml').entries;
  assert.deepEqual(xml, { ...entryOf('uk.csv', 'INV0001'), names: xml?.names });
  const byName = ({ name: one }: { name: string }, { name: other }: { name: string }) => one.localeCompare(other);
  assert.deepEqual(xml?.names.toSorted(byName), entryOf('uk.csv', 'INV0001')?.names.toSorted(byName));
  assert.deepEqual([read('uk.xml').list, read('uk.xml').entries[1]?.kind], ['UK-SL', 'vessel']);
});

test('an entry without a name is noted, and found by its documents', () => {
  const nameless = bytesOf('uk.xml')
    .toString()
    .replaceAll(/<Name\d>[^<]*<.Name\d>/g, '')
    .replace(/<NonLatinNames>.*<.NonLatinNames>/, '');
  const { entries, notes } = read('uk.xml', Buffer.from(nameless));
  assert.deepEqual(notes, ['INV0001: no name', 'INV0003: no name']);
  assert.equal(entries[0]?.documents.length, 2);
});

test('what is not understood is noted, and the entry stays', () => {
  const odd = bytesOf('eu.xml')
    .toString()
    .replace('birthdate="1958-07-09"', 'birthdate="summer"')
    .replace('year="1958"', '');
  const { entries, notes } = read(
    'eu.xml',
    Buffer.from(odd.replace('"RS" countryDescription="SERBIA"', '"" countryDescription="Ruritania"')),
  );
  assert.equal(entries.length, 3);
  assert.deepEqual(notes.map((note) => note.replace(/ \d.*(?=")/, '')).sort(), [
    '70001: country "Ruritania"',
    '70001: date of birth "summer"',
  ]);
});

const refused: readonly (readonly [what: string, name: string, bytes: Buffer, words: RegExp])[] = [
  ['nothing', 'empty.xml', Buffer.alloc(0), /none of the official formats/],
  ['some other XML', 'other.xml', Buffer.from('<pain/>'), /root pain/],
  ['a web page', 'un.xml', Buffer.from('<!DOCTYPE html><html></html>'), /document type/],
  [
    'entities',
    'un.xml',
    Buffer.from('<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "b">]><CONSOLIDATED_LIST>&a;</CONSOLIDATED_LIST>'),
    /document type/,
  ],
  ['XML cut off', 'un.xml', bytesOf('un.xml').subarray(0, 2000), /not well-formed/],
  ['a list of nobody', 'un.xml', Buffer.from('<CONSOLIDATED_LIST/>'), /no entries/],
  ['another encoding', 'uk.csv', Buffer.from('Report Date: 02-Nov-2026\nJos\xe9', 'latin1'), /not UTF-8/],
  [
    'a record cut off',
    'uk.csv',
    Buffer.concat([bytesOf('uk.csv'), Buffer.from('02/11/2026,INV0009,')]),
    /ends in the middle/,
  ],
  ['another header', 'uk.csv', Buffer.from('Last Updated,Unique ID\n1,2\n'), /no column Name 6/],
  ['a quote that never ends', 'sdn.csv', Buffer.from('90001,"MARENKO'), /sdn\.csv/],
  ['a record too short', 'sdn.csv', Buffer.from('90001,"MARENKO","individual"\n'), /3 fields where 12/],
  [
    'two entries of one identifier',
    'un.xml',
    Buffer.from(bytesOf('un.xml').toString().replace('8000002', '8000001')),
    /two entries/,
  ],
  [
    'a subject of an unknown kind',
    'eu.xml',
    Buffer.from(bytesOf('eu.xml').toString().replace('classificationCode="E"', 'classificationCode="Q"')),
    /unknown subject type/,
  ],
];

for (const [what, name, bytes, words] of refused) {
  test(`${what}: refused whole`, () => {
    assert.throws(
      () => read(name, bytes),
      (error) => error instanceof ListError && words.test(error.message),
    );
  });
}

test('the set of OFAC is refused when a file of it is missing', () => {
  const file = { name: 'sdn.csv', bytes: bytesOf('sdn.csv'), beside: () => undefined };
  assert.throws(() => readOfficialFile(file), /alt\.csv must stand beside/);
});
