import { editDistance } from '../kernel/names/distance.ts';

const mostShown = 3;

/** `: did you mean a or b?`: the known names a slip of the keyboard away, the nearest first; else what else helps. */
export function suggestion(given: string, known: readonly string[], otherwise: string): string {
  const budget = Math.max(2, Math.floor(given.length / 4));
  const near = known
    .map((name) => ({ name, distance: editDistance(given, name, budget) }))
    .filter(({ distance }) => distance <= budget)
    .sort((one, other) => one.distance - other.distance)
    .slice(0, mostShown)
    .map(({ name }) => name);
  return near.length > 0 ? `: did you mean ${near.join(' or ')}?` : `: ${otherwise}`;
}
