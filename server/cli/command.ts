import { isAbsolute, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { suggestion } from './nearest.ts';

/** A wrong use or a plain failure: its message is one line for people. Exit code 2 for wrong use, else 1. */
export class CliError extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Wrong words on the command line. */
export function misuse(message: string): CliError {
  return new CliError(message, 2);
}

export interface Option {
  readonly type: 'string' | 'boolean';
  /** Its one letter: `-H`. */
  readonly short?: string;
  /** It may be given several times. */
  readonly multiple?: boolean;
  /** What the value is called in the help: `<file>`. */
  readonly value?: string;
  readonly about: string;
}

/** What a command was given. */
export interface Input {
  readonly words: readonly string[];
  /** The text of an option, if it was given. */
  text(option: string): string | undefined;
  /** The texts of an option that may be given several times. */
  list(option: string): readonly string[];
  flag(option: string): boolean;
  /** A whole number from an option within its bounds; misuse when it is none. */
  number(option: string, least: number, most: number): number | undefined;
  /** A file as its user names it, from the folder in which npm was called. */
  path(name: string): string;
  /** Whether programs read the output: one line of JSON instead of words. */
  readonly json: boolean;
}

export interface Command {
  /** How it is called: `['ledger', 'verify']`. */
  readonly name: readonly string[];
  /** What follows the name: `<operation> [json]`. */
  readonly takes: string;
  /** How many words may follow, at least and at most. */
  readonly wordCount: readonly [number, number];
  /** One line for the overview. */
  readonly summary: string;
  /** The rest of the help. */
  readonly help: string;
  readonly options: Readonly<Record<string, Option>>;
  /** Does it, and answers the exit code. */
  run(input: Input): Promise<number>;
}

const usual: Readonly<Record<string, Option>> = {
  json: { type: 'boolean', about: 'answer in one line of JSON, as when the output is piped' },
  help: { type: 'boolean', about: 'show this' },
};

/** Reads what follows a command's name; misuse for what the command does not know. */
export function parseInput(command: Command, words: readonly string[]): Input {
  const { values, positionals } = parse(command, words);
  const text = (option: string) => values[option] as string | undefined;
  const [least, most] = command.wordCount;
  const isHelp = values.help === true;
  if (!isHelp && (positionals.length < least || positionals.length > most)) throw misuse(`usage: ${usageOf(command)}`);
  return {
    words: positionals,
    text,
    list: (option) => (values[option] as readonly string[] | undefined) ?? [],
    flag: (option) => values[option] === true,
    number(option, least, most) {
      const given = text(option);
      if (given === undefined) return undefined;
      const number = Number(given);
      if (/^\d+$/.test(given) && number >= least && number <= most) return number;
      throw misuse(`--${option} must be a whole number from ${least} to ${most}`);
    },
    path: (name) => (isAbsolute(name) ? name : resolve(process.env.INIT_CWD ?? process.cwd(), name)),
    json: values.json === true || !process.stdout.isTTY,
  };
}

function parse(command: Command, words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: Object.fromEntries(
        Object.entries({ ...command.options, ...usual }).map(([name, { type, short, multiple = false }]) => [
          name,
          { type, multiple, ...(short !== undefined && { short }) },
        ]),
      ),
      allowPositionals: true,
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const given = /'-*([^' ]+)'/.exec(message)?.[1];
    if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION' || given === undefined) throw misuse(message.split('\n')[0]!);
    const known = Object.keys({ ...command.options, ...usual }).map((name) => `--${name}`);
    throw misuse(`there is no option --${given}${suggestion(`--${given}`, known, known.join(', '))}`);
  }
}

function usageOf({ name, takes, options }: Command): string {
  const flags = Object.keys(options).length > 0 ? ' [options]' : '';
  return `openemi ${name.join(' ')}${takes === '' ? '' : ` ${takes}`}${flags}`;
}

/** The help of one command. */
export function helpOf(command: Command): string {
  const rows = Object.entries({ ...command.options, ...usual }).map(
    ([name, { short, value, about }]) =>
      [`${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`, about] as const,
  );
  return [`usage: ${usageOf(command)}`, '', command.summary, '', command.help, '', 'Options:', columns(rows)].join(
    '\n',
  );
}

/** All commands, a line each. */
export function overview(commands: readonly Command[]): string {
  const rows = commands.map(({ name, takes, summary }) => [`${name.join(' ')} ${takes}`, summary] as const);
  return [
    'usage: npm run -s openemi -- <command> [options]',
    '',
    columns(rows),
    '',
    '--help after a command says more. Exit codes: 0 done, 1 failed or refused, 2 wrong use.',
  ].join('\n');
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}

/** Prints a result: JSON in one line for programs, else words for people. */
export function print(input: Pick<Input, 'json'>, result: unknown, words: string): void {
  process.stdout.write(`${input.json ? JSON.stringify(result) : words}\n`);
}

/** Says how a long work goes on, beside its result. */
export function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}
