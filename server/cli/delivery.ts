import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** How old or early a delivery's timestamp may be, as Standard Webhooks recommends. */
const toleranceSeconds = 300;

/**
 * What is wrong with a delivery, or nothing: both of its signatures are made again over the bytes that came. During a
 * rotation of the secret either of two may fit.
 */
export function whyNotGenuine(
  headers: IncomingHttpHeaders,
  body: Buffer,
  secret: string,
  now: Date,
): string | undefined {
  const text = (name: string) => String(headers[name] ?? '');
  const ages = [text('x-timestamp'), text('webhook-timestamp')].map((at) =>
    Math.abs(now.getTime() / 1000 - Number(at)),
  );
  if (!ages.every((age) => age <= toleranceSeconds)) return 'its timestamp is missing or too far away';
  const start = text('x-api-key') + text('x-timestamp') + text('x-event');
  const hash = createHmac('sha256', secret).update(start).update(body).digest('hex');
  if (![text('x-hash'), text('x-hash-previous')].some((given) => isSame(given, hash))) return 'x-hash does not fit';
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = createHmac('sha256', key)
    .update(`${text('webhook-id')}.${text('webhook-timestamp')}.`)
    .update(body);
  const signature = `v1,${signed.digest('base64')}`;
  const given = text('webhook-signature').split(' ');
  return given.some((each) => isSame(each, signature)) ? undefined : 'webhook-signature does not fit';
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
