import { createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from '../kernel/operation.ts';
import { projectConfig, readJson } from './books.ts';
import { CliError, misuse } from './command.ts';
import { type RequestParts, routeRequest } from './route-request.ts';

/** Who calls, and where. */
export interface Credentials {
  /** The API's address with its root path. */
  readonly url: string;
  readonly apiKey: string;
  readonly secretKey: string;
  /** Known of the sandbox; elsewhere the webhooks' operations tell it once. */
  readonly webhookSecret: string | undefined;
}

/** The key of the environment (OPENEMI_API_KEY, OPENEMI_SECRET_KEY, OPENEMI_URL), else that of the sandbox in the project. */
export function readCredentials(): Credentials {
  const { OPENEMI_API_KEY: apiKey, OPENEMI_SECRET_KEY: secretKey, OPENEMI_URL: url } = process.env;
  const webhookSecret = process.env.OPENEMI_WEBHOOK_SECRET;
  if (apiKey || secretKey || url) {
    if (!apiKey || !secretKey || !url) {
      throw misuse('OPENEMI_API_KEY, OPENEMI_SECRET_KEY and OPENEMI_URL go together');
    }
    return { url: url.replace(/\/+$/, ''), apiKey, secretKey, webhookSecret };
  }
  const file = join(projectConfig().data, 'sandbox.json');
  if (!existsSync(file)) {
    throw new CliError(
      `no key: start the sandbox (it writes ${file}), or set OPENEMI_API_KEY, OPENEMI_SECRET_KEY, OPENEMI_URL`,
    );
  }
  const sandbox = readJson(file) as Record<'base_url' | 'api_key' | 'secret_key' | 'webhook_secret', string>;
  return {
    url: sandbox.base_url,
    apiKey: sandbox.api_key,
    secretKey: sandbox.secret_key,
    webhookSecret: webhookSecret ?? sandbox.webhook_secret,
  };
}

/** An answer of the API as it came, and its code. */
export interface Answer {
  readonly text: string;
  readonly code: number;
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever JSON the operation's schema says
  readonly data?: any;
  readonly replayed: boolean;
}

export interface CallOptions {
  readonly idempotencyKey?: string | undefined;
  readonly method?: string | undefined;
}

const timeoutMs = 60_000;

/** Signs a call and sends it. Throws CliError when no bank answers. */
export async function call(
  { url, apiKey, secretKey }: Credentials,
  operation: Operation,
  given: Readonly<Record<string, unknown>>,
  options: CallOptions = {},
): Promise<Answer> {
  const { method, path, body } = routeRequest(operation, given, options.method);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const hash = createHmac('sha256', secretKey).update(
    apiKey + timestamp + operation.name + signedBody({ method, body }),
  );
  const headers: Record<string, string> = {
    'x-api-key': apiKey,
    'x-timestamp': timestamp,
    'x-hash': hash.digest('hex'),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(options.idempotencyKey !== undefined && { 'x-idempotency-key': options.idempotencyKey }),
  };
  const target = url + path;
  try {
    const init = { method, headers, signal: AbortSignal.timeout(timeoutMs), ...(body !== undefined && { body }) };
    const response = await fetch(target, init);
    const text = await response.text();
    const replayed = response.headers.get('x-idempotent-replay') === 'true';
    return { text, replayed, ...(JSON.parse(text) as { code: number }) };
  } catch (error) {
    if (error instanceof SyntaxError) throw new CliError(`${target} did not answer as a bank does`);
    const cause = (error as Error).cause as { code?: string } | undefined;
    const here = ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(target).hostname);
    const hint = here && cause?.code === 'ECONNREFUSED' ? ': is the server running? npm start starts it' : '';
    throw new CliError(`cannot reach ${target}: ${cause?.code ?? (error as Error).message}${hint}`);
  }
}

function signedBody({ method, body }: Pick<RequestParts, 'method' | 'body'>): string {
  return method === 'POST' || method === 'PUT' ? (body ?? '') : '';
}
