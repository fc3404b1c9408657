/** Who calls. */
export interface Credentials {
  readonly apiKey: string;
  readonly secretKey: string;
}

/** A call as its signature sees it. */
export interface Signable {
  /** The operation's name, as in the reference: `transfer_create`. */
  readonly operation: string;
  readonly method: string;
  /** Path and query as sent; only the stronger signature covers them. */
  readonly path?: string;
  /** The body exactly as sent. */
  readonly body?: string;
  /** When, in milliseconds since 1970; now, if it is not said. */
  readonly at?: number;
  /** Whether to add `x-hash-v2`, which also covers method, path and query. */
  readonly strong?: boolean;
}

const encoder = new TextEncoder();
const algorithm = { name: 'HMAC', hash: 'SHA-256' };

/** The key of an HMAC-SHA256. */
export function hmacKey(secret: string | Uint8Array<ArrayBuffer>) {
  const bytes = typeof secret === 'string' ? encoder.encode(secret) : secret;
  return crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign', 'verify']);
}

/**
 * The headers of a signed call: `x-api-key`, `x-timestamp`, `x-hash`, and `x-hash-v2` where it is asked for. They hold
 * for 15 seconds. For those who send the request themselves; `openEmi` does all of it.
 */
export async function signatureHeaders(
  { apiKey, secretKey }: Credentials,
  { operation, method, path = '', body = '', at = Date.now(), strong = false }: Signable,
): Promise<Record<string, string>> {
  const key = await hmacKey(secretKey);
  const sign = async (text: string) => toHex(await crypto.subtle.sign('HMAC', key, encoder.encode(text)));
  const timestamp = String(Math.floor(at / 1000));
  const signsBody = method === 'POST' || method === 'PUT';
  const headers: Record<string, string> = {
    'x-api-key': apiKey,
    'x-timestamp': timestamp,
    'x-hash': await sign(apiKey + timestamp + operation + (signsBody ? body : '')),
  };
  if (strong) {
    const digest = toHex(await crypto.subtle.digest('SHA-256', encoder.encode(body)));
    headers['x-hash-v2'] = await sign(`${method}\n${path}\n${timestamp}\n${digest}`);
  }
  return headers;
}

function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
