import { EntryIndex } from '../server/domains/screening/lists/entry-index.ts';
import type { LibraryEntry, Person } from '../server/domains/screening/model.ts';
import { findHits, usualPolicy } from '../server/domains/screening/rules.ts';
import { seeded } from '../server/prove/random.ts';
import type { Figure } from './report.ts';

const entryCount = 100_000;
const checkCount = 4_000;

/**
 * One check against a list of 100,000 entries, on one core: half of them persons with two names, born and from
 * somewhere; names are drawn as in life, few of them often. A third of those asked about is on the list with a typing
 * error, a third bears common names, a third is nobody.
 */
export function benchScreening(): Figure[] {
  const random = seeded(2026);
  const draw = nameDrawer(random);
  const index = new EntryIndex();
  const entries = Array.from({ length: entryCount }, (_, at) => entryOf(at, draw, random));
  const from = performance.now();
  for (const entry of entries) index.add(entry);
  console.log(`${entryCount} entries taken in within ${((performance.now() - from) / 1000).toFixed(1)} s`);
  const asked = Array.from({ length: checkCount }, (_, at) => askedOf(at, entries, draw, random));
  for (const { person } of asked.slice(0, 500)) findHits(index, person, usualPolicy.threshold);
  const milliseconds: number[] = [];
  let [meant, found] = [0, 0];
  for (const { person, entry } of asked) {
    const begun = performance.now();
    const hits = findHits(index, person, usualPolicy.threshold);
    milliseconds.push(performance.now() - begun);
    if (entry === undefined) continue;
    meant += 1;
    if (hits.some((hit) => hit.entry === entry.id)) found += 1;
  }
  const sorted = milliseconds.sort((one, other) => one - other);
  const at = (part: number) => sorted[Math.floor(sorted.length * part)]!;
  const note = `median ${at(0.5).toFixed(2)} ms, ${checkCount} checks, ${Math.round((100 * found) / meant)} % of typing errors found`;
  return [{ name: 'one check, p99', value: at(0.99) * 1000, unit: 'µs', bar: 10_000, goal: 5_000, most: true, note }];
}

type Draw = (kind: 'given' | 'family' | 'word') => string;

/** Names of syllables; the n-th name of a kind is drawn about 1/n as often as the first. */
function nameDrawer(random: () => number): Draw {
  const syllables =
    'al an ar ba be bo da de di el en fa ga gu ha hi ib il ka ko la le li ma me mi mo na ni no or pa ra ri ro sa se shi so sta ta te ti to va ve vi vo ya yu za zhe'.split(
      ' ',
    );
  const endings = {
    given: ['', 'n', 'd', 'r', 'l'],
    family: ['ov', 'enko', 'ić', 'i', 'man', 'ez', 'ova'],
    word: ['ex', 'tra', 'tec', 'mar', 'gas'],
  };
  const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)]!;
  const make = (kind: keyof typeof endings) => {
    const name =
      Array.from({ length: 2 + Math.floor(random() * 2) }, () => pick(syllables)).join('') + pick(endings[kind]);
    return name[0]!.toUpperCase() + name.slice(1);
  };
  const pools = {
    given: Array.from({ length: 2_000 }, () => make('given')),
    family: Array.from({ length: 20_000 }, () => make('family')),
    word: Array.from({ length: 8_000 }, () => make('word')),
  };
  return (kind) => pools[kind][Math.floor(pools[kind].length ** random()) - 1] ?? pools[kind][0]!;
}

const countries = ['RU', 'IR', 'SY', 'KP', 'BY', 'VE', 'AF', 'CD'];

function entryOf(at: number, draw: Draw, random: () => number): LibraryEntry {
  const isPerson = at % 2 === 0;
  const family = draw('family');
  const names = isPerson
    ? [`${draw('given')} ${draw('given')} ${family}`, `${draw('given')} ${family}`]
    : [`${draw('word')} ${draw('word')} Trading LLC`];
  const day = birthday(random);
  return {
    id: String(at),
    list: 'EU-FSF',
    addedIn: 1,
    kind: isPerson ? 'person' : 'organisation',
    names: names.map((name, each) => ({ name, strength: each === 0 ? 'primary' : 'alias' })),
    births: isPerson ? [{ from: day, to: day }] : [],
    countries: [countries[at % countries.length]!],
    documents: [],
    programs: [],
  };
}

function birthday(random: () => number): string {
  const two = (most: number) => String(1 + Math.floor(random() * most)).padStart(2, '0');
  return `${1940 + Math.floor(random() * 65)}-${two(12)}-${two(28)}`;
}

function askedOf(at: number, entries: readonly LibraryEntry[], draw: Draw, random: () => number) {
  const nobody: Person = { kind: 'person', name: `${draw('given')} ${draw('family')}`, birthday: birthday(random) };
  if (at % 3 === 1) return { person: { ...nobody, birthday: null } };
  if (at % 3 === 2) return { person: nobody };
  const entry = entries[Math.floor(random() * entries.length)]!;
  const kind = entry.kind === 'person' ? 'person' : 'organisation';
  return { person: { kind, name: mistyped(entry.names[0]!.name, random) } satisfies Person, entry };
}

/** Two neighbouring letters change places in the longest word. */
function mistyped(name: string, random: () => number): string {
  const longest = name.split(' ').sort((one, other) => other.length - one.length)[0]!;
  const at = 1 + Math.floor(random() * (longest.length - 2));
  const swapped = longest.slice(0, at) + longest[at + 1] + longest[at] + longest.slice(at + 2);
  return name.replace(longest, swapped);
}
