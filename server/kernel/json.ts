/**
 * A number whose text a double cannot be trusted to hold: exponent form, or more than 15 significant digits. It stands
 * where the number stood, so that validation refuses it (`must be number`) with the field's name.
 */
export class InexactNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

// Anchored to where a number can stand, so that the digits and letters of tokens do not count. Text inside a string
// may look like it; that only costs the slower way.
const suspiciousNumber = /(?:^|[[:,])[ \t\r\n]*-?(?:\d+(?:\.\d+)?[eE]|[\d.]{16})/;

/**
 * Parses JSON like `JSON.parse`, except that inexact numbers become `InexactNumber`. A key `__proto__` is an ordinary
 * key of the object and sets no prototype; schemas refuse it as an unknown field. Throws SyntaxError for what is not
 * JSON or is nested too deep to be walked.
 */
export function parseJson(text: string): unknown {
  if (!suspiciousNumber.test(text)) return JSON.parse(text);
  try {
    return JSON.parse(text, markInexact);
  } catch (error) {
    if (error instanceof RangeError) throw new SyntaxError('JSON is nested too deep');
    throw error;
  }
}

function markInexact(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number') return value;
  const source = context?.source ?? String(value);
  return isInexact(source) ? new InexactNumber(source) : value;
}

function isInexact(source: string): boolean {
  if (/[eE]/.test(source)) return true;
  return source.replace('.', '').replace(/^-?0*/, '').length > 15;
}

const space = 0x20;
const quote = 0x22;
const backslash = 0x5c;

/**
 * The compact form over which requests are signed: blanks (space, tab, line feed, carriage return) outside string
 * literals are left out, and nothing else is touched, neither key order nor how a number or a character is written.
 * Text without such blanks is returned as it is. Text that is not JSON comes back in some form, never as an error.
 */
export function minify(text: string): string {
  let compact = '';
  let copied = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === space || code === 0x0a || code === 0x0d || code === 0x09) {
      if (at > copied) compact += text.slice(copied, at);
      copied = at + 1;
    }
  }
  return compact + text.slice(copied);
}

/** Where the string literal that opens at `start` closes; the text's end when it does not. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1) {
    let before = end - 1;
    while (text.charCodeAt(before) === backslash) before--;
    if ((end - before) % 2 === 1) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}

/**
 * Whether JSON text may hold what `unstorableText` finds: U+0000 and surrogates can stand in it as escapes only. A cheap
 * test that spares almost every request the walk.
 */
export function mayHoldUnstorableText(json: string): boolean {
  return /\\u(?:0000|[dD][89a-fA-F])/.test(json);
}

/**
 * The paths (`debtor.name`, `items[0].x`) of strings and keys that PostgreSQL cannot store because they hold U+0000 or a
 * lone surrogate, in the order of the value. In the paths themselves such characters are replaced.
 */
export function unstorableText(value: unknown): string[] {
  const found: string[] = [];
  const waiting: Place[] = [{ value, path: '' }];
  // A list of places instead of recursion: what a client may nest is deeper than the stack.
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (typeof place.value === 'string') {
      if (!isStorable(place.value)) found.push(place.path);
    } else if (typeof place.value === 'object' && place.value !== null) {
      for (const child of childrenOf(place.value, place.path).reverse()) waiting.push(child);
    }
  }
  return found;
}

interface Place {
  readonly value: unknown;
  readonly path: string;
}

/** The members of a list or an object. An unstorable key stands for its whole entry. */
function childrenOf(parent: object, path: string): Place[] {
  if (Array.isArray(parent)) return parent.map((value, index) => ({ value, path: `${path}[${index}]` }));
  return Object.entries(parent).map(([key, value]) => {
    const name = key.toWellFormed().replaceAll('\0', '\ufffd');
    return { value: isStorable(key) ? value : key, path: path === '' ? name : `${path}.${name}` };
  });
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
