import { exactDigits, parseExact } from '../exact-json.ts';
import { inParts, type Mistake } from './draft.ts';

/** One of several ways to write JSON, and what to say when that was the way of the body that was signed. */
interface Way<Value> {
  readonly code: string;
  readonly message: string;
  readonly value: Value;
}

interface Style {
  readonly keys: (names: readonly string[]) => readonly string[];
  readonly text: (text: string) => string;
  readonly number: (digits: string) => string;
  readonly blanks: { readonly comma: string; readonly colon: string; readonly indent: string };
}

const resent = 'sign the very text that you send, not the fields written out a second time';
const compact = { comma: ',', colon: ':', indent: '' };

/** The first of each is how the compact form is written. */
const ways: { readonly [Aspect in keyof Style]: readonly Way<Style[Aspect]>[] } = {
  keys: [
    { code: '', message: '', value: (names) => names },
    {
      code: 'body_key_order',
      message: `the body was signed with its keys in alphabetical order: ${resent}`,
      value: (names) => names.toSorted(),
    },
  ],
  text: [
    { code: '', message: '', value: (text) => JSON.stringify(text) },
    escaping('characters beyond ASCII written as \\u escapes', (text) => escaped(text, /[^\0-~]/g)),
    escaping('slashes written as \\/', (text) => text.replaceAll('/', '\\/')),
    escaping('slashes written as \\/ and characters beyond ASCII as \\u escapes', (text) =>
      escaped(text, /[^\0-~]/g).replaceAll('/', '\\/'),
    ),
    escaping('<, > and & written as \\u escapes', (text) => escaped(text, /[<>&\u2028\u2029]/g)),
    escaping('characters beyond ASCII and those of HTML written as upper-case \\u escapes', (text) =>
      escaped(text.replaceAll('\\"', '\\u0022'), /[^\0-~]|[<>&'+`]/g, true),
    ),
  ],
  number: [
    { code: '', message: '', value: (digits) => digits },
    numbers('in their shortest form (1.5 for 1.50)', (digits) => String(Number(digits))),
    numbers('with two decimals (1.50 for 1.5)', (digits) => Number(digits).toFixed(2)),
    numbers('with a decimal point (1.0 for 1)', (digits) => (/^-?\d+$/.test(digits) ? `${digits}.0` : digits)),
  ],
  blanks: [
    { code: '', message: '', value: compact },
    blanks('after commas and colons', { comma: ', ', colon: ': ', indent: '' }),
    blanks('and lines, indented by two', { comma: ',', colon: ': ', indent: '  ' }),
    blanks('and lines, indented by four', { comma: ',', colon: ': ', indent: '    ' }),
    blanks('and lines, indented by tabs', { comma: ',', colon: ': ', indent: '\t' }),
  ],
};

function escaping(what: string, write: (text: string) => string): Way<Style['text']> {
  const message = `the body was signed with ${what}, and sent without: ${resent}`;
  return { code: 'body_escapes', message, value: (text) => write(JSON.stringify(text)) };
}

function numbers(what: string, value: Style['number']): Way<Style['number']> {
  return { code: 'body_numbers', message: `the body was signed with its numbers ${what}: ${resent}`, value };
}

function blanks(what: string, value: Style['blanks']): Way<Style['blanks']> {
  return {
    code: 'body_blanks',
    message: `the body was signed with blanks ${what}, and sent without: sign the compact form`,
    value,
  };
}

function escaped(text: string, pattern: RegExp, upper = false): string {
  return text.replace(pattern, (character) =>
    [...Array(character.length).keys()]
      .map((at) => {
        const hex = character.charCodeAt(at).toString(16).padStart(4, '0');
        return `\\u${upper ? hex.toUpperCase() : hex}`;
      })
      .join(''),
  );
}

/** Every way to write a body's fields that differs from the compact text of what was sent, the simplest first. */
export function rewrittenBodies(sent: string, compactBody: string): Mistake[] {
  const value = parsed(sent);
  if (value === undefined) return [];
  const rewritten = { code: 'body_rewritten', message: `the body was parsed and written again: ${resent}` };
  const seen = new Set([compactBody]);
  return combinations().flatMap(({ style, deviations }) => {
    const body = write(value, style, '');
    if (seen.has(body)) return [];
    seen.add(body);
    const named = deviations.length === 0 ? [rewritten] : deviations;
    const code = named[0]!.code;
    return [inParts(code, named.map(({ message }) => message).join('; '), { body }, named.length > 1)];
  });
}

function parsed(sent: string): unknown {
  try {
    return parseExact(sent);
  } catch {
    return undefined;
  }
}

/** All styles, those with fewer deviations first. */
function combinations(): { readonly style: Style; readonly deviations: readonly Way<unknown>[] }[] {
  const all = ways.keys.flatMap((keys) =>
    ways.text.flatMap((text) =>
      ways.number.flatMap((number) =>
        ways.blanks.map((blank) => ({
          style: { keys: keys.value, text: text.value, number: number.value, blanks: blank.value },
          deviations: [keys, text, number, blank].filter(({ code }) => code !== ''),
        })),
      ),
    ),
  );
  return all.sort((one, other) => one.deviations.length - other.deviations.length);
}

function write(value: unknown, style: Style, margin: string): string {
  const digits = exactDigits(value);
  if (digits !== undefined) return style.number(digits);
  if (typeof value === 'string') return style.text(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = margin + style.blanks.indent;
  const items = Array.isArray(value)
    ? value.map((item) => write(item, style, inner))
    : style.keys(Object.keys(value)).map((name) => {
        const field = write((value as Record<string, unknown>)[name], style, inner);
        return `${style.text(name)}${style.blanks.colon}${field}`;
      });
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (items.length === 0 || style.blanks.indent === '') return open + items.join(style.blanks.comma) + close;
  return `${open}\n${inner}${items.join(`,\n${inner}`)}\n${margin}${close}`;
}

const mostPermutedKeys = 5;

/** A small object's keys in every other order. */
export function reorderedBodies(sent: string): Mistake[] {
  const value = parsed(sent);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const names = Object.keys(value);
  if (names.length > mostPermutedKeys) return [];
  const [keys, text, number] = [ways.keys[0]!.value, ways.text[0]!.value, ways.number[0]!.value];
  const fields = names.map((name) => {
    const field = (value as Record<string, unknown>)[name];
    return `${text(name)}:${write(field, { keys, text, number, blanks: compact }, '')}`;
  });
  const message = `the body was signed with its keys in another order: ${resent}`;
  return permutations(fields).map((order) =>
    inParts('body_key_order', message, { body: `{${order.join(',')}}` }, true),
  );
}

/** All orders of a few things. */
export function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}

/** Bodies that are no other way to write the fields. */
export function strangeBodies(sent: string, compactBody: string): Mistake[] {
  const bodies: readonly (readonly [code: string, message: string, body: string])[] = [
    ['body_missing', 'the text was signed without the body: POST and PUT sign it', ''],
    ['body_newline', 'the signed body ended with a line feed', `${compactBody}\n`],
    ['body_newline', 'the signed body ended with carriage return and line feed', `${compactBody}\r\n`],
    ['body_byte_order_mark', 'the signed body began with a byte order mark', `\ufeff${compactBody}`],
    ['body_quoted', 'the body was encoded twice: its JSON was signed as a JSON string', JSON.stringify(sent)],
    ['body_blanks', 'the body was signed without any blanks, those inside its texts too', bare(compactBody)],
    ...['{}', '[]', 'null', '""'].map((body) => {
      return ['body_added', `${body} was signed in place of the body: what is sent is signed`, body] as const;
    }),
  ];
  return bodies
    .filter(([, , body]) => body !== compactBody)
    .map(([code, message, body]) => inParts(code, message, { body }));
}

function bare(text: string): string {
  return text.replace(/[ \t\r\n]/g, '');
}
