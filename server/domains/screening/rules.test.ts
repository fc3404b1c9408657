import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EntryIndex } from './lists/entry-index.ts';
import type { LibraryEntry, Person } from './model.ts';
import { findHits, fitsPattern, isUsable, magicOutcome } from './rules.ts';

const entry: LibraryEntry = {
  id: '1',
  list: 'UN-SC',
  addedIn: 1,
  kind: 'person',
  names: [
    { name: 'Yusuf Hamid al-Tarqani', strength: 'primary' },
    { name: 'Abu Hamid', strength: 'weak' },
  ],
  births: [{ from: '1966-04-03', to: '1966-04-03' }],
  countries: ['SY'],
  documents: ['N004471882'],
  programs: [],
};
const index = new EntryIndex();
index.add(entry);
const company = { ...entry, id: '2', kind: 'organisation' as const, births: [], documents: [] };
index.add({ ...company, names: [{ name: 'Norwind Trading House LLC', strength: 'primary' }], countries: ['RU'] });

const scoreOf = (person: Partial<Person>, threshold = 0) =>
  findHits(index, { kind: 'person', name: 'Yusuf Hamid al-Tarqani', ...person }, threshold)[0]?.score;

test('a score is the sum of its features, each with its reason', () => {
  const [hit] = findHits(
    index,
    { kind: 'person', name: 'Yusuf Tarqani', birthday: '1971-01-01', countries: ['FR'] },
    0,
  );
  assert.deepEqual(
    hit?.features.map(({ feature }) => feature),
    ['name', 'birthday', 'country'],
  );
  assert.equal(
    hit?.features.reduce((sum, { points }) => sum + points, 0),
    hit?.score,
  );
  for (const { because } of hit?.features ?? []) assert.notEqual(because, '');
});

test('the closer the date of birth, the higher the score', () => {
  const days = ['1966-04-03', '1966-03-04', '1967-04-03', '1966-09-09', '1975-09-09'];
  const scores = days.map((birthday) => scoreOf({ name: 'Yusuf Tarqani', birthday })!);
  assert.deepEqual(
    scores,
    scores.toSorted((one, other) => other - one),
  );
  assert.equal(new Set(scores).size, days.length);
  assert.equal(scoreOf({ birthday: '1975-09-09' }, 70), undefined, 'the same name, born in another year');
});

test('a range of years excludes what is outside of it', () => {
  const ranged = new EntryIndex();
  ranged.add({ ...entry, births: [{ from: '1960-01-01', to: '1964-12-31' }] });
  const hits = (birthday: string) => findHits(ranged, { kind: 'person', name: 'Yusuf Hamid al-Tarqani', birthday }, 70);
  assert.equal(hits('1962-05-05')[0]?.score, 100);
  assert.equal(hits('1965-05-05')[0]?.score, 90);
  assert.equal(hits('1990-05-05').length, 0);
});

test('another nationality speaks against a match, an unknown one does not', () => {
  assert.equal(scoreOf({ countries: ['SY', 'FR'] }), 100);
  assert.equal(scoreOf({ countries: [] }), 100);
  assert.equal(scoreOf({ countries: ['FR'] }), 85);
});

test('a weak alias says less than a name', () => {
  assert.equal(scoreOf({ name: 'Abu Hamid' }), 80);
});

test('a document of the same number is a match under another name', () => {
  const [hit] = findHits(index, { kind: 'person', name: 'Peter Miller', documents: ['n-004471882'] }, 70);
  assert.deepEqual([hit?.entry, hit?.score], ['1', 90]);
});

test('persons are not organisations, a counterparty may be either', () => {
  const hits = (kind: Person['kind'], name: string) => findHits(index, { kind, name }, 70).map((hit) => hit.entry);
  assert.deepEqual(hits('person', 'Norwind Trading House'), []);
  assert.deepEqual(hits('organisation', 'Norwind Trading House'), ['2']);
  assert.deepEqual(hits('unknown', 'NORWIND TRADING HOUSE OOO'), ['2']);
  assert.deepEqual(hits('unknown', 'Yusuf al Tarqani'), ['1']);
});

test('an alias of the one asked about finds as well', () => {
  assert.equal(scoreOf({ name: 'Peter Miller', aliases: ['Yousuf Hamid Tarqani'] }, 70)! >= 70, true);
});

test('a removed entry is not found', () => {
  const changing = new EntryIndex();
  changing.add(entry);
  changing.add({ ...entry, names: [{ name: 'Ibrahim Noor', strength: 'primary' }], documents: [], addedIn: 2 });
  const found = (name: string, documents: string[] = []) =>
    findHits(changing, { kind: 'person', name, documents }, 70).length;
  assert.deepEqual([found('Yusuf Hamid al-Tarqani', ['N004471882']), found('Ibrahim Noor')], [0, 1]);
  changing.remove(entry);
  assert.equal(found('Ibrahim Noor'), 0);
});

test('patterns of the sandbox', () => {
  for (const [name, pattern, fits] of [
    ['Olga Marenko', '* marenko', true],
    ['Olga Marenko', 'OLGA*', true],
    ['Olga Marenko', 'o*a*o', true],
    ['Olga Marenko', 'olga', false],
    ['Olga Marenko', '*olga', false],
    ['aa', 'a*a*a', false],
    ['Olga', 'olga', true],
    ['', '*', true],
    ['a.c', 'a?c', false],
  ] as const) {
    assert.equal(fitsPattern(name, pattern), fits, `${name} ${pattern}`);
  }
  assert.equal(magicOutcome('Ann sanction')?.outcome, 'match');
  assert.equal(magicOutcome('Sanction Ann'), undefined);
});

test('a token is usable when it is clear or cleared, until its time is over', () => {
  const now = new Date('2026-11-20T10:00:00Z');
  const usable = (status: Parameters<typeof isUsable>[0]['status'], seconds: number) =>
    isUsable({ status, expiresAt: new Date(now.getTime() + seconds * 1000) }, now);
  assert.deepEqual([usable('clear', 1), usable('cleared', 1), usable('clear', 0)], [true, true, false]);
  assert.deepEqual([usable('match', 1), usable('confirmed', 1)], [false, false]);
});
