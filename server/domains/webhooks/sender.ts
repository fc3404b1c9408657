import { isIP } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import type { Context } from '../../kernel/operation.ts';
import { AddressRefused, isPublicAddress, publicLookup } from './target.ts';

/** How long a receiver may take: to accept a connection, and in all until its status is there. */
export interface Patience {
  readonly connectMs: number;
  readonly totalMs: number;
}

const usualPatience: Patience = { connectMs: 3_000, totalMs: 10_000 };
const maxAnswerBytes = 65_536;
const maxShownCharacters = 500;

/** What came of an attempt. */
export interface Answer {
  /** The HTTP status; null when there was none within ten seconds. */
  readonly status: number | null;
  readonly error: string | null;
  /** The beginning of an answer other than 200. */
  readonly text: string | null;
  readonly milliseconds: number;
}

/** Sends deliveries over connections that are kept and used again. */
export interface Sender {
  /** Posts a body once. Never rejects; redirects are not followed. */
  send(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<Answer>;
  /** Ends what is under way and closes all connections. */
  close(): Promise<void>;
}

/**
 * Opens a sender. In production it connects to public addresses only: names by their look-up, literals here, because a
 * literal is never looked up. How many connections there are is bounded by whoever sends.
 */
export function openSender(environment: Context['environment'], patience = usualPatience): Sender {
  const agent = new Agent({
    connect: environment === 'production' ? publicConnector(patience) : { timeout: patience.connectMs },
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    clientTtl: 60_000,
  });
  return {
    send: (url, headers, body) => send(agent, patience.totalMs, url, headers, body),
    close: () => agent.destroy(),
  };
}

function publicConnector({ connectMs }: Patience): buildConnector.connector {
  const connect = buildConnector({ timeout: connectMs, allowH2: false, lookup: publicLookup });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !isPublicAddress(host)) callback(new AddressRefused(`${host} is not public`), null);
    else connect(options, callback);
  };
}

async function send(
  agent: Agent,
  totalMs: number,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<Answer> {
  const start = performance.now();
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), totalMs);
  const took = () => Math.round(performance.now() - start);
  try {
    const target = new URL(url);
    const response = await agent.request({
      origin: target.origin,
      path: target.pathname + target.search,
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'OpenEMI' },
      body,
      signal: timeout.signal,
    });
    // The status decides; the rest is read so that the connection can be used again.
    const milliseconds = took();
    const text = await read(response).catch(() => null);
    return { status: response.statusCode, error: null, text: response.statusCode === 200 ? null : text, milliseconds };
  } catch (error) {
    return {
      status: null,
      error: timeout.signal.aborted ? 'timeout' : reason(error),
      text: null,
      milliseconds: took(),
    };
  } finally {
    clearTimeout(timer);
  }
}

/** Reads an answer up to 64 kB, then drops the connection, and answers what may be shown of it. */
async function read({ body }: Dispatcher.ResponseData): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxAnswerBytes) break;
  }
  // A database text holds no U+0000.
  return Buffer.concat(chunks).toString('utf8').slice(0, maxShownCharacters).replaceAll('\0', '').toWellFormed();
}

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return (code || 'connection_failed').toLowerCase().slice(0, 100);
}
