const longest = 64;
const rows = [new Uint8Array(longest + 1), new Uint8Array(longest + 1), new Uint8Array(longest + 1)] as const;

/**
 * How many letters have to be added, left out, replaced or swapped with their neighbour to get from one word to the
 * other (Damerau's distance, each letter touched once). More than `budget` is answered as `budget + 1`; only the first
 * 64 letters count.
 */
export function editDistance(left: string, right: string, budget: number): number {
  if (left === right) return 0;
  const a = left.length > longest ? left.slice(0, longest) : left;
  const b = right.length > longest ? right.slice(0, longest) : right;
  if (Math.abs(a.length - b.length) > budget) return budget + 1;
  let [before, previous, current] = rows as readonly Uint8Array[] as [Uint8Array, Uint8Array, Uint8Array];
  for (let j = 0; j <= b.length; j++) previous[j] = j;
  for (let i = 1; i <= a.length; i++) {
    current[0] = i;
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const cost = a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1;
      let best = Math.min(previous[j]! + 1, current[j - 1]! + 1, previous[j - 1]! + cost);
      if (swapped(a, b, i, j)) best = Math.min(best, before[j - 2]! + 1);
      current[j] = best;
      if (best < least) least = best;
    }
    if (least > budget) return budget + 1;
    [before, previous, current] = [previous, current, before];
  }
  return Math.min(previous[b.length]!, budget + 1);
}

function swapped(a: string, b: string, i: number, j: number): boolean {
  return i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
}

/** Jaro's similarity of two texts, 0 to 1: shared letters near each other, less half of those out of order. */
export function jaro(a: string, b: string): number {
  if (a === b) return 1;
  if (a.length === 0 || b.length === 0) return 0;
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const taken = new Uint8Array(b.length);
  const shared: number[] = [];
  for (let i = 0; i < a.length; i++) {
    const end = Math.min(b.length, i + reach + 1);
    for (let j = Math.max(0, i - reach); j < end; j++) {
      if (taken[j] === 1 || a.charCodeAt(i) !== b.charCodeAt(j)) continue;
      taken[j] = 1;
      shared.push(a.charCodeAt(i));
      break;
    }
  }
  if (shared.length === 0) return 0;
  let outOfOrder = 0;
  let at = 0;
  for (let j = 0; j < b.length; j++) {
    if (taken[j] === 1 && shared[at++] !== b.charCodeAt(j)) outOfOrder++;
  }
  const m = shared.length;
  return (m / a.length + m / b.length + (m - outOfOrder / 2) / m) / 3;
}

/** Jaro's similarity, raised for up to four equal first letters (Winkler's scale, 0.1 each). */
export function jaroWinkler(a: string, b: string): number {
  const base = jaro(a, b);
  let prefix = 0;
  while (prefix < 4 && prefix < a.length && a[prefix] === b[prefix]) prefix++;
  return base + prefix * 0.1 * (1 - base);
}
