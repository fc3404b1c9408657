import { editDistance, jaro } from './distance.ts';
import type { Token } from './name.ts';
import { areNicknames } from './nicknames.ts';

/**
 * How two words are alike, from the strongest to the weakest: `equal` in a usual romanisation; `spelling`: one name
 * spelt by two systems (Stefan, Stephan); `nickname`; `initial`; `typo`: within the edit budget; `sound`.
 */
export type Likeness = 'equal' | 'spelling' | 'nickname' | 'initial' | 'typo' | 'sound';

/** Words of one to three letters have to be right; up to seven one mistake is forgiven, in longer ones two. */
function editBudget(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  return length < 4 ? 0 : length < 8 ? 1 : 2;
}

/** How two words are alike; undefined when they are not. Words with digits are equal or not alike. */
export function likenessOf(left: Token, right: Token): Likeness | undefined {
  if (left === right) return 'equal';
  if (left.ideographic && right.ideographic) return share(left.spellings, right.spellings) ? 'sound' : undefined;
  if (share(left.spellings, right.spellings)) return 'equal';
  if (/\d/.test(left.text) && /\d/.test(right.text)) return undefined;
  if (share(left.folds, right.folds)) return left.foreign === right.foreign ? 'spelling' : 'equal';
  if (left.text.length === 1 || right.text.length === 1) {
    return left.text[0] === right.text[0] ? 'initial' : undefined;
  }
  if (some(left, right, areNicknames)) return 'nickname';
  if (some(left, right, isTypo)) return 'typo';
  return soundAlike(left, right) ? 'sound' : undefined;
}

function share(left: readonly string[], right: readonly string[]): boolean {
  if (left.length === 1 && right.length === 1) return left[0] === right[0];
  return left.some((each) => right.includes(each));
}

/** Whether some spellings of two words hold something together. */
function some(left: Token, right: Token, holds: (left: string, right: string) => boolean): boolean {
  return left.spellings.some((mine) => right.spellings.some((theirs) => holds(mine, theirs)));
}

function isTypo(left: string, right: string): boolean {
  const budget = editBudget(left, right);
  return budget > 0 && editDistance(left, right, budget) <= budget;
}

const leastJaroOfSound = 0.75;

/** The same consonants, in words that look alike; of a script without vowels the consonants are all there is. */
function soundAlike(left: Token, right: Token): boolean {
  if (left.abjad !== right.abjad) return left.consonants.length > 1 && left.consonants === right.consonants;
  return (
    left.skeleton.length > 1 && left.skeleton === right.skeleton && jaro(left.text, right.text) >= leastJaroOfSound
  );
}
