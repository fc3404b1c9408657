import type { WebhookEvents } from './generated/types.ts';
import { hmacKey } from './signing.ts';

/** Around every payload. */
interface Envelope<Action extends string, Payload> {
  readonly action: Action;
  readonly payload: Payload;
  /** The same on every try and in every delivery: drop what you have seen. */
  readonly id: string;
  readonly created_at: string;
  readonly environment: 'sandbox' | 'production';
  readonly version: string;
  /** Without gaps within your instance, in the order of commits. */
  readonly sequence: number;
}

/** An event as it is delivered: `action` tells which payload it has. */
export type WebhookEvent = {
  [Action in keyof WebhookEvents]: Envelope<Action, WebhookEvents[Action]>;
}[keyof WebhookEvents];

/** A delivery as it came in. */
export interface Delivery {
  /** Of `fetch`, or of Node's server. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The bytes or the text as received, before any parsing. */
  readonly body: string | Uint8Array;
}

export interface WebhookCheck {
  /** The webhook secret (`whsec_…`); several while you change it. */
  readonly secret: string | readonly string[];
  /** How old or early a delivery may be; 300 if it is not said. */
  readonly toleranceSeconds?: number;
  /** Now, in milliseconds since 1970. */
  readonly now?: number;
}

/** A delivery that nobody should believe: answer it 400. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

/**
 * Checks both signatures of a delivery and its age, and answers the event. Throws WebhookError when anything does not
 * fit. During a rotation the bank signs with two secrets, and either of them will do.
 */
export async function readWebhook(delivery: Delivery, check: WebhookCheck): Promise<WebhookEvent> {
  const { secret, toleranceSeconds = 300, now = Date.now() } = check;
  const header = (name: string) => headerOf(delivery, name);
  const bytes = typeof delivery.body === 'string' ? encoder.encode(delivery.body) : delivery.body;
  for (const name of ['x-timestamp', 'webhook-timestamp']) {
    if (!(Math.abs(now / 1000 - Number(header(name) || Number.NaN)) <= toleranceSeconds)) {
      throw new WebhookError(`${name} is missing or too far from now`);
    }
  }
  const hashed = join(header('x-api-key') + header('x-timestamp') + header('x-event'), bytes);
  const signed = join(`${header('webhook-id')}.${header('webhook-timestamp')}.`, bytes);
  const hashes = [header('x-hash'), header('x-hash-previous')].map(fromHex);
  const signatures = header('webhook-signature')
    .split(' ')
    .map((each) => (each.startsWith('v1,') ? fromBase64(each.slice('v1,'.length)) : undefined));
  for (const each of typeof secret === 'string' ? [secret] : secret) {
    const standardKey = fromBase64(each.replace(/^whsec_/, ''));
    if (standardKey === undefined || standardKey.length === 0)
      throw new WebhookError('the secret is no webhook secret');
    const both = [await fits(each, hashed, hashes), await fits(standardKey, signed, signatures)];
    if (both.every(Boolean)) return eventOf(bytes);
  }
  throw new WebhookError('the signatures do not fit');
}

type Bytes = Uint8Array<ArrayBuffer>;
const encoder = new TextEncoder();

function headerOf({ headers }: Delivery, name: string): string {
  return String((headers instanceof Headers ? headers.get(name) : headers[name]) ?? '');
}

async function fits(secret: string | Bytes, text: Bytes, given: readonly (Bytes | undefined)[]): Promise<boolean> {
  const key = await hmacKey(secret);
  for (const mac of given) {
    if (mac !== undefined && (await crypto.subtle.verify('HMAC', key, mac, text))) return true;
  }
  return false;
}

function eventOf(bytes: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
  } catch (cause) {
    throw new WebhookError('the body is not JSON', { cause });
  }
}

function join(start: string, body: Uint8Array): Bytes {
  const head = encoder.encode(start);
  const whole = new Uint8Array(head.length + body.length);
  whole.set(head);
  whole.set(body, head.length);
  return whole;
}

function fromHex(text: string): Bytes | undefined {
  if (!/^([0-9a-f]{2})+$/i.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function fromBase64(text: string): Bytes | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
