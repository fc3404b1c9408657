import { permutations, reorderedBodies, rewrittenBodies, strangeBodies } from './bodies.ts';
import { type Draft, hmac, inParts, type Mistake, type PartName, partNames, plainHash } from './draft.ts';

/** What is known beside the draft itself. */
export interface Scene {
  readonly method: string;
  /** Path and query as sent, where known. */
  readonly url: string | undefined;
  /** The body as sent. */
  readonly body: string;
  readonly secret: string;
  /** Other secrets of the same partner, by what they are. */
  readonly otherSecrets: readonly { readonly name: string; readonly secret: string }[];
  /** The names of all operations. */
  readonly operations: readonly string[];
}

const secretOnly = (code: string, message: string, secret: string | Buffer, alone = false): Mistake => ({
  code,
  message,
  alone,
  change: (draft) => ({ ...draft, secret: Buffer.from(secret as string) }),
});

/** Another secret, or the right one with something done to it. The messages tell nothing of it but its length. */
export function secretMistakes({ secret, otherSecrets }: Scene, right: Draft): Mistake[] {
  const { api_key: apiKey } = right.parts;
  const wrapped = (what: string, text: string) =>
    secretOnly('secret_blank', `the secret was used with ${what}: trim it when you read it`, text);
  const decoded = (what: BufferEncoding) =>
    secretOnly('secret_decoded', `the secret was decoded from ${what}: use its characters`, Buffer.from(secret, what));
  const encoded = (what: BufferEncoding) =>
    secretOnly('secret_encoded', `the secret was encoded as ${what}: use its characters`, bytesOf(secret, what));
  const swapped = 'API key and secret have changed places';
  return [
    wrapped('a line feed at its end', `${secret}\n`),
    wrapped('carriage return and line feed at its end', `${secret}\r\n`),
    wrapped('a blank at its end', `${secret} `),
    wrapped('a blank before it', ` ${secret}`),
    wrapped('quotation marks around it', `"${secret}"`),
    wrapped('apostrophes around it', `'${secret}'`),
    wrapped('a byte order mark before it', `\ufeff${secret}`),
    decoded('base64'),
    decoded('hex'),
    encoded('base64'),
    encoded('hex'),
    secretOnly('secret_case', 'the secret was used in upper case', secret.toUpperCase()),
    secretOnly('secret_case', 'the secret was used in lower case', secret.toLowerCase()),
    secretOnly('secret_empty', 'the secret was empty: perhaps a variable that is not set', ''),
    {
      code: 'key_and_secret_swapped',
      message: swapped,
      change: (draft) => ({ ...draft, secret: Buffer.from(apiKey), parts: { ...draft.parts, api_key: secret } }),
    },
    secretOnly('key_and_secret_swapped', 'the API key was used as the secret', apiKey),
    ...otherSecrets.map(({ name, secret: other }) => secretOnly('secret_of_other', `signed with ${name}`, other)),
    ...cut(secret),
  ];
}

function bytesOf(secret: string, encoding: BufferEncoding): Buffer {
  return Buffer.from(Buffer.from(secret).toString(encoding));
}

function cut(secret: string): Mistake[] {
  const lengths = Array.from({ length: Math.max(0, secret.length - 1) }, (_, index) => index + 1);
  return lengths.flatMap((length) => {
    const only = (which: string, part: string) =>
      secretOnly('secret_cut', `only the ${which} ${length} of the secret's ${secret.length} characters`, part, true);
    return [only('first', secret.slice(0, length)), only('last', secret.slice(-length))];
  });
}

const mostSecondsApart = 120;

/** Another time in the text than in the header. */
export function timestampMistakes(right: Draft): Mistake[] {
  const { timestamp } = right.parts;
  const seconds = Number(timestamp);
  const missing = inParts('timestamp_missing', 'the text was signed without the timestamp', { timestamp: '' });
  if (!/^\d{1,15}$/.test(timestamp)) return [missing];
  const signed = (code: string, what: string, text: string, alone = false) =>
    inParts(code, `${what} was signed, and ${timestamp} sent`, { timestamp: text }, alone);
  const inMilliseconds = timestamp.length >= 12;
  return [
    missing,
    ...(inMilliseconds
      ? [signed('timestamp_other', 'the time in seconds', timestamp.slice(0, -3))]
      : Array.from({ length: 1000 }, (_, more) =>
          signed('timestamp_milliseconds', 'the time in milliseconds', String(seconds * 1000 + more), more > 0),
        )),
    signed('timestamp_other', 'the time with decimals', `${timestamp}.0`),
    ...moments(inMilliseconds ? seconds : seconds * 1000).map((text) =>
      signed('timestamp_format', 'the time as a date', text),
    ),
    ...Array.from({ length: mostSecondsApart }, (_, index) => index + 1).flatMap((apart) =>
      [seconds - apart, seconds + apart].map((other) =>
        signed('timestamp_other', `the time ${other}`, String(other), true),
      ),
    ),
  ];
}

