import { createHash } from 'node:crypto';
import { minify } from '../json.ts';
import { isFresh, isSigned, isSignedV2, type SignedRequest, secretKey, windowSeconds } from '../signature.ts';
import { type Draft, hmac, type Mistake, type Parts, partNames, rightDraft, signatureOf, textOf } from './draft.ts';
import {
  bodyMistakes,
  digestMistakes,
  joinMistakes,
  operationMistakes,
  type Scene,
  secretMistakes,
  timestampMistakes,
} from './mistakes.ts';

/** A request whose signature is to be explained, as it was sent. */
export interface Exhibit {
  readonly method: string;
  /** Path and query, where known. */
  readonly url: string | undefined;
  /** The operation that method and path lead to. */
  readonly operation: string;
  readonly apiKey: string | undefined;
  readonly timestamp: string | undefined;
  readonly hash: string | undefined;
  readonly hashV2: string | undefined;
  readonly body: string;
}

/** What the bank knows of the key that the request names. */
export interface KnownKey {
  readonly secret: string;
  /** Still taken after a rotation. */
  readonly previousSecret: string | null;
  readonly hashCompat: boolean;
  readonly requireHashV2: boolean;
  /** Other secrets of the same partner, by what they are. */
  readonly otherSecrets: Scene['otherSecrets'];
}

export interface Finding {
  readonly code: string;
  readonly message: string;
  /** The byte of the expected text, counted from 0, at which what was signed first differs. */
  readonly at?: number;
}

/** One of the texts that make the signed text, and its bytes in it: the first, and the one behind the last. */
export interface Place {
  readonly part: (typeof partNames)[number];
  readonly from: number;
  readonly to: number;
}

export interface Diagnosis {
  /** Whether the request would be let in now. */
  readonly valid: boolean;
  readonly findings: readonly Finding[];
  /** What had to be signed, and what comes out of it; null without the key's secret. */
  readonly expected: { readonly text: string; readonly hash: string | null; readonly parts: readonly Place[] };
}

/** Findings that keep nobody out. */
const advice: ReadonlySet<string> = new Set(['digest_upper_case', 'hash_v2_unchecked']);

/**
 * Says whether a request is signed rightly, and if not, why: every known mistake is tried, alone and two at once, until
 * one gives the hash that was sent. Pure; nothing in the answer holds a secret.
 */
export function examine(
  exhibit: Exhibit,
  key: KnownKey | undefined,
  operations: readonly string[],
  now: Date,
): Diagnosis {
  const parts = partsOf(exhibit);
  const draft = key && rightDraft(key.secret, parts);
  const findings = [
    ...headerFindings(exhibit, key),
    ...timeFindings(exhibit.timestamp, now),
    ...(key !== undefined && exhibit.hash && exhibit.timestamp
      ? hashFindings(exhibit, exhibit.hash, key, operations)
      : []),
    ...(key !== undefined && exhibit.hashV2 ? v2Findings(exhibit, exhibit.hashV2, key) : []),
  ];
  return {
    valid: findings.every(({ code }) => advice.has(code)),
    findings,
    expected: {
      text: partNames.map((name) => parts[name]).join(''),
      hash: draft ? signatureOf(draft) : null,
      parts: placesOf(parts),
    },
  };
}

function partsOf({ method, apiKey = '', timestamp = '', operation, body }: Exhibit): Parts {
  const signsBody = method === 'POST' || method === 'PUT';
  return { api_key: apiKey, timestamp, operation, body: signsBody ? minify(body) : '' };
}

function placesOf(parts: Parts): Place[] {
  let from = 0;
  return partNames.map((part) => {
    const place = { part, from, to: from + Buffer.byteLength(parts[part]) };
    from = place.to;
    return place;
  });
}

function headerFindings({ apiKey, timestamp, hash, hashV2 }: Exhibit, key: KnownKey | undefined): Finding[] {
  const given = { 'x-api-key': apiKey, 'x-timestamp': timestamp, 'x-hash': hash };
  const missing = Object.entries(given)
    .filter(([, value]) => !value)
    .map(([name]) => ({ code: 'missing_header', message: `${name} is missing` }));
  if (key?.requireHashV2 && !hashV2) {
    missing.push({ code: 'missing_header', message: 'x-hash-v2 is missing, and this key requires it' });
  }
  if (!apiKey || key !== undefined) return missing;
  const blank = apiKey.trim() !== apiKey ? ': there are blanks around it' : '';
  const message = `x-api-key is no key of yours in this environment${blank}`;
  return [...missing, { code: 'unknown_key', message }];
}

function timeFindings(timestamp: string | undefined, now: Date): Finding[] {
  if (!timestamp) return [];
  const nowSeconds = Math.floor(now.getTime() / 1000);
  const isNow = `it is ${nowSeconds} now`;
  const found = (code: string, message: string) => [{ code, message: `x-timestamp ${message}; ${isNow}` }];
  if (/^\d{13}$/.test(timestamp)) return found('timestamp_milliseconds', 'is in milliseconds: it is in seconds');
  const fresh = isFresh(timestamp, now);
  if (fresh === undefined) return found('timestamp_invalid', 'is not a whole number of Unix seconds');
  if (fresh) return [];
  const apart = nowSeconds - Number(timestamp);
  const hours = Math.round(apart / 3600);
  const isZone = hours !== 0 && Math.abs(hours) <= 14 && Math.abs(apart - hours * 3600) <= windowSeconds;
  const zone = isZone ? `, as if it were local time ${Math.abs(hours)} hours from UTC` : '';
  const either = `is ${Math.abs(apart)} seconds ${apart > 0 ? 'old' : 'ahead'}${zone}, and ${windowSeconds} are allowed`;
  return found(isZone ? 'timestamp_zone' : 'timestamp_expired', either);
}

