import { hash, randomFillSync } from 'node:crypto';

const hex: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const counterDigits: readonly string[] = Array.from({ length: 4096 }, (_, count) =>
  count.toString(16).padStart(3, '0'),
);

// One call for randomness costs more than all the rest of an id, so it is drawn for many ids at once.
const bytesPerId = 8;
const pool = new Uint8Array(bytesPerId * 512);
let poolOffset = pool.length;

let lastMilliseconds = 0;
let timePart = '';
let count = 0;

/**
 * A new id: UUIDv7 (RFC 9562), canonical lower-case form. Ids of one process ascend, also within a millisecond (the 12
 * bits after the time count) and when the clock steps back; the other 62 bits are random. The time in it is a hint for
 * indexes, never a booking time.
 */
export function newId(): string {
  if (poolOffset === pool.length) {
    randomFillSync(pool);
    poolOffset = 0;
  }
  const at = poolOffset;
  poolOffset += bytesPerId;
  const now = Date.now();
  if (now > lastMilliseconds) startMillisecond(now);
  else if (++count === counterDigits.length) startMillisecond(lastMilliseconds + 1);
  const byte = (index: number): string => hex[pool[at + index]!]!;
  const variant = hex[(pool[at]! & 0x3f) | 0x80]!;
  return `${timePart}${counterDigits[count]}-${variant}${byte(1)}-${byte(2)}${byte(3)}${byte(4)}${byte(5)}${byte(6)}${byte(7)}`;
}

function startMillisecond(milliseconds: number): void {
  lastMilliseconds = milliseconds;
  count = 0;
  const digits = milliseconds.toString(16).padStart(12, '0');
  timePart = `${digits.slice(0, 8)}-${digits.slice(8)}-7`;
}

/** The id of something by its name: UUIDv8 of the name's SHA-256, the same for the same name wherever it is made. */
export function namedId(name: string): string {
  const bytes = hash('sha256', name, 'buffer').subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const digits = bytes.toString('hex');
  return [8, 12, 16, 20].reduceRight((text, at) => `${text.slice(0, at)}-${text.slice(at)}`, digits);
}

const canonical = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const undashed = /^[0-9a-f]{32}$/;

/**
 * A token as a client may write it (36 characters, or 32 without dashes, in any case) to its canonical form: lower case,
 * 36 characters. `undefined` for everything else.
 */
export function parseToken(text: string): string | undefined {
  const lower = text.toLowerCase();
  if (canonical.test(lower)) return lower;
  if (!undashed.test(lower)) return undefined;
  return [lower.slice(0, 8), lower.slice(8, 12), lower.slice(12, 16), lower.slice(16, 20), lower.slice(20)].join('-');
}
