import { text as readStream } from 'node:stream/consumers';
import { parseExact } from '../kernel/exact-json.ts';
import type { Operation } from '../kernel/operation.ts';
import { registry } from '../registry.ts';
import { type Answer, type CallOptions, call, readCredentials } from './client.ts';
import { CliError, type Command, type Input, misuse, progress } from './command.ts';
import { parseJsonText } from './json-text.ts';
import { suggestion } from './nearest.ts';

const who = [
  'Signs with the key of .openemi/sandbox.json, or of OPENEMI_API_KEY, OPENEMI_SECRET_KEY and OPENEMI_URL.',
  'The answer is printed as it came; exit code 1 when its code is not 0.',
].join('\n');

const options = {
  'idempotency-key': { type: 'string', value: '<text>', about: 'do this once, however often it is sent (48 hours)' },
  pick: { type: 'string', value: '<path>', about: 'print only this part of data: token, balances.0.iban' },
} as const;

export const callCommand: Command = {
  name: ['call'],
  takes: '<operation> [json]',
  wordCount: [1, 2],
  summary: 'sign a call and send it',
  help: [
    'The fields of one JSON object go into path, query and body as the operation wants them:',
    `  openemi call transactions_list '{"page":1,"limit":20,"account":"…"}'`,
    'Names that stand in several places are told apart as {"params":{…},"query":{…},"body":{…}}. - reads standard input.',
    who,
  ].join('\n'),
  options: {
    ...options,
    method: { type: 'string', value: '<GET|POST|PUT|DELETE>', about: 'which route of an operation that has several' },
  },
  run: (input) => send(input, findOperation(input.words[0]!), { method: input.text('method') }),
};

export const simulateCommand: Command = {
  name: ['simulate'],
  takes: '<name> [json]',
  wordCount: [1, 2],
  summary: 'let something happen in the sandbox',
  help: [
    'The same as `call sim_…`, without the prefix:',
    `  openemi simulate account_fund '{"account":"…","amount":100.00}'`,
    who,
    '',
    'Simulations:',
    ...simulations().map(({ name, summary }) => `  ${name.slice('sim_'.length).padEnd(24)} ${summary}`),
  ].join('\n'),
  options,
  run(input) {
    const name = input.words[0]!.replaceAll('-', '_').replace(/^sim_/, '');
    const found = simulations().find((operation) => operation.name === `sim_${name}`);
    if (found === undefined) {
      const known = simulations().map((operation) => operation.name.slice('sim_'.length));
      throw misuse(`there is no simulation ${name}${suggestion(name, known, 'openemi simulate --help lists them')}`);
    }
    return send(input, found, {});
  },
};

function simulations(): Operation[] {
  return registry.flatMap((domain) => domain.operations).filter(({ sandboxOnly }) => sandboxOnly);
}

/** An operation by its name; misuse names those that are like it. */
export function findOperation(name: string): Operation {
  const operations = registry.flatMap((domain) => domain.operations);
  const found = operations.find((operation) => operation.name === name);
  if (found !== undefined) return found;
  const names = operations.map((operation) => operation.name);
  const parts = name.split(/[_-]/).filter((part) => part.length > 2);
  const like = names.filter((known) => parts.some((part) => known.includes(part.replace(/s$/, ''))));
  const others = (like.length > 0 ? like : names).join(', ');
  throw misuse(`there is no operation ${name}${suggestion(name.replaceAll('-', '_'), names, others)}`);
}

async function send(input: Input, operation: Operation, options: CallOptions): Promise<number> {
  const given = await readFields(input.words[1]);
  const idempotencyKey = input.text('idempotency-key');
  const answer = await call(readCredentials(), operation, given, { ...options, idempotencyKey });
  if (answer.replayed) progress('answered before under this idempotency key');
  const path = input.text('pick');
  if (path === undefined) return printAnswer(input, answer);
  if (answer.code !== 0) {
    progress(answer.text);
    return 1;
  }
  process.stdout.write(`${picked(answer.text, path)}\n`);
  return 0;
}

/** One part of an answer's data, a text without its quotes. */
function picked(text: string, path: string): string {
  const { data } = parseExact(text) as { data: unknown };
  let value = data;
  for (const name of path.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[name];
  if (value === undefined) throw new CliError(`the answer has no ${path}: ${JSON.stringify(data)}`);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Prints an answer, its numbers digit for digit as they came; 1 when the bank refused. */
export function printAnswer({ json }: Pick<Input, 'json'>, { text, code }: Answer): number {
  process.stdout.write(`${json ? text : JSON.stringify(parseExact(text), null, 2)}\n`);
  return code === 0 ? 0 : 1;
}

async function readFields(word = '{}'): Promise<Readonly<Record<string, unknown>>> {
  const text = word === '-' ? await readStream(process.stdin) : word;
  const value = parseJsonText(text, 'the fields are', parseExact);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw misuse('the fields must be one JSON object');
}
