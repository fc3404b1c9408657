import { readFileSync } from 'node:fs';

type Kind = 'person' | 'entity';

/** A listed subject, with names that mean it and names of somebody else. */
export interface Subject {
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

export const subjects: readonly Subject[] = labelledSubjects();
/** What means a subject: as labelled, each of its names, and its first name after every mutation. */
export const positives = subjects.flatMap((subject) =>
  [
    ...subject.same,
    ...subject.names,
    ...mutations.map((mutate) => mutate(subject.names[0]!.split(' '), subject.kind).join(' ')),
  ].map((query) => ({ subject, query })),
);
/** What comes near a subject and means somebody else. */
export const negatives = subjects.flatMap((subject) =>
  [...subject.others, ...neighbours(subject, subjects)].map((query) => ({ subject, query })),
);
