import { spawn } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endWithThis } from '../prove/child-process.ts';

/*
 * Guides whose code runs: of a Markdown page, every block whose fence says `run` (```sh run, ```python run) is run as it
 * stands, in order, as one shell script, so that variables of one block are there in the next. ```python file=name
 * writes a file instead.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Block {
  readonly language: string;
  readonly words: readonly string[];
  readonly text: string;
  readonly line: number;
}

const programs: Readonly<Record<string, { readonly command: string; readonly extension: string }>> = {
  ts: { command: 'node', extension: 'ts' },
  python: { command: 'python3', extension: 'py' },
  php: { command: 'php', extension: 'php' },
};

function blocksOf(page: string): Block[] {
  return [...page.matchAll(/^```(\w+)([^\n]*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    language: match[1]!,
    words: match[2]!.trim().split(' '),
    text: match[3]!,
    line: page.slice(0, match.index).split('\n').length,
  }));
}

/** The commands that a page needs beside the shell. */
export function commandsOf(page: string): string[] {
  const known = Object.values(programs).map(({ command }) => command);
  const ran = blocksOf(page).filter(({ words }) => words.includes('run'));
  return known.filter((command) =>
    ran.some(({ language, text }) => programs[language]?.command === command || text.includes(`${command} `)),
  );
}

export interface GuideOptions {
  /** Where it runs; files that blocks need stand there. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Takes the place of the port 9090 in the page's code. */
  readonly port: number;
}

/** Runs the code of a page; throws with everything that was printed when a block fails. Answers what was printed. */
export async function runGuide(page: string, { folder, env, port }: GuideOptions): Promise<string> {
  const blocks = blocksOf(page.replaceAll('9090', String(port)));
  const steps = blocks.flatMap((block, index) => stepOf(block, join(folder, `step-${index}`)) ?? []);
  for (const { path, text } of steps) if (path !== undefined) writeFileSync(path, text);
  for (const { words, text } of blocks) {
    const name = words.find((word) => word.startsWith('file='))?.slice('file='.length);
    if (name !== undefined) writeFileSync(join(folder, name), text);
  }
  // What a page leaves running in the background ends with it.
  const script = ['set -eua', "trap 'kill $(jobs -p) 2>/dev/null || true' EXIT", ...steps.map(({ shell }) => shell)];
  // The pages say npm; the launcher behind it has its own tests.
  const npm = `#!/bin/sh\nshift 4\nINIT_CWD=$PWD exec "${process.execPath}" "${root}server/cli.ts" "$@"\n`;
  writeFileSync(join(folder, 'npm'), npm);
  chmodSync(join(folder, 'npm'), 0o755);
  const path = [folder, dirname(process.execPath), process.env.PATH].join(':');
  const child = endWithThis(spawn('sh', ['-c', script.join('\n')], { cwd: folder, env: { ...env, PATH: path } }));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`the page's code ended with ${code}:\n${output}`);
  return output;
}

function stepOf({ language, words, text, line }: Block, start: string) {
  if (!words.includes('run')) return undefined;
  const say = `echo "-- line ${line}" >&2`;
  if (language === 'sh') return { shell: `${say}\n${text}`, path: undefined, text };
  const program = programs[language];
  if (program === undefined) throw new Error(`line ${line}: nothing runs ${language}`);
  const path = `${start}.${program.extension}`;
  return { shell: `${say}\n${program.command} ${path}`, path, text };
}
