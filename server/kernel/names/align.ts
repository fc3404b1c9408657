import { type Likeness, likenessOf } from './likeness.ts';
import { type Token, tokenOf } from './name.ts';

/** Two words of two names that were found to be the same one. */
export interface Pair {
  readonly left: number;
  readonly right: number;
  readonly likeness: Likeness;
}

/** Which words of two names belong together, whatever their order; the indexes point into `left` and `right`. */
export interface Alignment {
  readonly left: readonly Token[];
  readonly right: readonly Token[];
  readonly pairs: readonly Pair[];
  readonly leftOver: readonly number[];
  readonly rightOver: readonly number[];
}

const rank: Record<Likeness, number> = { equal: 0, spelling: 1, nickname: 2, typo: 3, sound: 4, initial: 5 };

/** Aligns two names: the strongest likeness first, and of equal ones the pair that stands at like places. */
export function align(leftTokens: readonly Token[], rightTokens: readonly Token[]): Alignment {
  const [left, right] = joinWhereOneJoins(leftTokens.slice(0, mostTokens), rightTokens.slice(0, mostTokens));
  const candidates: Pair[] = [];
  for (let i = 0; i < left.length; i++) {
    for (let j = 0; j < right.length; j++) {
      const likeness = likenessOf(left[i]!, right[j]!);
      if (likeness !== undefined) candidates.push({ left: i, right: j, likeness });
    }
  }
  candidates.sort((a, b) => rank[a.likeness] - rank[b.likeness] || shift(a) - shift(b));
  const pairs: Pair[] = [];
  const leftTaken = new Set<number>();
  const rightTaken = new Set<number>();
  for (const pair of candidates) {
    if (leftTaken.has(pair.left) || rightTaken.has(pair.right)) continue;
    leftTaken.add(pair.left);
    rightTaken.add(pair.right);
    pairs.push(pair);
  }
  return { left, right, pairs, leftOver: others(left.length, leftTaken), rightOver: others(right.length, rightTaken) };
}

/** Enough for any name; what is longer is cut, so that nobody can make the bank think long. */
const mostTokens = 24;

function shift({ left, right }: Pair): number {
  return Math.abs(left - right);
}

function others(count: number, taken: ReadonlySet<number>): number[] {
  return Array.from({ length: count }, (_, index) => index).filter((index) => !taken.has(index));
}

/** Joins neighbours of one name where the other one writes them as one word ("de la Cruz", "Delacruz"). */
function joinWhereOneJoins(left: readonly Token[], right: readonly Token[]): [readonly Token[], readonly Token[]] {
  const joinedLeft = joinTo(left, right);
  return [joinedLeft, joinTo(right, joinedLeft)];
}

function joinTo(tokens: readonly Token[], others: readonly Token[]): readonly Token[] {
  if (tokens.length < 2) return tokens;
  for (const { spellings } of others) {
    for (let count = 2; count <= Math.min(4, tokens.length); count++) {
      for (let at = 0; at + count <= tokens.length; at++) {
        const run = tokens.slice(at, at + count);
        const length = run.reduce((sum, { text }) => sum + text.length, 0);
        if (!spellings.some((spelling) => spelling.length === length && spelling === joined(run))) continue;
        return joinTo([...tokens.slice(0, at), tokenOf(joined(run)), ...tokens.slice(at + count)], others);
      }
    }
  }
  return tokens;
}

function joined(run: readonly Token[]): string {
  return run.map(({ text }) => text).join('');
}
