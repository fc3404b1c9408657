import assert from 'node:assert/strict';
import { test } from 'node:test';
import { negatives, positives, type Subject, subjects } from '../../test/names/labelled-subjects.ts';
import { EntryIndex } from './lists/entry-index.ts';
import type { LibraryEntry, Person } from './model.ts';
import { findHits, usualPolicy } from './rules.ts';

/*
 * The labelled names as entries of a list with dates of birth and countries, among thousands of others made of the same
 * words: what is asked about has to be found in the crowd, and by more than its name.
 */

const countries = ['RU', 'SY', 'IR', 'KP', 'RS'];
const idOf = (subject: Subject) => String(subjects.indexOf(subject));
const birthdayOf = (subject: Subject) =>
  `19${40 + (subjects.indexOf(subject) % 50)}-0${1 + (subjects.indexOf(subject) % 9)}-17`;
const kindOf = ({ kind }: Subject) => (kind === 'person' ? 'person' : 'organisation');

function entryOf(subject: Subject, id: string, names: readonly string[]): LibraryEntry {
  const birthday = birthdayOf(subject);
  return {
    id,
    list: 'EU-FSF',
    addedIn: 1,
    kind: kindOf(subject),
    names: names.map((name, at) => ({ name, strength: at === 0 ? 'primary' : 'alias' })),
    births: subject.kind === 'person' ? [{ from: birthday, to: birthday }] : [],
    countries: [countries[subjects.indexOf(subject) % countries.length]!],
    documents: [],
    programs: [],
  };
}

const index = new EntryIndex();
for (const subject of subjects) index.add(entryOf(subject, idOf(subject), subject.names));
for (const [at, subject] of subjects.entries()) {
  const words = subject.names[0]!.split(' ');
  for (const other of subjects.slice(0, 100).filter(({ kind }) => kind === subject.kind)) {
    const crowd = [words[0], ...other.names[0]!.split(' ').slice(1)].join(' ');
    index.add(entryOf(other, `crowd ${at} ${idOf(other)}`, [crowd]));
  }
}

const isHit = (subject: Subject, person: Omit<Person, 'kind'>) =>
  findHits(index, { kind: kindOf(subject), ...person }, usualPolicy.threshold).some(
    ({ entry }) => entry === idOf(subject),
  );

test('recall is at least 0.98 at a precision of at least 0.95, with dates of birth and countries', () => {
  const meant = positives.flatMap(({ subject, query: name }) => [
    { subject, person: { name } },
    { subject, person: { name, birthday: birthdayOf(subject) } },
    { subject, person: { name, countries: entryOf(subject, '', []).countries } },
  ]);
  const others = [
    ...negatives.map(({ subject, query: name }) => ({ subject, person: { name } })),
    ...positives
      .filter(({ subject }) => subject.kind === 'person')
      .map(({ subject, query: name }) => ({ subject, person: { name, birthday: '2001-11-28' } })),
  ];
  const missed = meant.filter(({ subject, person }) => !isHit(subject, person));
  const wrong = others.filter(({ subject, person }) => isHit(subject, person));
  const hits = meant.length - missed.length;
  const said = JSON.stringify({ missed: missed.map(({ person }) => person), wrong: wrong.map(({ person }) => person) });
  assert.ok(hits / meant.length >= 0.98, `recall ${hits / meant.length}: ${said}`);
  assert.ok(hits / (hits + wrong.length) >= 0.95, `precision ${hits / (hits + wrong.length)}: ${said}`);
  assert.ok(wrong.length / others.length <= 0.05, `${wrong.length} of ${others.length}: ${said}`);
  console.log(
    `recall ${(hits / meant.length).toFixed(4)} of ${meant.length}, ${wrong.length} wrong of ${others.length}`,
  );
});
