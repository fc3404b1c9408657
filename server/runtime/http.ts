import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { newId } from '../kernel/ids.ts';
import { badRequest, refuse } from '../kernel/refusal.ts';
import { refused } from './envelope.ts';

/** A page outside the API: unsigned, with an HTTP status of its own. */
export interface Page {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Buffer;
  readonly headers?: readonly string[];
}

/** Answers one API request; what it sends goes through `send`. */
export type Serve = (request: IncomingMessage, response: ServerResponse, requestId: string) => Promise<void>;

export interface HttpOptions {
  readonly serve: Serve;
  /** The unsigned pages by their path. */
  readonly pages: ReadonlyMap<string, () => Page | Promise<Page>>;
}

export interface HttpServer {
  /** Listens, and answers the port: another one than asked for if that was 0. */
  listen(port: number, host: string): Promise<number>;
  /** Takes no more requests, finishes those in flight, and after `graceMs` cuts what is left. */
  close(graceMs: number): Promise<void>;
}

/** Opens the HTTP server: keep-alive, and limits on whoever sends slowly or without end. */
export function openHttp({ serve, pages }: HttpOptions): HttpServer {
  const server = createServer({
    keepAliveTimeout: 65_000,
    headersTimeout: 10_000,
    requestTimeout: 60_000,
    connectionsCheckingInterval: 2_000,
    maxHeaderSize: 16_384,
    // Who names no host is answered in our words like everybody else; HTTP/1.0 needs none anyway.
    requireHostHeader: false,
    noDelay: true,
  });
  server.maxHeadersCount = 100;
  let closing = false;

  const take = (request: IncomingMessage, response: ServerResponse) => {
    const requestId = newId();
    if (closing) response.shouldKeepAlive = false;
    const page = pages.get(pathOf(request.url ?? ''));
    const answered = page === undefined ? serve(request, response, requestId) : sendPage(response, requestId, page);
    // What gets here is a connection that broke while it was being answered, or a page that failed.
    answered.catch(() => response.destroy());
  };
  server.on('request', take);
  // The body is asked for when it is read: a body that is too large is then never sent.
  server.on('checkContinue', take);
  // An expectation that nobody knows is ignored instead of answered with a status of its own.
  server.on('checkExpectation', take);
  server.on('clientError', (error, socket) => refuseBrokenHttp(error, socket as Socket));

  return {
    listen: (port, host) => listen(server, port, host),
    close: (graceMs) => {
      closing = true;
      return close(server, graceMs);
    },
  };
}

/** Sends an answer of the API: HTTP 200, whatever its `code`. */
export function send(response: ServerResponse, requestId: string, body: string, headers: readonly string[] = []): void {
  const length = String(Buffer.byteLength(body));
  response.writeHead(200, [
    'Content-Type',
    'application/json',
    'Content-Length',
    length,
    'x-request-id',
    requestId,
    ...headers,
  ]);
  response.end(body);
}

/**
 * The body of a request, or nothing when it is larger than `limit` bytes; then the rest is thrown away as it comes, so
 * that the client can read its answer. Rejects when the client goes away.
 */
export function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
): Promise<Buffer | undefined> {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (length === undefined ? encoding === undefined : length === '0') return Promise.resolve(noBody);
  if (length !== undefined && Number(length) > limit) {
    discard(request);
    return Promise.resolve(undefined);
  }
  if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) return void chunks.push(chunk);
      request.off('data', onData);
      discard(request);
      resolve(undefined);
    };
    request.on('data', onData);
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, size)));
    request.on('error', reject);
    request.on('close', () => {
      if (!request.complete) reject(new Error('the client went away'));
    });
  });
}

const noBody = Buffer.alloc(0);
const mostDiscarded = 64 * 1024 * 1024;

function discard(request: IncomingMessage): void {
  let size = 0;
  request.on('error', () => {});
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > mostDiscarded) request.destroy();
  });
}

function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}

async function sendPage(response: ServerResponse, requestId: string, page: () => Page | Promise<Page>): Promise<void> {
  const { status, contentType, body, headers = [] } = await page();
  const length = String(Buffer.byteLength(body));
  const always = ['Content-Type', contentType, 'Content-Length', length, 'x-request-id', requestId];
  response.writeHead(status, [...always, ...headers]);
  response.end(body);
}

/** What is no HTTP, or came too slowly or with too large headers, is answered like any other bad request. */
function refuseBrokenHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) return void socket.destroy();
  const body = refused(refuse(badRequest));
  const head = [
    'HTTP/1.1 200 OK',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    `x-request-id: ${newId()}`,
  ];
  socket.end(`${head.join('\r\n')}\r\nConnection: close\r\n\r\n${body}`);
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: 1024 }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function close(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
