import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { hitScore, nameKeys, prepareName, scoreNames } from '../../kernel/names/screening.ts';

type Kind = 'person' | 'entity';

interface Subject {
  readonly kind: Kind;
  readonly names: readonly string[];
  readonly same: string[];
  readonly others: string[];
}

/** Reads the labelled set, whose form its first lines tell. */
function labelledSubjects(): Subject[] {
  const subjects: Subject[] = [];
  for (const line of readFileSync(new URL('./screening.txt', import.meta.url), 'utf8').split('\n')) {
    const [, kind, names] = /^(person|entity): (.+)$/.exec(line) ?? [];
    if (kind !== undefined) subjects.push({ kind: kind as Kind, names: names!.split('; '), same: [], others: [] });
    if (line.startsWith('+ ')) subjects.at(-1)!.same.push(line.slice(2));
    if (line.startsWith('- ')) subjects.at(-1)!.others.push(line.slice(2));
  }
  return subjects;
}

/** What happens to names on forms, made from the listed name by rules that know nothing of the matching. */
const mutations: readonly ((words: readonly string[], kind: Kind) => readonly string[])[] = [
  (words) => words.map((word) => word.toUpperCase()),
  (words, kind) => (kind === 'person' ? [`${words.at(-1)},`, ...words.slice(0, -1)] : words),
  (words, kind) => (kind === 'person' && words.length > 2 ? [words[0]!, ...words.slice(2)] : words),
  (words) => changeLongest(words, (word) => word.slice(0, 2) + word[3] + word[2] + word.slice(4)),
  (words) => changeLongest(words, (word) => word.slice(0, -2) + word.at(-1)),
  (words) => changeLongest(words, (word) => `${word.slice(0, 3)}${word[2]}${word.slice(3)}`),
  (words) => changeLongest(words, (word) => `${word.slice(0, 4)}e${word.slice(5)}`),
  (words, kind) => (kind === 'person' ? ['Mr', ...words] : [...words, 'Group']),
  (words) => words.map((word) => word.normalize('NFD').replace(/\p{M}/gu, '')),
];

function changeLongest(words: readonly string[], change: (word: string) => string): string[] {
  const longest = [...words].sort((a, b) => b.length - a.length)[0]!;
  return words.map((word) => (word === longest ? change(word) : word));
}

/** Somebody else of a like name: the first, or the last word is that of the next subject. */
function neighbours({ kind, names }: Subject, subjects: readonly Subject[]): string[] {
  const alike = subjects.filter((subject) => subject.kind === kind);
  const next = alike[(alike.findIndex((subject) => subject.names === names) + 1) % alike.length]!.names[0]!.split(' ');
  const words = names[0]!.split(' ');
  if (kind === 'entity') return [[next[0], ...words.slice(1)].join(' ')];
  return [[...words.slice(0, -1), next.at(-1)].join(' '), [next[0], ...words.slice(1)].join(' ')];
}

function best({ names, kind }: Subject, query: string): number {
  return Math.max(...names.map((name) => scoreNames(query, name, kind).score));
}

function hitsKey(subject: Subject, query: string): boolean {
  const keys = nameKeys(query, subject.kind);
  return subject.names.some((name) => nameKeys(name, subject.kind).some((key) => keys.includes(key)));
}

const subjects = labelledSubjects();
const positives = subjects.flatMap((subject) =>
  [
    ...subject.same,
    ...subject.names,
    ...mutations.map((mutate) => mutate(subject.names[0]!.split(' '), subject.kind).join(' ')),
  ].map((query) => ({ subject, query })),
);
const negatives = subjects.flatMap((subject) =>
  [...subject.others, ...neighbours(subject, subjects)].map((query) => ({ subject, query })),
);

test('recall is at least 0.98 at a precision of at least 0.95', () => {
  const missed = positives.filter(({ subject, query }) => best(subject, query) < hitScore);
  const wrong = negatives.filter(({ subject, query }) => best(subject, query) >= hitScore);
  const hits = positives.length - missed.length;
  const said = JSON.stringify({
    missed: missed.map(({ subject, query }) => `${query} | ${subject.names[0]} ${best(subject, query).toFixed(2)}`),
    wrong: wrong.map(({ subject, query }) => `${query} | ${subject.names[0]} ${best(subject, query).toFixed(2)}`),
  });
  assert.ok(hits / positives.length >= 0.98, `recall ${hits / positives.length}: ${said}`);
  assert.ok(hits / (hits + wrong.length) >= 0.95, `precision ${hits / (hits + wrong.length)}: ${said}`);
  // Precision leans on how many negatives there are; this one does not.
  assert.ok(wrong.length / negatives.length <= 0.05, `${wrong.length} of ${negatives.length} negatives: ${said}`);
});

test('what scores as a hit is found by its keys', () => {
  const lost = positives.filter(({ subject, query }) => best(subject, query) >= hitScore && !hitsKey(subject, query));
  assert.deepEqual(
    lost.map(({ query }) => query),
    [],
  );
});

test('a prepared name scores as its text does, and a score tells its parts', () => {
  const query = prepareName('Jon Smith', 'person');
  const listed = prepareName('SMITH, John', 'person');
  assert.deepEqual(scoreNames(query, listed), scoreNames('Jon Smith', 'SMITH, John', 'person'));
  assert.deepEqual(
    scoreNames(query, listed).parts.map((part) => [part.query, part.listed, part.rule]),
    [
      ['smith', 'smith', 'equal'],
      ['jon', 'john', 'nickname'],
    ],
  );
  assert.equal(scoreNames('', 'John Smith').score, 0);
});
