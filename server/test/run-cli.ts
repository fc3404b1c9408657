import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestBank } from './test-bank.ts';

const cli = fileURLToPath(new URL('../cli.ts', import.meta.url));

export interface CliRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Starts the command line as a program of its own, with nothing of this process's OPENEMI_ variables. */
export function startCli(words: readonly string[], env: Environment = {}) {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('OPENEMI_') && name !== 'DATABASE_URL');
  return spawn(process.execPath, [cli, ...words], { env: { ...Object.fromEntries(kept), ...env } });
}

/** Runs the command line to its end, with a text on its standard input. */
export async function runCli(words: readonly string[], env: Environment = {}, input = ''): Promise<CliRun> {
  const child = startCli(words, env);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (text) => (stdout += text));
  child.stderr.on('data', (text) => (stderr += text));
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, stdout, stderr };
}

/** What makes the command line call a test bank. */
export function callerOf({ url, sandbox }: TestBank): Environment {
  const { apiKey, secretKey, webhookSecret } = sandbox.first;
  return {
    OPENEMI_URL: url,
    OPENEMI_API_KEY: apiKey,
    OPENEMI_SECRET_KEY: secretKey,
    OPENEMI_WEBHOOK_SECRET: webhookSecret,
  };
}

/** What makes the command line work on a test bank's database. */
export function operatorOf({ databaseUrl, masterKeys }: TestBank): Environment {
  return { DATABASE_URL: databaseUrl, OPENEMI_MASTER_KEY: masterKeys.map((key) => key.toString('hex')).join(',') };
}
