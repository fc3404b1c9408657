import type { IncomingHttpHeaders } from 'node:http';
import ipaddr from 'ipaddr.js';
import type { Clock } from '../kernel/clock.ts';
import type { Caller, Operation } from '../kernel/operation.ts';
import { type Refused, refuse, tooManyRequests, unauthorized } from '../kernel/refusal.ts';
import { isFresh, isSigned, isSignedV2, type SignedRequest, unknownSecret } from '../kernel/signature.ts';
import type { FindKey, RateLimit, SigningKey } from '../kernel/signing-key.ts';
import { openRateLimits } from './rate-limit.ts';
import type { Replays } from './replays.ts';

/** A request at the signed door: what was received, and the operation that it wants. */
export interface Knock {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
  readonly operation: Operation;
  readonly body: Buffer;
}

/** Why a request is not authorized (N52). The sandbox tells the caller, production only its request log. */
export type AuthReason =
  | 'missing_header'
  | 'unknown_key'
  | 'key_disabled'
  | 'timestamp_invalid'
  | 'timestamp_expired'
  | 'invalid_hash'
  | 'ip_not_allowed'
  | 'replayed';

export interface Entry {
  /** Whose key it is, as far as that is known: for the request log. */
  readonly key: SigningKey | undefined;
  readonly denied?: Refused;
  readonly reason?: AuthReason;
  /** The rate limit's header fields. */
  readonly headers: readonly string[];
}

export interface DoorOptions {
  readonly findKey: FindKey;
  /** Told of every call that came in. */
  readonly noteUse: (caller: Caller, at: Date) => void;
  readonly clock: Clock;
  readonly environment: 'sandbox' | 'production';
  readonly replays: Replays;
}

const productionRateLimit: RateLimit = { perSecond: 1000, burst: 2000 };

/** The signed door: raw bytes in, a verified caller out. No environment lets anyone pass without a signature. */
export function openDoor({
  findKey,
  noteUse,
  clock,
  environment,
  replays,
}: DoorOptions): (knock: Knock) => Promise<Entry> {
  const limits = openRateLimits();
  return async (knock) => {
    const now = clock.now();
    const apiKey = knock.headers['x-api-key'];
    const key = typeof apiKey === 'string' ? await findKey(apiKey) : undefined;
    const reason = whyNot(knock, key, now) ?? (await replayed(knock, key, replays));
    if (reason !== undefined) {
      return {
        key,
        reason,
        denied: refuse(unauthorized, environment === 'sandbox' ? { reason } : undefined),
        headers: [],
      };
    }
    noteUse(key!.caller, now);
    const limit = key!.rateLimit ?? (environment === 'production' ? productionRateLimit : undefined);
    if (limit === undefined) return { key, headers: [] };
    const { allowed, headers } = limits.take(key!.caller.key, limit, now.getTime());
    return allowed ? { key, headers } : { key, denied: refuse(tooManyRequests), headers };
  };
}

/** The first reason that keeps a request out, in this order; only who holds the secret learns more about the key. */
function whyNot(knock: Knock, key: SigningKey | undefined, now: Date): AuthReason | undefined {
  const apiKey = knock.headers['x-api-key'];
  const timestamp = knock.headers['x-timestamp'];
  const hash = knock.headers['x-hash'];
  if (typeof apiKey !== 'string' || typeof timestamp !== 'string' || typeof hash !== 'string') return 'missing_header';
  const fresh = isFresh(timestamp, now);
  if (fresh === undefined) return 'timestamp_invalid';
  const { method, url, operation, body } = knock;
  const request: SignedRequest = { method, url, apiKey, timestamp, operation: operation.name, body };
  const signed = secretsOf(key, now).some((secret) => isSigned(request, hash, secret, key?.hashCompat ?? true));
  if (key === undefined) return fresh ? 'unknown_key' : 'timestamp_expired';
  if (!fresh) return 'timestamp_expired';
  if (!signed) return 'invalid_hash';
  return whyNotV2(request, knock.headers['x-hash-v2'], key, now) ?? whyNotKey(knock, key, now);
}

function whyNotV2(request: SignedRequest, hash: unknown, key: SigningKey, now: Date): AuthReason | undefined {
  if (hash === undefined) return key.requireHashV2 ? 'missing_header' : undefined;
  const signed = typeof hash === 'string' && secretsOf(key, now).some((secret) => isSignedV2(request, hash, secret));
  return signed ? undefined : 'invalid_hash';
}

function whyNotKey({ address }: Knock, key: SigningKey, now: Date): AuthReason | undefined {
  if (key.disabled || (key.expiresAt !== null && key.expiresAt <= now)) return 'key_disabled';
  const { ips } = key.caller.constraints;
  return Array.isArray(ips) && ips.length > 0 && !isWithin(address, ips) ? 'ip_not_allowed' : undefined;
}

function secretsOf(key: SigningKey | undefined, now: Date) {
  if (key === undefined) return [unknownSecret];
  return key.secrets.filter(({ validUntil }) => validUntil === null || validUntil > now).map((secret) => secret.key);
}

/** Equal reads within one second are honest; a change that comes twice with the same strong signature is not. */
async function replayed(knock: Knock, key: SigningKey | undefined, replays: Replays): Promise<AuthReason | undefined> {
  const hash = knock.headers['x-hash-v2'];
  if (typeof hash !== 'string' || key === undefined || knock.method === 'GET') return undefined;
  // With the replay guard a repeated money request gets the first answer instead.
  if (key.replayGuard && knock.operation.post !== undefined) return undefined;
  return (await replays.isFirst(key.caller.instance, hash)) ? undefined : 'replayed';
}

/** Whether an address is one of the list or in one of its ranges; an entry that cannot be read holds nobody. */
function isWithin(address: string, list: readonly unknown[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const caller = ipaddr.process(address);
  return list.some((entry) => {
    if (typeof entry !== 'string') return false;
    const range = entry.includes('/') ? entry : `${entry}/${entry.includes(':') ? 128 : 32}`;
    if (!ipaddr.isValidCIDR(range)) return false;
    const [network, bits] = ipaddr.parseCIDR(range);
    return network.kind() === caller.kind() && caller.match([network, bits] as [ipaddr.IPv4, number]);
  });
}
