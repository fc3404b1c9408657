import type { RateLimit } from '../kernel/signing-key.ts';

/** What is left of a key's allowance, in the words of the RateLimit header fields. */
export interface Allowance {
  readonly allowed: boolean;
  readonly headers: readonly string[];
}

interface Bucket {
  tokens: number;
  at: number;
}

const mostBuckets = 100_000;

/** Token buckets, one per key, in this process: `take` spends one request of a key at a moment (milliseconds). */
export function openRateLimits(): { take(key: string, limit: RateLimit, now: number): Allowance } {
  const buckets = new Map<string, Bucket>();
  return {
    take(key, limit, now) {
      let bucket = buckets.get(key);
      if (bucket === undefined) {
        if (buckets.size >= mostBuckets) buckets.clear();
        bucket = { tokens: limit.burst, at: now };
        buckets.set(key, bucket);
      }
      const gained = (Math.max(0, now - bucket.at) / 1000) * limit.perSecond;
      bucket.tokens = Math.min(limit.burst, bucket.tokens + gained);
      bucket.at = now;
      const allowed = bucket.tokens >= 1;
      if (allowed) bucket.tokens -= 1;
      return { allowed, headers: describe(limit, bucket.tokens, allowed) };
    },
  };
}

function describe({ perSecond, burst }: RateLimit, tokens: number, allowed: boolean): string[] {
  const policySeconds = Math.max(1, Math.round(burst / perSecond));
  const untilNext = Math.max(1, Math.ceil((1 - tokens) / perSecond));
  const headers = [
    'RateLimit-Policy',
    `"key";q=${burst};w=${policySeconds}`,
    'RateLimit',
    `"key";r=${Math.floor(tokens)};t=${allowed ? 1 : untilNext}`,
  ];
  return allowed ? headers : [...headers, 'Retry-After', String(untilNext)];
}
