import { openapiText } from './contract/openapi.ts';
import { referencePage, referencePolicy } from './contract/reference.ts';
import type { Domain } from './kernel/domain.ts';
import type { Page } from './runtime/http.ts';

export interface PagesOptions {
  readonly domains: readonly Domain[];
  readonly sandbox: boolean;
  /** The address of the API with its root path, once the server listens. */
  readonly baseUrl: () => string;
  /** Whether database and jobs are reachable and everything is set up. */
  readonly ready: () => Promise<boolean>;
  readonly metrics: { text(): Promise<string>; readonly contentType: string };
}

/** The unsigned pages: the only ones with HTTP statuses of their own. */
export function openPages({ domains, sandbox, baseUrl, ready, metrics }: PagesOptions) {
  const reference = once(() => referencePage(domains));
  return new Map<string, () => Page | Promise<Page>>([
    ['/health', () => json(200, { status: 'ok' })],
    ['/ready', async () => ((await ready()) ? json(200, { status: 'ready' }) : json(503, { status: 'not ready' }))],
    ['/metrics', async () => ({ status: 200, contentType: metrics.contentType, body: await metrics.text() })],
    [
      '/openapi.json',
      () => ({
        status: 200,
        contentType: 'application/json',
        body: openapiText(domains, { baseUrl: baseUrl(), sandbox }),
      }),
    ],
    [
      '/docs',
      () => ({
        status: 200,
        contentType: 'text/html; charset=utf-8',
        body: reference(),
        headers: ['Content-Security-Policy', referencePolicy(), 'X-Content-Type-Options', 'nosniff'],
      }),
    ],
  ]);
}

function json(status: number, body: unknown): Page {
  return { status, contentType: 'application/json', body: JSON.stringify(body) };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
