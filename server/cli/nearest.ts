import { editDistance } from '../kernel/names/distance.ts';

const mostShown = 3;

/** The known names that are a slip of the keyboard away from what was given, the nearest first. */
export function nearest(given: string, known: readonly string[]): string[] {
  const budget = Math.max(2, Math.floor(given.length / 4));
  return known
    .map((name) => ({ name, distance: editDistance(given, name, budget) }))
    .filter(({ distance }) => distance <= budget)
    .sort((one, other) => one.distance - other.distance)
    .slice(0, mostShown)
    .map(({ name }) => name);
}

/** `: did you mean a or b?`, or what else helps where nothing is near. */
export function suggestion(given: string, known: readonly string[], otherwise: string): string {
  const near = nearest(given, known);
  return near.length > 0 ? `: did you mean ${near.join(' or ')}?` : `: ${otherwise}`;
}
