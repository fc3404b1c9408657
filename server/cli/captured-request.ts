import { misuse } from './command.ts';

/** A request as somebody noted it. Names of headers are in lower case. */
export interface CapturedRequest {
  readonly method: string;
  /** Path with query, or the whole address; undefined where only the operation was named. */
  readonly url: string | undefined;
  readonly operation: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Reads what a file holds: the JSON that sim_signature_doctor takes, a curl command, or a request as HTTP/1.1 writes it. */
export function readCaptured(text: string): CapturedRequest {
  if (/^\s*\{/.test(text)) return fromJson(text);
  if (/^\s*(\$ )?curl\s/.test(text)) return fromCurl(shellWords(text.replace(/^\s*\$ /, '')).slice(1));
  return fromHttp(text);
}

function fromJson(text: string): CapturedRequest {
  let given: Record<string, unknown>;
  try {
    given = JSON.parse(text);
  } catch (error) {
    throw misuse(`the request is not JSON: ${(error as Error).message}`);
  }
  const { method, path, operation, headers = {}, body = '' } = given;
  if (typeof method !== 'string') throw misuse('the request has no method');
  const url = typeof path === 'string' ? path : undefined;
  const name = typeof operation === 'string' ? operation : undefined;
  return { method, url, operation: name, headers: lowered(Object.entries(headers as object)), body: String(body) };
}

function fromHttp(text: string): CapturedRequest {
  const gap = /\r?\n\r?\n/.exec(text);
  const [first = '', ...lines] = text.slice(0, gap?.index).split(/\r?\n/);
  const [, method, url] = /^([A-Z]+) (\S+)( HTTP\/[\d.]+)?$/.exec(first.trim()) ?? [];
  if (method === undefined) throw misuse(`the request begins with METHOD /path, and not with ${first.slice(0, 60)}`);
  const body = gap === null ? '' : text.slice(gap.index + gap[0].length);
  return { method, url, operation: undefined, headers: headersOf(lines), body };
}

/** What follows `curl` on a command line, as far as it says what is sent. */
function fromCurl(words: readonly string[]): CapturedRequest {
  const headers: string[] = [];
  const data: string[] = [];
  let method: string | undefined;
  let url: string | undefined;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    const [, name = word, joined] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? /^(-[XHd])(.+)$/s.exec(word) ?? [];
    const value = () => joined ?? words[++at] ?? '';
    if (name === '-X' || name === '--request') method = value();
    else if (name === '-H' || name === '--header') headers.push(value());
    else if (name === '-d' || /^--data(-raw|-binary|-ascii)?$/.test(name)) data.push(value());
    else if (name === '--url') url = value();
    else if (!name.startsWith('-')) url = word;
  }
  return requestOf({ method, url, headers, data });
}

/** A request of the parts that curl and our own options know; several pieces of data are joined as curl does. */
export function requestOf(given: {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: readonly string[];
  readonly data: readonly string[];
}): CapturedRequest {
  const { method = given.data.length > 0 ? 'POST' : 'GET', url } = given;
  return { method, url, operation: undefined, headers: headersOf(given.headers), body: given.data.join('&') };
}

function headersOf(lines: readonly string[]): Record<string, string> {
  return lowered(
    lines.filter((line) => line.includes(':')).map((line) => [line.split(':')[0]!, line.slice(line.indexOf(':') + 1)]),
  );
}

function lowered(entries: readonly (readonly [string, unknown])[]): Record<string, string> {
  return Object.fromEntries(entries.map(([name, value]) => [name.trim().toLowerCase(), String(value).trim()]));
}

/** The words of a command as a POSIX shell parts them; variables are not filled in. */
function shellWords(text: string): string[] {
  const pieces = /\s+|'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"|\\\r?\n|\\([\s\S])|([^\s'"\\]+)/g;
  const words: string[] = [];
  let word: string | undefined;
  for (const [whole, single, double, escaped, plain] of text.matchAll(pieces)) {
    if (/^\s+$/.test(whole) || /^\\\r?\n$/.test(whole)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    word = (word ?? '') + (single ?? double?.replace(/\\(["\\$`\n])/g, '$1') ?? escaped ?? plain ?? '');
  }
  return word === undefined ? words : [...words, word];
}
