import { spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { EventData } from 'node:test';
import { run } from 'node:test';
import { serverVariable, startTestServer, type TestServer } from '../server/test/database.ts';

/**
 * The whole check of the project: types, format and lint, tidy, generated files, every test. Words after it choose test
 * files by a part of their path, and then only those run. The last line counts; the checks count as tests.
 */

const root = dirname(import.meta.dirname);
const testTimeoutMs = 60_000;
const fileTimeoutMs = 5 * 60_000;

const checks: readonly { name: string; words: readonly string[] }[] = [
  { name: 'type check', words: ['node_modules/typescript/bin/tsc', '-p', '.'] },
  { name: 'format and lint', words: ['node_modules/@biomejs/biome/bin/biome', 'check', '--colors=off'] },
  { name: 'tidy', words: ['tools/tidy.ts'] },
  { name: 'generated files', words: ['tools/generate.ts', '--check'] },
];

const counts = { passed: 0, failed: 0, skipped: 0 };

function line(good: boolean, text: string, milliseconds: number): void {
  console.log(`${good ? 'ok    ' : 'FAILED'} ${text} (${(milliseconds / 1000).toFixed(1)} s)`);
}

/** Runs one check as a program of its own; what it says is shown when it fails. */
async function check(name: string, words: readonly string[]): Promise<void> {
  const from = Date.now();
  const child = spawn(process.execPath, words, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  counts[code === 0 ? 'passed' : 'failed'] += 1;
  line(code === 0, name, Date.now() - from);
  if (code !== 0) console.log(indent(output.trim()));
}

function testFiles(parts: readonly string[]): string[] {
  const all = globSync('{server,sdk,portals,examples,tools,bench}/**/*.test.ts', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  }).sort();
  return parts.length === 0 ? all : all.filter((file) => parts.some((part) => file.includes(part)));
}

/** Runs test files and prints a line for each, after its failures. */
async function runFiles(files: readonly string[]): Promise<void> {
  const failures = new Map<string, string[]>();
  const said = new Map<string, string>();
  const stream = run({
    files: files.map((file) => join(root, file)),
    cwd: root,
    concurrency: Math.min(2, availableParallelism()),
    timeout: fileTimeoutMs,
    execArgv: [`--test-timeout=${testTimeoutMs}`],
  });
  const keep = ({ file, message }: { file?: string; message: string }) => {
    if (file !== undefined) said.set(file, (said.get(file) ?? '') + message);
  };
  stream.on('test:stdout', keep);
  stream.on('test:stderr', keep);
  stream.on('test:pass', (event) => {
    if (event.details.type !== 'suite') counts[event.skip === undefined ? 'passed' : 'skipped'] += 1;
  });
  stream.on('test:fail', (event) => {
    const file = event.file ?? event.name;
    const text = describe(event);
    if (text === undefined) return;
    counts.failed += 1;
    failures.set(file, [...(failures.get(file) ?? []), text]);
  });
  stream.on('test:summary', ({ file, duration_ms }) => {
    if (file === undefined) return;
    const failed = failures.get(file) ?? [];
    failures.delete(file);
    line(failed.length === 0, relative(root, file), duration_ms);
    report(failed, said.get(file));
  });
  stream.resume();
  await new Promise<void>((resolve) => stream.on('end', resolve));
  // A file that did not even come to its summary.
  for (const [file, failed] of failures) {
    line(false, relative(root, file), 0);
    report(failed, said.get(file));
  }
}

/** The words for a failure; none for a test that only failed because a test within it did. */
function describe(event: EventData.TestFail): string | undefined {
  const error = event.details.error as Error & { failureType?: string };
  if (error.failureType === 'subtestsFailed') return undefined;
  const cause =
    error.cause instanceof Error ? (error.cause.stack ?? error.cause.message) : String(error.cause ?? error);
  const place = event.file === undefined ? '' : ` at ${relative(root, event.file)}:${event.line}:${event.column}`;
  return `${event.name}${place}\n${indent(cause)}`;
}

function report(failures: readonly string[], output: string | undefined): void {
  for (const failure of failures) console.log(indent(failure));
  if (failures.length > 0 && output) console.log(indent(`it also said:\n${indent(output.trim())}`));
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '    ');
}

async function main(parts: readonly string[]): Promise<void> {
  const files = testFiles(parts);
  if (parts.length === 0) {
    for (const { name, words } of checks) {
      if (words[0]?.startsWith('node_modules/') || existsSync(join(root, words[0] ?? ''))) await check(name, words);
    }
  }
  let server: TestServer | undefined;
  const end = (code: number) => void (server?.stop() ?? Promise.resolve()).finally(() => process.exit(code));
  process.on('SIGINT', () => end(130));
  process.on('SIGTERM', () => end(143));
  try {
    if (files.length > 0) {
      server = await startTestServer();
      process.env[serverVariable] = server.url;
      await runFiles(files);
    }
  } finally {
    await server?.stop();
  }
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
  console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`);
  process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);
}

await main(process.argv.slice(2));
