import { type Alignment, align } from './align.ts';
import { jaroWinkler } from './distance.ts';
import type { LegalForm } from './legal-forms.ts';
import { type PreparedName, prepareEntity, preparePerson } from './name.ts';
import { kinships, particles } from './titles.ts';

/** How a payee's name agrees with the account's, in the words of both schemes: full, close, or no match. */
export type PayeeMatch = 'match' | 'close' | 'none';

/**
 * Compares the name that a payer gave with the name or, for a joint account, the names that the account is held in.
 *
 * A full match has the same words whatever their order, case, accents, titles, romanisation, and spelling of the legal
 * form; a middle name may stand on one side only. A close match allows for typing errors, initials, nicknames, half of
 * a compound surname, and a missing or different legal form. Of joint holders one is enough; when several names are
 * given, each is looked for.
 */
export function comparePayee(
  given: string,
  held: string | readonly string[],
  kind: 'personal' | 'business',
): PayeeMatch {
  const names = typeof held === 'string' ? [held] : held;
  if (kind === 'business') return best(names.map((name) => compareTrading(given, name)));
  const holders = names.flatMap(severalNames);
  const named = severalNames(given);
  return named.length > 1
    ? compareSeveral(named, holders)
    : best(holders.map((holder) => comparePerson(given, holder)));
}

const order: readonly PayeeMatch[] = ['none', 'close', 'match'];

function best(matches: readonly PayeeMatch[]): PayeeMatch {
  return order[Math.max(0, ...matches.map((match) => order.indexOf(match)))]!;
}

function worst(matches: readonly PayeeMatch[]): PayeeMatch {
  return order[Math.min(...matches.map((match) => order.indexOf(match)))]!;
}

/** A company and the name it trades under: "Green Grocers Ltd T/A The Corner Shop" goes by either and by both. */
function splitTrading(name: string): string[] {
  return name.split(/\s+(?:t\/a|trading as|dba|d\/b\/a)\s+/i);
}

/** A given name with its trading name is right where both of them are. */
function compareTrading(given: string, held: string): PayeeMatch {
  const [mine, theirs] = [splitTrading(given), splitTrading(held)];
  return worst(mine.map((name) => best(theirs.map((other) => compareBusiness(name, other)))));
}

const between = /\s*(?:&|\+|\/|;|\s(?:and|AND|und|et|y|и|И|i|і|και)\s)\s*/u;

/** "John and Mary Smith" names John Smith and Mary Smith. */
function severalNames(given: string): readonly string[] {
  const names = given.split(between).filter((name) => name.trim() !== '');
  const surname = names.at(-1)?.trim().split(/\s+/).at(-1);
  return names.map((name, index) =>
    index < names.length - 1 && preparePerson(name).tokens.length === 1 ? `${name} ${surname}` : name,
  );
}

/** Several given names: all of different holders is a full match, one stranger among them leaves a close one. */
function compareSeveral(named: readonly string[], holders: readonly string[]): PayeeMatch {
  const free = [...holders];
  const matches = named.map((name) => {
    const found = free.map((holder) => comparePerson(name, holder));
    const match = best(found);
    if (match !== 'none') free.splice(found.indexOf(match), 1);
    return match;
  });
  if (matches.every((match) => match === 'match')) return 'match';
  return matches.some((match) => match !== 'none') ? 'close' : 'none';
}

function comparePerson(given: string, held: string): PayeeMatch {
  const [left, right] = [preparePerson(given), preparePerson(held)];
  const aligned = align(left.tokens, right.tokens);
  if (contradicts(aligned) || tooFewWords(aligned)) return 'none';
  const likenesses = new Set(aligned.pairs.map(({ likeness }) => likeness));
  if (likenesses.has('sound')) return 'none';
  if (likenesses.has('initial') && !initialsFit(aligned)) return 'none';
  if (likenesses.has('typo') && !typosFit(aligned)) return 'none';
  if (lastWordsDiffer(aligned) || fathersDiffer(aligned)) return 'none';
  const rest = restOf(aligned);
  if (rest === 'too much') return 'none';
  return likenesses.size === 1 && likenesses.has('equal') && rest === 'fits' ? 'match' : 'close';
}

/** Both sides have a word that the other one lacks. */
function contradicts({ left, right, leftOver, rightOver }: Alignment): boolean {
  return (
    leftOver.length > 0 &&
    rightOver.length > 0 &&
    ![...leftOver.map((i) => left[i]!), ...rightOver.map((j) => right[j]!)].every(({ text }) => particles.has(text))
  );
}

