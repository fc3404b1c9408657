import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { findOperation } from './call.ts';
import { type Answer, type Credentials, call, readCredentials } from './client.ts';
import { CliError, type Command, type Input, misuse, print, progress } from './command.ts';
import { whyNotGenuine } from './delivery.ts';

export const listenCommand: Command = {
  name: ['listen'],
  takes: '',
  wordCount: [0, 0],
  summary: 'receive webhooks here, verify and print them',
  help: [
    'Opens a port, makes a webhook to it, and prints each delivery whose two signatures fit: one line of JSON with the',
    'event, or words on a terminal. What does not fit is answered 400. Ctrl-C ends it and deletes the webhook.',
    'The secret comes from .openemi/sandbox.json or OPENEMI_WEBHOOK_SECRET. A bank elsewhere needs --url: a public https',
    'address that leads here.',
  ].join('\n'),
  options: {
    port: { type: 'string', value: '<number>', about: 'local port; any free one if not said' },
    url: { type: 'string', value: '<address>', about: 'where the bank is to deliver, if not to this machine' },
    actions: { type: 'string', value: '<a,b,…>', about: 'only these events, as TRANSACTION.NEW' },
    forward: { type: 'string', value: '<address>', about: 'pass each delivery on; its answer goes back to the bank' },
    count: { type: 'string', value: '<number>', about: 'end after so many events' },
  },
  async run(input) {
    const credentials = readCredentials();
    const secret = credentials.webhookSecret;
    if (secret === undefined) throw misuse('OPENEMI_WEBHOOK_SECRET is needed to verify what comes');
    const forward = input.text('forward');
    if (forward !== undefined && !URL.canParse(forward)) throw misuse('--forward must be an address');
    const most = input.number('count', 1, 1_000_000) ?? Number.POSITIVE_INFINITY;
    const ended = endOf(most);
    const server = createServer((request, response) => {
      buffer(request).then(
        async (body) => response.writeHead(await take({ input, secret, forward, ended }, request.headers, body)).end(),
        () => response.destroy(),
      );
    });
    const port = await open(server, input.number('port', 0, 65_535) ?? 0);
    try {
      return await register(credentials, input, input.text('url') ?? `http://127.0.0.1:${port}/`, ended);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  },
};

interface End {
  readonly reached: Promise<void>;
  /** Counts an event; false when there were enough before it. */
  count(): boolean;
}

/** Ends after so many events, or when the user says so. */
function endOf(most: number): End {
  let left = most;
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => resolve());
  return {
    reached,
    count() {
      left -= 1;
      // The answer to the bank goes out before everything ends.
      if (left === 0) setTimeout(resolve, 100);
      return left >= 0;
    },
  };
}

function open(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new CliError(`port ${port} cannot be opened: ${error.code}`)),
    );
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

async function register(credentials: Credentials, input: Input, url: string, { reached }: End): Promise<number> {
  const actions = input.text('actions')?.split(',').filter(Boolean);
  const wanted = { url, description: 'openemi listen', ...(actions !== undefined && { actions }) };
  const made = successOf(await call(credentials, findOperation('webhook_create'), wanted));
  progress(`webhook ${made.data.token} delivers to ${url}; Ctrl-C ends it`);
  try {
    await reached;
  } finally {
    successOf(await call(credentials, findOperation('webhook_delete'), { webhook: made.data.token }));
    progress(`webhook ${made.data.token} is deleted`);
  }
  return 0;
}

function successOf(answer: Answer): Answer {
  if (answer.code === 0) return answer;
  throw new CliError(`the bank refused: ${answer.text}`);
}

interface Taking {
  readonly input: Input;
  readonly secret: string;
  readonly forward: string | undefined;
  readonly ended: End;
}

/** Verifies one delivery, prints it, passes it on; answers the status for the bank. */
async function take(
  { input, secret, forward, ended }: Taking,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<number> {
  const problem = whyNotGenuine(headers, body, secret, new Date());
  if (problem !== undefined) {
    progress(`refused a delivery: ${problem}`);
    return 400;
  }
  const status = forward === undefined ? 200 : await pass(forward, headers, body);
  if (status !== 200) {
    progress(`${forward} answered ${status}: the bank tries again`);
    return status;
  }
  if (!ended.count()) return 503;
  const event = JSON.parse(body.toString());
  const head = `${event.created_at} ${event.action} sequence ${event.sequence}, attempt ${headers['x-delivery-attempt']}`;
  print(input, event, `${head}\n${JSON.stringify(event.payload, null, 2)}`);
  return 200;
}

const forwardTimeoutMs = 10_000;
const ownHeaders = ['host', 'connection', 'content-length', 'transfer-encoding', 'expect'];

async function pass(forward: string, headers: IncomingHttpHeaders, body: Buffer): Promise<number> {
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    ownHeaders.includes(name) || value === undefined ? [] : [[name, String(value)]],
  );
  try {
    const signal = AbortSignal.timeout(forwardTimeoutMs);
    const init = { method: 'POST', headers: kept, body: new Uint8Array(body), signal, redirect: 'manual' } as const;
    return (await fetch(forward, init)).status;
  } catch (error) {
    const cause = (error as Error).cause as { code?: string } | undefined;
    progress(`cannot reach ${forward}: ${cause?.code ?? (error as Error).message}`);
    return 502;
  }
}
