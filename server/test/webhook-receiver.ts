import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A delivery as it came in. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: an envelope is whatever JSON was sent
  readonly json: any;
  /** Whether the sender has hung up, so that it will not hear the answer. */
  isGone(): boolean;
}

/** What a receiver does: a status, an answer in full, or nothing at all. */
export type Reaction = number | { status: number; headers?: Record<string, string>; text?: string } | 'silence';

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Waits until so many deliveries came in. */
  count(deliveries: number): Promise<void>;
  close(): Promise<void>;
}

/** A partner's system on loopback: keeps every delivery and reacts as it is told. */
export async function openReceiver(
  react: (delivery: Received) => Reaction | Promise<Reaction> = () => 200,
): Promise<Receiver> {
  const received: Received[] = [];
  const waiting: { deliveries: number; resolve: () => void }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const isGone = () => request.socket.destroyed;
      const delivery = { path: request.url ?? '', headers: request.headers, text, json: JSON.parse(text), isGone };
      received.push(delivery);
      for (const { deliveries, resolve } of waiting) if (received.length >= deliveries) resolve();
      const reaction = await react(delivery);
      if (reaction === 'silence') return;
      const answer = typeof reaction === 'number' ? { status: reaction } : reaction;
      response.writeHead(answer.status, answer.headers).end(answer.text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    count: (deliveries) =>
      new Promise((resolve) => {
        if (received.length >= deliveries) resolve();
        else waiting.push({ deliveries, resolve });
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