/** Two words at least have to agree, unless both names are one word. */
function tooFewWords({ left, right, pairs }: Alignment): boolean {
  return pairs.length < 2 && (pairs.length === 0 || left.length > 1 || right.length > 1);
}

/** An initial stands for a given name next to other names that are right, the last one among them. */
function initialsFit({ left, right, pairs }: Alignment): boolean {
  const others = pairs.filter(({ likeness }) => likeness !== 'initial');
  const wholeWords = others.filter((pair) => left[pair.left]!.text.length > 1);
  return (
    wholeWords.length > 0 &&
    others.every(({ likeness }) => likeness === 'equal' || likeness === 'spelling') &&
    wholeWords.some((pair) => pair.left === left.length - 1 || pair.right === right.length - 1)
  );
}

const leastSimilarity = 0.92;

/** Names with typing errors have to look alike as a whole; where words are missing as well, one is forgiven. */
function typosFit({ left, right, pairs, leftOver, rightOver }: Alignment): boolean {
  const typos = pairs.filter(({ likeness }) => likeness === 'typo').length;
  if (typos > 1 && leftOver.length + rightOver.length > 0) return false;
  const sorted = [...pairs].sort((a, b) => a.right - b.right);
  const mine = sorted.map((pair) => left[pair.left]!.text).join(' ');
  const theirs = sorted.map((pair) => right[pair.right]!.text).join(' ');
  return jaroWinkler(mine, theirs) >= leastSimilarity;
}

/** A nickname stands for a given name, not for the surname. */
function lastWordsDiffer({ left, right, pairs }: Alignment): boolean {
  return pairs.some(
    (pair) =>
      pair.likeness === 'nickname' &&
      pair.left === left.length - 1 &&
      pair.right === right.length - 1 &&
      left.length > 1,
  );
}

/** Salman bin Muhammad is not Muhammad bin Salman; the family's name may still stand first. */
function fathersDiffer({ left, right, pairs }: Alignment): boolean {
  if (![left, right].every((tokens) => tokens.some(({ text }) => kinships.has(text)))) return false;
  const order = [...pairs].sort((a, b) => a.left - b.left).map((pair) => pair.right);
  const falls = order.filter((at, index) => at < (order[index - 1] ?? -1)).length;
  return falls > 1 || (falls === 1 && order.at(-1)! > order[0]!);
}

const mostMiddleNames = 2;

/** What one side has more: a middle name or two fit; a particle, a first name before or half a surname after leave it close. */
function restOf({ left, right, leftOver, rightOver }: Alignment): 'fits' | 'close' | 'too much' {
  if (leftOver.length > 0 && rightOver.length > 0) return 'close';
  const [longer, over] = leftOver.length > 0 ? [left, leftOver] : [right, rightOver];
  const outer = over.filter((index) => index === 0 || index === longer.length - 1);
  if (outer.length > 1) return 'too much';
  const isFull = outer.length === 0 && over.length <= mostMiddleNames;
  return isFull && !over.some((index) => particles.has(longer[index]!.text)) ? 'fits' : 'close';
}

function compareBusiness(given: string, held: string): PayeeMatch {
  const [left, right] = [prepareEntity(given), prepareEntity(held)];
  if (left.tokens.length === 0 || right.tokens.length === 0) return 'none';
  const form = compareForms(left, right);
  if (left.joined === right.joined) return form === 'same' ? 'match' : 'close';
  const { pairs, leftOver, rightOver } = align(left.tokens, right.tokens);
  if (leftOver.length > 0 || rightOver.length > 0) return 'none';
  const unlike = pairs.filter(({ likeness }) => likeness !== 'equal');
  if (unlike.length === 0) return form === 'same' ? 'match' : 'close';
  const forgiven = unlike.length === 1 && ['typo', 'spelling'].includes(unlike[0]!.likeness);
  return forgiven && form !== 'different' ? 'close' : 'none';
}

/** Whether two names have the same legal form in any spelling, or one of them none. */
function compareForms(left: PreparedName, right: PreparedName): 'same' | 'missing' | 'different' {
  const names = (forms: readonly LegalForm[]) => [...new Set(forms.map(({ name }) => name))].sort().join('|');
  const [mine, theirs] = [names(left.forms), names(right.forms)];
  if (mine === theirs) return 'same';
  return mine === '' || theirs === '' ? 'missing' : 'different';
}
