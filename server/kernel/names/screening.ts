import { align } from './align.ts';
import { editDistance } from './distance.ts';
import type { Likeness } from './likeness.ts';
import { type PreparedName, prepareEntity, preparePerson, type Token, withoutHonours } from './name.ts';
import { skeletonOf } from './phonetic.ts';
import { particles } from './titles.ts';

/** What a name belongs to; `unknown` is told by its legal form, and taken for a person without one. */
export type SubjectKind = 'person' | 'entity' | 'unknown';

/** One line of a score's explanation: which words were taken for each other, why, and what that counts. */
export interface ScorePart {
  readonly query: string | null;
  readonly listed: string | null;
  readonly rule: Likeness | 'missing' | 'legal_form' | 'joined';
  /** How well this part agrees, 0 to 1. */
  readonly score: number;
  readonly weight: number;
}

export interface NameScore {
  /** 0 to 1: 1 for the same name. */
  readonly score: number;
  readonly parts: readonly ScorePart[];
}

/** From this score on, two names are a hit. */
export const hitScore = 0.7;

/** Prepares a name once, so that scoring it against many is cheap. */
export function prepareName(name: string, kind: SubjectKind): PreparedName {
  if (kind === 'person') return withoutHonours(preparePerson(name));
  const entity = prepareEntity(name);
  return kind === 'entity' || entity.forms.length > 0 ? entity : withoutHonours(preparePerson(name));
}

const likenessScore: Record<Likeness, number> = {
  equal: 1,
  spelling: 0.97,
  nickname: 0.9,
  typo: 1,
  sound: 0.8,
  initial: 0.7,
};

/** What words count that stand on one side only: of a query each asks to be explained, a list may know more. */
const missing = { person: { query: 0.4, listed: 0.35 }, entity: { query: 0.5, listed: 0.45 } };
/** Two names with a word each that the other one lacks are mostly two persons, however long the rest is. */
const contradiction = 0.2;
const particleWeight = 0.25;
/** What tells funds, ships and branches of one name apart. */
const numberWeight = 1.5;

/**
 * How far two names may mean the same one, with an explanation. Words are aligned whatever their order; what differs
 * on both sides speaks against it, what is missing on one side much less.
 */
export function scoreNames(
  query: string | PreparedName,
  listed: string | PreparedName,
  kind: SubjectKind = 'unknown',
): NameScore {
  const left = typeof query === 'string' ? prepareName(query, kind) : query;
  const right = typeof listed === 'string' ? prepareName(listed, kind) : listed;
  if (left.tokens.length === 0 || right.tokens.length === 0) return { score: 0, parts: [] };
  if (left.joined === right.joined && !isIdeographic(left)) return { score: 1, parts: [joinedPart(left, right, 1)] };
  const aligned = scoreAligned(left, right);
  const joined = scoreJoined(left, right);
  return joined > aligned.score ? { score: joined, parts: [joinedPart(left, right, joined)] } : aligned;
}

function isIdeographic({ tokens }: PreparedName): boolean {
  return tokens.some(({ ideographic }) => ideographic);
}

const lettersPerEdit = 8;

/** The whole name without spaces against the other one: for words joined or parted, with typing errors as well. */
function scoreJoined(one: PreparedName, other: PreparedName): number {
  if (one.tokens.length === other.tokens.length || (isIdeographic(one) && isIdeographic(other))) return 0;
  const [left, right] = [one.joined, other.joined];
  const budget = Math.floor(Math.min(left.length, right.length) / lettersPerEdit);
  if (budget === 0) return 0;
  const edits = editDistance(left, right, budget);
  return edits > budget ? 0 : 1 - (edits * 2) / Math.max(left.length, right.length);
}

function joinedPart(left: PreparedName, right: PreparedName, score: number): ScorePart {
  return { query: left.joined, listed: right.joined, rule: 'joined', score, weight: 1 };
}

function scoreAligned(left: PreparedName, right: PreparedName): NameScore {
  const aligned = align(left.tokens, right.tokens);
  const parts: ScorePart[] = aligned.pairs.map((pair) => {
    const [query, other] = [aligned.left[pair.left]!, aligned.right[pair.right]!];
    return {
      query: query.text,
      listed: other.text,
      rule: pair.likeness,
      score: scoreOf(pair.likeness, query, other),
      weight: Math.max(weightOf(query, left), weightOf(other, right)),
    };
  });
  const leftOver = aligned.leftOver.map((index) => aligned.left[index]!);
  const rightOver = aligned.rightOver.map((index) => aligned.right[index]!);
  const leftWeight = sum(leftOver.map((token) => weightOf(token, left)));
  const rightWeight = sum(rightOver.map((token) => weightOf(token, right)));
  const contradicted = Math.min(leftWeight, rightWeight);
  const cost = missing[left.kind];
  const against = contradicted + (leftWeight - contradicted) * cost.query + (rightWeight - contradicted) * cost.listed;
  const weight = sum(parts.map((part) => part.weight));
  const agreed = sum(parts.map((part) => part.score * part.weight));
  const form = compareForms(left, right);
  const factor = form * (1 - contradiction * Math.min(1, contradicted));
  const score = weight === 0 ? 0 : (agreed / (weight + against)) * factor;
  return { score, parts: form === 1 ? parts : [...parts, formPart(left, right, form)] };
}

/** Legal forms tell companies of one name apart, but lists are careless with them: a factor from 0.9 to 1. */
function compareForms({ forms: left }: PreparedName, { forms: right }: PreparedName): number {
  const [mine, theirs] = [left[0], right[0]];
  if (mine?.name === theirs?.name) return 1;
  return mine === undefined || theirs === undefined || mine.family === theirs.family ? 0.95 : 0.9;
}

function formPart(left: PreparedName, right: PreparedName, score: number): ScorePart {
  return {
    query: left.forms[0]?.name ?? null,
    listed: right.forms[0]?.name ?? null,
    rule: 'legal_form',
    score,
    weight: 0,
  };
}

function scoreOf(likeness: Likeness, left: Token, right: Token): number {
  if (likeness !== 'typo') return likenessScore[likeness];
  const length = Math.max(left.text.length, right.text.length);
  return 1 - (editDistance(left.text, right.text, 2) * 1.2) / length;
}

function weightOf(token: Token, { kind }: PreparedName): number {
  if (kind === 'person') return particles.has(token.text) ? particleWeight : 1;
  return /\d/.test(token.text) ? numberWeight : 1;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/**
 * Keys under which an index finds a name again: two names that may score as a hit share at least one. For each word its
 * sound, and the sound with one consonant left out, so that a typing error still meets it. An index does well to look
 * at the rarest keys first.
 */
export function nameKeys(name: string | PreparedName, kind: SubjectKind = 'unknown'): string[] {
  const prepared = typeof name === 'string' ? prepareName(name, kind) : name;
  const keys = new Set<string>();
  for (const token of prepared.tokens) {
    if (particles.has(token.text)) continue;
    for (const sound of soundsOf(token)) {
      keys.add(sound);
      if (sound.length < 3) continue;
      for (let at = 0; at < sound.length; at++) keys.add(sound.slice(0, at) + sound.slice(at + 1));
    }
  }
  return [...keys];
}

/** How a word sounds in each of its spellings. */
function soundsOf({ abjad, consonants, skeleton, spellings }: Token): readonly string[] {
  if (abjad) return [consonants];
  return spellings.length === 1 ? [skeleton] : [...new Set(spellings.map(skeletonOf))];
}
