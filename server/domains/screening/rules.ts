import { scoreNames } from '../../kernel/names/screening.ts';
import type { Candidate, EntryIndex } from './lists/entry-index.ts';
import { documentKey } from './lists/official-list.ts';
import type { BirthSpan, CheckStatus, Feature, Hit, LibraryEntry, Match, Person, Policy, Simulated } from './model.ts';

/** Unless the operator decides otherwise. */
export const usualPolicy: Policy = { threshold: 70, validDays: 30 };

/** What features beside the name add to a score or take from it, in hundredths. */
const points = {
  weakAlias: -20,
  document: 90,
  sameBirthday: 8,
  transposedBirthday: -5,
  nearBirthday: -10,
  otherDay: -25,
  otherYear: -40,
  yearFarOff: -35,
  yearOff: -20,
  otherCountry: -15,
} as const;

/** A name that agrees less than this is no hit, whatever else agrees. */
const leastNameScore = 0.55;

/** The entries that are likely to be the person asked about, the likeliest first, each with its best name. */
export function findHits(index: EntryIndex, person: Person, threshold: number): Hit[] {
  const best = new Map<LibraryEntry, Hit>();
  const note = (entry: LibraryEntry, hit: Hit) => {
    const known = best.get(entry);
    if (hit.score >= threshold && (known === undefined || known.score < hit.score)) best.set(entry, hit);
  };
  for (const candidate of index.candidates(person)) {
    const name = nameFeatures(candidate);
    if (name !== undefined)
      note(candidate.listed.entry, hitOf(person, candidate.listed.entry, candidate.listed.name, name));
  }
  for (const entry of index.withDocument(person.documents ?? [])) {
    note(entry, hitOf(person, entry, entry.names[0]!.name, []));
  }
  return [...best.values()].sort((one, other) => other.score - one.score);
}

function nameFeatures({ asked, listed }: Candidate): Feature[] | undefined {
  const { score, parts } = scoreNames(asked, listed.prepared);
  if (score < leastNameScore) return undefined;
  const because = parts.map(({ query, listed: other, rule }) => `${query ?? '-'}/${other ?? '-'} ${rule}`).join(', ');
  const name = { feature: 'name', points: Math.round(score * 100), because };
  if (listed.strength !== 'weak') return [name];
  const weak = {
    feature: 'weak_alias',
    points: points.weakAlias,
    because: 'the authority calls this alias a weak one',
  };
  return [name, weak];
}

function hitOf(person: Person, entry: LibraryEntry, name: string, found: readonly Feature[]): Hit {
  const features = [
    ...withDocument(person, entry, found),
    ...birthFeatures(person.birthday ?? null, entry.births),
    ...countryFeatures(person.countries ?? [], entry.countries),
  ];
  const score = features.reduce((sum, feature) => sum + feature.points, 0);
  return {
    category: 'sanctions',
    list: entry.list,
    entry: entry.id,
    name,
    score: Math.max(0, Math.min(100, score)),
    birthday: entry.births[0]?.from ?? null,
    features,
  };
}

/** A document of the same number says more than a name that is only alike. */
function withDocument({ documents = [] }: Person, entry: LibraryEntry, name: readonly Feature[]): readonly Feature[] {
  const same = documents.map(documentKey).find((key) => key !== undefined && entry.documents.includes(key));
  const byName = name.reduce((sum, feature) => sum + feature.points, 0);
  if (same === undefined || byName >= points.document) return name;
  return [{ feature: 'document', points: points.document, because: 'a document of the same number' }];
}

/** The best that one of the listed dates can say of a birthday; nothing where either side knows none. */
function birthFeatures(birthday: string | null, births: readonly BirthSpan[]): Feature[] {
  if (birthday === null || births.length === 0) return [];
  const judged = births.map((born) => judgeBirth(birthday, born));
  return [judged.reduce((best, each) => (each.points > best.points ? each : best))];
}

function judgeBirth(birthday: string, { from, to }: BirthSpan): Feature {
  const listed = from === to ? from : `${from} to ${to}`;
  const say = (worth: number, words: string) => ({
    feature: 'birthday',
    points: worth,
    because: `${words}: ${listed}`,
  });
  const exact = from === to;
  if (birthday >= from && birthday <= to)
    return say(exact ? points.sameBirthday : 0, exact ? 'the same day' : 'possible');
  const year = Number(birthday.slice(0, 4));
  const off = Math.max(Number(from.slice(0, 4)) - year, year - Number(to.slice(0, 4)));
  if (!exact) return off <= 1 ? say(points.nearBirthday, 'near') : yearApart(off, say);
  if (transposed(birthday) === from) return say(points.transposedBirthday, 'day and month transposed');
  if (off <= 1 && birthday.slice(4) === from.slice(4)) return say(points.nearBirthday, 'near');
  return off <= 0 ? say(points.otherDay, 'another day') : say(points.otherYear, 'another year');
}

function yearApart(off: number, say: (worth: number, words: string) => Feature): Feature {
  return off <= 5 ? say(points.yearOff, 'another year') : say(points.yearFarOff, 'years apart');
}

function transposed(date: string): string {
  return `${date.slice(0, 4)}-${date.slice(8)}-${date.slice(5, 7)}`;
}

/** Known countries of both without one in common speak against it, not much: people have several. */
function countryFeatures(asked: readonly string[], listed: readonly string[]): Feature[] {
  if (asked.length === 0 || listed.length === 0 || asked.some((country) => listed.includes(country))) return [];
  return [{ feature: 'country', points: points.otherCountry, because: `listed with ${listed.join(', ')}` }];
}

/** Whether a check's token may be used: clear, or cleared by an operator, and not too old. */
export function isUsable({ status, expiresAt }: { status: CheckStatus; expiresAt: Date }, now: Date): boolean {
  return (status === 'clear' || status === 'cleared') && now < expiresAt;
}

/** Until when a check's token can be used that is clear from now on. */
export function expiryOf(now: Date, { validDays }: Policy): Date {
  return new Date(now.getTime() + validDays * 86_400_000);
}

/** The last name, or last word of an organisation, that is always a match, in the sandbox only. */
const magicName = 'SANCTION';

export function magicOutcome(name: string): Simulated | undefined {
  if (name.trim().split(/\s+/).at(-1)?.toUpperCase() !== magicName) return undefined;
  return { pattern: `* ${magicName.toLowerCase()}`, outcome: 'match', list: 'SANDBOX', score: 100 };
}

/** The hit that a sandbox answers because it was told to. */
export function simulatedHit({ pattern, list, score }: Simulated, { name, birthday = null }: Person): Hit {
  const because = `the sandbox answers so for names like ${pattern}`;
  const features = [{ feature: 'simulated', points: score, because }];
  return { category: 'sanctions', list, entry: pattern, name, score, birthday, features };
}

/** Whether a name fits a pattern of the sandbox: case does not count, `*` stands for anything. */
export function fitsPattern(name: string, pattern: string): boolean {
  const text = name.trim().toLowerCase();
  const [first = '', ...rest] = pattern.toLowerCase().split('*');
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

/** The sanctions hits as callers and webhooks see them. */
export function matchesOf(hits: readonly Hit[]): Match[] {
  return hits
    .filter(({ category }) => category === 'sanctions')
    .map(({ list, name, score, birthday }) => ({ list, name, score, birthday }));
}
