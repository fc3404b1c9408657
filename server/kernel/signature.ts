import { createHash, createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { minify } from './json.ts';

/** Seconds between the signature and its check, either way. */
export const windowSeconds = 15;

/** What is signed, as it came over the wire. */
export interface SignedRequest {
  readonly method: string;
  /** Path and query as received. */
  readonly url: string;
  readonly apiKey: string;
  readonly timestamp: string;
  readonly operation: string;
  /** Exactly the bytes received. */
  readonly body: Buffer;
}

export function secretKey(secret: string | Buffer): KeyObject {
  return createSecretKey(typeof secret === 'string' ? Buffer.from(secret) : secret);
}

/** Nobody's secret: an unknown key is checked against it, so that it takes as long as a known one. */
export const unknownSecret: KeyObject = createSecretKey(randomBytes(32));

/** Whether a timestamp (Unix seconds, as text) is within the window around a moment; `undefined` when it is none. */
export function isFresh(timestamp: string, now: Date): boolean | undefined {
  if (!/^\d{1,12}$/.test(timestamp)) return undefined;
  return Math.abs(Math.floor(now.getTime() / 1000) - Number(timestamp)) <= windowSeconds;
}

/**
 * Checks `x-hash`: HMAC-SHA256, hex in either case, over key, timestamp, operation name and, for POST and PUT, the body.
 * The body counts as received, else without the blanks outside its strings; `compat` also takes it without any blanks.
 * Never over a parsed and rewritten body: order of keys and digits of numbers are the sender's.
 */
export function isSigned(request: SignedRequest, hash: string, secret: KeyObject, compat: boolean): boolean {
  const claimed = digestBytes(hash);
  const { apiKey, timestamp, operation, method, body } = request;
  const start = apiKey + timestamp + operation;
  const signsBody = (method === 'POST' || method === 'PUT') && body.length > 0;
  if (!signsBody) return claimed !== undefined && timingSafeEqual(claimed, hmac(secret, start));
  if (claimed === undefined) return false;
  if (timingSafeEqual(claimed, hmac(secret, start, body))) return true;
  // One byte, one character: so nothing is lost in bytes that are no text.
  const text = body.toString('latin1');
  const compact = minify(text);
  if (compact !== text && timingSafeEqual(claimed, hmac(secret, start, Buffer.from(compact, 'latin1')))) return true;
  const blankless = text.replace(/[ \t\r\n]/g, '');
  return compat && timingSafeEqual(claimed, hmac(secret, start, Buffer.from(blankless, 'latin1')));
}

/**
 * Checks `x-hash-v2`, which also covers method, path and query: HMAC-SHA256, hex, over method, path with query,
 * timestamp and the hex SHA-256 of the body as received, joined by line feeds.
 */
export function isSignedV2(request: SignedRequest, hash: string, secret: KeyObject): boolean {
  const claimed = digestBytes(hash);
  const { method, url, timestamp, body } = request;
  const expected = hmac(secret, `${method}\n${url}\n${timestamp}\n${createHash('sha256').update(body).digest('hex')}`);
  return claimed !== undefined && timingSafeEqual(claimed, expected);
}

function hmac(secret: KeyObject, start: string, body?: Buffer): Buffer {
  const hash = createHmac('sha256', secret).update(start);
  return (body === undefined ? hash : hash.update(body)).digest();
}

/** The 32 bytes of a hash in hex, or nothing. */
function digestBytes(hex: string): Buffer | undefined {
  const bytes = hex.length === 64 ? Buffer.from(hex, 'hex') : undefined;
  return bytes?.length === 32 ? bytes : undefined;
}
