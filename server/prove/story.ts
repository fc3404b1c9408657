import type { World } from './world.ts';

/** What a story saw. */
export interface Seen {
  /** One or two sentences for a stranger, with the numbers. */
  readonly words: string;
  /** What is not as it must be; nothing when the promise was kept. */
  readonly problems: readonly string[];
  /** The numbers for programs. */
  readonly facts: Readonly<Record<string, number>>;
}

/** One promise of the bank, tried as hard as it can be. */
export interface Story {
  readonly name: string;
  readonly title: string;
  /** What is tried, and what it means for whoever relies on the bank. */
  readonly tried: string;
  readonly means: string;
  play(world: World): Promise<Seen>;
}

/** How a story ended. */
export interface Told extends Omit<Story, 'play'> {
  readonly ok: boolean;
  readonly seen: string;
  readonly problems: readonly string[];
  readonly facts: Readonly<Record<string, number>>;
  readonly seconds: number;
}

/** Plays a story to its end; what it throws is a promise that was not kept. */
export async function tell({ play, ...story }: Story, world: World): Promise<Told> {
  const started = performance.now();
  const seen = await play(world).catch((error: unknown): Seen => {
    const message = error instanceof Error ? error.message : String(error);
    return { words: 'It did not come to its end.', problems: [message], facts: {} };
  });
  const { words, problems, facts } = seen;
  const seconds = Math.round(performance.now() - started) / 1000;
  return { ...story, ok: problems.length === 0, seen: words, problems, facts, seconds };
}

/** How often each code was answered, as words: `1 × 0, 19 × 12001`. */
export function tally(codes: readonly number[]): string {
  const counted = Map.groupBy(codes, (code) => code);
  return [...counted]
    .sort(([one], [other]) => one - other)
    .map(([code, all]) => `${all.length} × ${code}`)
    .join(', ');
}
