import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A process of webhook receivers for the bench: it answers each as its kind does, and tells on demand how many
 * different events each has been sent.
 */

export type Kind = 'fast' | 'slow' | 'failing' | 'silent';
export const kinds: readonly Kind[] = [
  ...Array<Kind>(11).fill('fast'),
  ...Array<Kind>(3).fill('slow'),
  ...Array<Kind>(5).fill('failing'),
  'silent',
];

const slowMs = 500;

const answers: Record<Kind, (response: ServerResponse) => void> = {
  fast: (response) => response.end(),
  slow: (response) => void setTimeout(() => response.end(), slowMs),
  failing: (response) => response.writeHead(500).end(),
  silent: () => {},
};

async function open(kind: Kind) {
  const events = new Set<string>();
  const server = createServer((request, response) => {
    events.add(String(request.headers['webhook-id']));
    request.resume().on('end', () => answers[kind](response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, events };
}

if (process.send !== undefined) {
  const receivers = await Promise.all(kinds.map(open));
  process.on('message', () => process.send!(receivers.map(({ events }) => events.size)));
  process.send(receivers.map(({ port }) => port));
}
