/** A string or template as written, escapes as they stand; each `${…}` of a template is one blank. */
export interface Literal {
  readonly line: number;
  readonly text: string;
}

/** A script's text in two thinner views of the same length and lines, and its strings. */
export interface Scanned {
  /** Comments blanked. */
  readonly uncommented: string;
  /** Comments, and the insides of strings and regular expressions, blanked. */
  readonly code: string;
  readonly literals: readonly Literal[];
}

/** Comment · string · regular expression (a slash where a value may begin) · one significant character · plain run. */
const piece =
  /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(?<string>'(?:\\[\s\S]|[^'\\\n])*'|"(?:\\[\s\S]|[^"\\\n])*")|(?<regex>(?<=(?:[(,=:[!&|?{};>]|\breturn|\bcase)\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])*\/[a-z]*)|[`{}]|[^/'"`{}]+|[\s\S]/y;

/** The text of a template up to its end or its next `${`. */
const templatePiece = /(?:\\[\s\S]|\$(?!\{)|[^`\\$])*/y;

interface Reader {
  readonly text: string;
  position: number;
  uncommented: string;
  code: string;
  readonly literals: Literal[];
}

/** Tells comments and strings from code, well enough for code that the formatter has laid out. */
export function scan(text: string): Scanned {
  const reader: Reader = { text, position: 0, uncommented: '', code: '', literals: [] };
  while (reader.position < text.length) readCode(reader);
  return reader;
}

/** The line on which a position of a text stands, from 1. */
export function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}

/** Reads code up to the end, or up to the brace that closes a template's `${`. */
function readCode(reader: Reader): void {
  let depth = 0;
  while (reader.position < reader.text.length) {
    const match = at(reader, piece);
    const token = match[0] ?? '';
    const { comment, string, regex } = match.groups ?? {};
    if (token === '}' && depth === 0) {
      take(reader, token, 'code');
      return;
    }
    if (token === '{') depth += 1;
    if (token === '}') depth -= 1;
    if (string !== undefined) literal(reader, reader.position, string.slice(1, -1));
    take(
      reader,
      token,
      comment === undefined ? (string === undefined && regex === undefined ? 'code' : 'string') : 'comment',
    );
    if (token === '`') readTemplate(reader);
  }
}

/** Reads a template from behind its first backtick, the code in its `${…}` included. */
function readTemplate(reader: Reader): void {
  const start = reader.position;
  let words = '';
  while (reader.position < reader.text.length) {
    const text = at(reader, templatePiece)[0] ?? '';
    words += text;
    take(reader, text, 'string');
    if (reader.text.startsWith('${', reader.position)) {
      take(reader, '${', 'code');
      readCode(reader);
      words += ' ';
    } else {
      take(reader, '`', 'code');
      literal(reader, start, words);
      return;
    }
  }
}

function at(reader: Reader, pattern: RegExp): RegExpExecArray {
  pattern.lastIndex = reader.position;
  return pattern.exec(reader.text) as RegExpExecArray;
}

function take(reader: Reader, token: string, kind: 'comment' | 'string' | 'code'): void {
  const blank = token.replaceAll(/[^\n]/g, ' ');
  reader.uncommented += kind === 'comment' ? blank : token;
  reader.code += kind === 'code' ? token : blank;
  reader.position += token.length;
}

function literal(reader: Reader, position: number, text: string): void {
  reader.literals.push({ line: lineAt(reader.text, position), text });
}
