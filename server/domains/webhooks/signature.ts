import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A new webhook secret: `whsec_` and 32 random bytes in base64, as Standard Webhooks writes secrets. */
export function newSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

/** What is signed: one attempt to deliver one event. */
export interface Signable {
  readonly apiKey: string;
  readonly action: string;
  /** The event's id, the same in each attempt. */
  readonly id: string;
  readonly attempt: number;
  /** The compact JSON text that is sent. */
  readonly body: string;
  readonly at: Date;
}

/**
 * The headers of one attempt, signed twice. `x-hash` mirrors the API's own signature: hex HMAC-SHA256 over API key,
 * timestamp (Unix seconds), action and compact body, keyed with the whole secret text. `webhook-signature` follows
 * Standard Webhooks 1.0: base64 HMAC-SHA256 over `id.timestamp.body`, keyed with the bytes behind the prefix.
 *
 * @param secrets the current secret first; during a rotation the one before as well, which then signs a second value in
 *   `webhook-signature` and `x-hash-previous`.
 */
export function signatureHeaders(signable: Signable, secrets: readonly string[]): Record<string, string> {
  const { apiKey, action, id, attempt, body } = signable;
  const timestamp = String(Math.floor(signable.at.getTime() / 1000));
  const [hash, previousHash] = secrets.map((secret) =>
    createHmac('sha256', secret)
      .update(apiKey + timestamp + action + body)
      .digest('hex'),
  );
  if (hash === undefined) throw new Error('a delivery needs a secret');
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'x-api-key': apiKey,
    'x-timestamp': timestamp,
    'x-hash': hash,
    ...(previousHash !== undefined && { 'x-hash-previous': previousHash }),
    'x-event': action,
    'x-delivery-attempt': String(attempt),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