function hashFindings(exhibit: Exhibit, hash: string, key: KnownKey, operations: readonly string[]): Finding[] {
  const secrets = [key.secret, ...(key.previousSecret === null ? [] : [key.previousSecret])];
  const request = signedRequest(exhibit);
  if (secrets.some((secret) => isSigned(request, hash, secretKey(secret), key.hashCompat))) {
    if (hash === hash.toLowerCase()) return [];
    return [{ code: 'digest_upper_case', message: 'x-hash is taken, and ought to be in lower case' }];
  }
  const { method, url, body } = exhibit;
  const { secret, otherSecrets } = key;
  const scene: Scene = { method, url, body, secret, otherSecrets, operations };
  const right = rightDraft(secret, partsOf(exhibit));
  const mistakes = findMistakes(scene, right, hash);
  if (mistakes.length > 0) return mistakes.map((mistake) => told(right, mistake));
  return [{ code: 'hash_unknown', message: `${shapeOf(hash)}no known mistake gives this hash: ${howToGoOn}` }];
}

const howToGoOn =
  'compare the text that you sign with expected.text, byte by byte, and the secret with the one you were given';

function shapeOf(hash: string): string {
  if (/^[0-9a-f]{64}$/i.test(hash)) return '';
  return `x-hash has ${hash.length} characters and not the 64 of a SHA-256 in hex; `;
}

function signedRequest({ method, url = '', apiKey = '', timestamp = '', operation, body }: Exhibit): SignedRequest {
  return { method, url, apiKey, timestamp, operation, body: Buffer.from(body) };
}

/** What a mistake does to the text is told with the place, as far as it does anything to it. */
function told(right: Draft, { code, message, change }: Mistake): Finding {
  const [expected, signed] = [textOf(right), textOf(change(right))].map((text) => Buffer.from(text));
  let at = 0;
  while (at < expected!.length && expected![at] === signed![at]) at += 1;
  return expected!.equals(signed!) ? { code, message } : { code, message, at };
}

/** Bodies longer than this are tried with one mistake only. */
const longestForPairs = 8192;

/** The mistake, or the two mistakes in different places, that give the hash; none when nothing known does. */
function findMistakes(scene: Scene, right: Draft, hash: string): Mistake[] {
  const places = [
    bodyMistakes(scene, right),
    secretMistakes(scene, right),
    operationMistakes(scene, right),
    joinMistakes(right),
    timestampMistakes(right),
    digestMistakes(),
  ];
  const wanted = /^[0-9a-f]{64}$/i.test(hash) ? hash.toLowerCase() : hash;
  const gives = (draft: Draft) => signatureOf(draft) === wanted;
  for (const mistake of places.flat()) if (gives(mistake.change(right))) return [mistake];
  if (scene.body.length > longestForPairs) return [];
  const common = places.map((mistakes) => mistakes.filter(({ alone }) => alone !== true));
  for (const [index, firsts] of common.entries()) {
    for (const second of common.slice(index + 1).flat()) {
      for (const first of firsts) if (gives(second.change(first.change(right)))) return [first, second];
    }
  }
  return [];
}

/** `x-hash-v2`: its own few mistakes. */
function v2Findings(exhibit: Exhibit, hash: string, { secret, previousSecret }: KnownKey): Finding[] {
  const { method, url, timestamp = '', body } = exhibit;
  if (url === undefined) {
    return [{ code: 'hash_v2_unchecked', message: 'x-hash-v2 covers the path with its query: give the path as sent' }];
  }
  const secrets = [secret, ...(previousSecret === null ? [] : [previousSecret])];
  const request = signedRequest(exhibit);
  if (secrets.some((each) => isSignedV2(request, hash, secretKey(each)))) return [];
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const lines = [method, url, timestamp, sha256(body)];
  const tries: readonly (readonly [string, readonly string[], string])[] = [
    ['without the query', [method, url.split('?')[0]!, timestamp, sha256(body)], '\n'],
    ['with the method in lower case', [method.toLowerCase(), url, timestamp, sha256(body)], '\n'],
    ['with the body itself in place of its SHA-256', [method, url, timestamp, body], '\n'],
    [
      'with the SHA-256 of the compact body: it is that of the body that was sent',
      [method, url, timestamp, sha256(minify(body))],
      '\n',
    ],
    ['with the SHA-256 in upper case', [method, url, timestamp, sha256(body).toUpperCase()], '\n'],
    ['without the line of the body', [method, url, timestamp], '\n'],
    ['with a line feed at its end', [...lines, ''], '\n'],
    ['with nothing between its lines', lines, ''],
    ['with \\n written as two characters', lines, '\\n'],
    ['in the order of x-hash', [timestamp, method, url, sha256(body)], '\n'],
  ];
  const found = tries.find(([, texts, separator]) => {
    const digest = hmac('sha256')(Buffer.from(secret), Buffer.from(texts.join(separator)));
    return digest.toString('hex') === hash.toLowerCase();
  });
  const why = found === undefined ? 'no known mistake gives it' : `the text was signed ${found[0]}`;
  return [
    {
      code: 'hash_v2_wrong',
      message: `x-hash-v2: ${why}; it is method, path with query, timestamp and the hex SHA-256 of the body, a line each`,
    },
  ];
}
