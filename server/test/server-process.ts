import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { endWithThis } from './child-process.ts';
import type { Target } from './signed-client.ts';

/** A real server in a process of its own. */
export interface ServerProcess {
  readonly target: Target;
  readonly merchant: string;
  readonly webhookSecret: string;
  /** PostgreSQL's data folder; null when the database was given. */
  readonly databaseData: string | null;
  /** The end of what it printed. */
  output(): string;
  /** Sends a signal and waits until it is gone. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

export interface ServerOptions {
  /** OPENEMI_DATA. */
  readonly data: string;
  readonly port: number;
  readonly databaseUrl?: string;
  /** Servers that share a database share the key; a server alone makes its own. */
  readonly masterKey?: string;
}

const program = new URL('../main.ts', import.meta.url).pathname;
const keptOutput = 50_000;

/** Starts the server as `npm start` does and waits until it is ready. */
export async function startServer({ data, port, databaseUrl, masterKey }: ServerOptions): Promise<ServerProcess> {
  const { PATH, HOME, TMPDIR } = process.env;
  const own = { PORT: String(port), OPENEMI_DATA: data, DATABASE_URL: databaseUrl, OPENEMI_MASTER_KEY: masterKey };
  const env = { PATH, HOME, TMPDIR, ...own };
  const child = endWithThis(spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] }));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      output = (output + text).slice(-keptOutput);
    });
  }
  await ready(child, () => output);
  const sandbox = JSON.parse(readFileSync(join(data, 'sandbox.json'), 'utf8'));
  return {
    target: { url: sandbox.base_url, apiKey: sandbox.api_key, secretKey: sandbox.secret_key },
    merchant: sandbox.merchant,
    webhookSecret: sandbox.webhook_secret,
    databaseData: sandbox.database.data,
    output: () => output,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const exit = once(child, 'exit');
      child.kill(signal);
      return (await exit)[0];
    },
  };
}

function ready(child: ChildProcess, output: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout!.on('data', () => {
      if (output().includes('listens on')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it was ready: ${output()}`)));
  });
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