function moments(milliseconds: number): string[] {
  const moment = new Date(milliseconds);
  if (Number.isNaN(moment.getTime())) return [];
  const text = moment.toISOString();
  return [text, text.replace(/\.\d{3}/, '')];
}

/** Something else where the operation's name belongs. */
export function operationMistakes({ method, url, operations }: Scene, right: Draft): Mistake[] {
  const { operation } = right.parts;
  const named = (message: string, text: string, alone = false) =>
    inParts('operation_wrong', `${message}: it is ${operation}`, { operation: text }, alone);
  const path = url?.split('?')[0];
  const paths = [url, path, path?.replace(/^\//, ''), path?.replace(/\/$/, '')].filter((text) => text !== undefined);
  const camel = operation.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return [
    inParts('operation_missing', "the text was signed without the operation's name", { operation: '' }),
    ...[...new Set(paths)].flatMap((text) => [
      inParts('operation_is_path', 'the path was signed in place of the operation', { operation: text }),
      inParts('operation_is_path', 'method and path were signed in place of the operation', {
        operation: method + text,
      }),
    ]),
    named("the operation's name was written otherwise", operation.toUpperCase()),
    named("the operation's name was written otherwise", operation.replaceAll('_', '-')),
    named("the operation's name was written otherwise", camel),
    named('the method was signed before the operation', method + operation),
    ...operations.map((other) => named(`the name of another operation was signed, ${other}`, other, true)),
  ];
}

/** Another body than the one that counts. */
export function bodyMistakes({ method, url, body }: Scene, right: Draft): Mistake[] {
  const counted = right.parts.body;
  if (method === 'POST' || method === 'PUT') {
    return [...strangeBodies(body, counted), ...rewrittenBodies(body, counted), ...reorderedBodies(body)];
  }
  const included = (what: string, text: string) =>
    inParts('body_included', `${what} was signed: GET and DELETE sign none`, { body: text });
  const query = url?.split('?')[1] ?? '';
  return [
    ...[body, '{}', '[]', 'null'].filter((text) => text !== '').map((text) => included(`the body ${text}`, text)),
    ...(query === '' ? [] : [included('the query', query), included('the query', `?${query}`)]),
  ];
}

const separators = ['.', ':', '|', '\n', ' ', '-', '_', ',', ';', '&', '+', '/'];

/** The right parts, put together otherwise. */
export function joinMistakes(right: Draft): Mistake[] {
  const present = partNames.filter((name) => right.parts[name] !== '');
  const ordered = permutations(partNames)
    .slice(1)
    .map((order) => ({
      code: 'order_wrong',
      message: `the parts were joined as ${order.filter((name) => present.includes(name)).join(' + ')}: it is ${present.join(' + ')}`,
      change: (draft: Draft) => ({ ...draft, join: joined(order, '') }),
    }));
  const separated = separators.map((separator) => ({
    code: 'separator',
    message: `the parts were joined with ${JSON.stringify(separator)} between them: nothing stands there`,
    change: (draft: Draft) => ({ ...draft, join: joined(present, separator) }),
  }));
  const withoutKey = inParts('api_key_missing', 'the text was signed without the API key', { api_key: '' });
  return [...ordered, ...separated, withoutKey];
}

function joined(order: readonly PartName[], separator: string): Draft['join'] {
  return (parts) => order.map((name) => parts[name]).join(separator);
}

/** Another digest, another way to write it, or another encoding of the text. */
export function digestMistakes(): Mistake[] {
  const encoded = (what: string, encode: Draft['encode']): Mistake => ({
    code: 'digest_encoding',
    message: `the digest was sent ${what}: it is lower-case hex`,
    change: (draft) => ({ ...draft, encode }),
  });
  const digested = (message: string, digest: Draft['digest']): Mistake => ({
    code: 'digest_algorithm',
    message: `${message}: it is HMAC-SHA256 with the secret as the key`,
    change: (draft) => ({ ...draft, digest }),
  });
  return [
    encoded('as base64', (digest) => digest.toString('base64')),
    encoded('as base64url', (digest) => digest.toString('base64url')),
    encoded('as base64 of its hex', (digest) => Buffer.from(digest.toString('hex')).toString('base64')),
    encoded('as hex of its hex', (digest) => Buffer.from(digest.toString('hex')).toString('hex')),
    encoded('with a prefix', (digest) => `sha256=${digest.toString('hex')}`),
    digested('a plain SHA-256 over secret and text was sent', (secret, text) => plainHash('sha256', secret, text)),
    digested('a plain SHA-256 over text and secret was sent', (secret, text) => plainHash('sha256', text, secret)),
    digested('a plain SHA-256 over the text was sent', (_, text) => plainHash('sha256', text)),
    digested('the text was used as the key, and the secret was signed', (secret, text) => hmac('sha256')(text, secret)),
    ...['md5', 'sha1', 'sha384', 'sha512'].map((name) => digested(`HMAC-${name.toUpperCase()} was sent`, hmac(name))),
    {
      code: 'text_encoding',
      message: 'the text was signed in Latin-1: it is UTF-8',
      change: (draft) => ({ ...draft, charset: 'latin1' }),
    },
  ];
}
