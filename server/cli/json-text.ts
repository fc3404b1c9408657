import { misuse } from './command.ts';

/** How much of a long text is shown around the place where it is wrong. */
const shown = 20;
const mostSearched = 10_000;

/** Parses JSON that a person wrote; where it is none, misuse says what is wrong and where. */
export function parseJsonText(text: string, name: string, parse: (text: string) => unknown = JSON.parse): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw misuse(`${name} not JSON: ${problemOf(text, (error as Error).message)}`);
  }
}

/** The engine's words and the place, marked within the text: `… "amount":1.2▸.3 …`. */
function problemOf(text: string, message: string): string {
  const words = message.replace(/,? (?:in JSON )?at position.*$|,? \S*".*" is not valid JSON$/s, '');
  const position = Number(/at position (\d+)/.exec(message)?.[1] ?? firstUnexpected(text));
  const lines = text.slice(0, position).split('\n');
  const before = lines.at(-1)!.slice(-shown);
  const after = text.slice(position).split('\n')[0]!.slice(0, shown);
  return `${words} at line ${lines.length}, column ${lines.at(-1)!.length + 1}: ${before}▸${after}`;
}

/** Where the engine does not say it: the last character of the shortest beginning with which something is wrong. */
function firstUnexpected(text: string): number {
  for (let end = 1; end <= Math.min(text.length, mostSearched); end += 1) {
    try {
      JSON.parse(text.slice(0, end));
    } catch (error) {
      if ((error as Error).message.startsWith('Unexpected token')) return end - 1;
    }
  }
  return text.length;
}
