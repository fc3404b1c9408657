import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ServerProcess as RunningServer, startServerProcess } from '../prove/server-process.ts';
import type { Target } from '../prove/signed-client.ts';

/** A server as `npm start` starts it, and its sandbox. */
export interface ServerProcess extends RunningServer {
  readonly target: Target;
  readonly merchant: string;
  readonly webhookSecret: string;
  /** PostgreSQL's data folder; null when the database was given. */
  readonly databaseData: string | null;
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

/** Starts the server as `npm start` does and waits until it is ready. */
export async function startServer({ data, port, databaseUrl, masterKey }: ServerOptions): Promise<ServerProcess> {
  const own = { PORT: String(port), OPENEMI_DATA: data, DATABASE_URL: databaseUrl, OPENEMI_MASTER_KEY: masterKey };
  const server = await startServerProcess(program, own);
  const sandbox = JSON.parse(readFileSync(join(data, 'sandbox.json'), 'utf8'));
  return {
    ...server,
    target: { url: sandbox.base_url, apiKey: sandbox.api_key, secretKey: sandbox.secret_key },
    merchant: sandbox.merchant,
    webhookSecret: sandbox.webhook_secret,
    databaseData: sandbox.database.data,
  };
}
