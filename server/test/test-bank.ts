import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configuredAdapters } from '../adapters.ts';
import { type Bank, type BankOptions, openBank } from '../bank.ts';
import { type LedgerReport, verifyLedger } from '../domains/ledger/verify.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { Method, Operation } from '../kernel/operation.ts';
import { type Sandbox, type SandboxInstance, seedSandbox } from '../seed.ts';
import { testDatabase } from './database.ts';

/** A clock that stands still until it is told to move. */
export interface TestClock extends Clock {
  set(moment: Date): void;
  advance(seconds: number): void;
}

function testClock(start = new Date()): TestClock {
  let now = start;
  return {
    now: () => now,
    set: (moment) => {
      now = moment;
    },
    advance: (seconds) => {
      now = new Date(now.getTime() + seconds * 1000);
    },
  };
}

export interface CallInput {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  /** Who calls; the first sandbox instance, if it is not said. */
  readonly key?: Pick<SandboxInstance, 'apiKey' | 'secretKey'>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Which of the operation's routes; the first one, if it is not said. */
  readonly route?: number;
}

export interface TestAnswer {
  readonly code: number;
  readonly message: string;
  readonly key?: string;
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever JSON the operation's schema says
  readonly data?: any;
  readonly headers: Headers;
  readonly status: number;
  /** The answer as it came. */
  readonly text: string;
}

export interface TestBank {
  readonly bank: Bank;
  readonly clock: TestClock;
  readonly sandbox: Sandbox;
  readonly url: string;
  readonly databaseUrl: string;
  readonly masterKeys: readonly Buffer[];
  /** The data folder: documents in `objects`, messages to the underwriters in `mail`. */
  readonly data: string;
  /** What the bank logged, for those who look for what must not be there. */
  readonly logged: LoggedLine[];
  /** Signs a call of an operation and sends it over HTTP. */
  call(operation: Operation | string, input?: CallInput): Promise<TestAnswer>;
  /** Brings jobs, deliveries and logs to their end. */
  settle(): Promise<void>;
  /** Checks the ledger's promises, whatever the test was about, and lets go of everything. */
  close(): Promise<void>;
}

export type TestBankOptions = Partial<
  Pick<BankOptions, 'domains' | 'environment' | 'rootPath' | 'checkAnswers' | 'ports' | 'scenariosFolder'>
>;

/** Opens the whole bank on a fresh database and a free port, seeded with the sandbox's two instances. */
export async function openTestBank(options: TestBankOptions = {}): Promise<TestBank> {
  const database = await testDatabase();
  const clock = testClock();
  const masterKeys = [randomBytes(32)];
  const { log, lines } = testLog();
  const data = mkdtempSync(join(tmpdir(), 'openemi-data-'));
  const bank = openBank({
    environment: 'sandbox',
    checkAnswers: true,
    ...options,
    ports: [...configuredAdapters(configured(data)), ...(options.ports ?? [])],
    databaseUrl: database.url,
    masterKeys,
    clock,
    log,
  });
  const sandbox = await seedSandbox(bank.database, bank.vault, clock.now());
  const url = await bank.listen(0, '127.0.0.1');
  bank.markReady();
  return {
    bank,
    clock,
    sandbox,
    url,
    databaseUrl: database.url,
    masterKeys,
    data,
    logged: lines,
    call: (operation, input = {}) => {
      const known = typeof operation === 'string' ? bank.operations.find(({ name }) => name === operation) : operation;
      if (known === undefined) throw new Error(`no operation ${String(operation)}`);
      return call(url, known, { key: sandbox.first, ...input }, clock.now());
    },
    settle: () => bank.settle(),
    async close() {
      await bank.settle();
      const report = await verifyLedger(bank.database, bank.vault);
      await bank.close();
      await database.drop();
      rmSync(data, { recursive: true, force: true });
      assertSound(report);
    },
  };
}

/** Files and mail stay in the folder. */
const configured = (data: string) => ({
  data,
  objectStore: undefined,
  smtpUrl: undefined,
  underwritingEmail: 'underwriting@example.com',
});

/** The ledger's invariants hold at the end of every suite. */
function assertSound({ instances }: LedgerReport): void {
  assert.deepEqual(
    instances.flatMap(({ problems }) => problems),
    [],
  );
}

export interface LoggedLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: Parameters<Log['info']>[0];
}

function testLog(): { log: Log; lines: LoggedLine[] } {
  const lines: LoggedLine[] = [];
  const at = (level: LoggedLine['level']) => (fields: LoggedLine['fields'], message: string) => {
    lines.push({ level, message, fields });
  };
  return { log: { info: at('info'), warn: at('warn'), error: at('error') }, lines };
}

type SignedInput = CallInput & { readonly key: NonNullable<CallInput['key']> };

async function call(url: string, operation: Operation, input: SignedInput, now: Date): Promise<TestAnswer> {
  const route = operation.routes[input.route ?? 0];
  if (route === undefined) throw new Error(`${operation.name} has no such route`);
  const target = url + fill(route.path, input.params ?? {}) + queryText(input.query ?? {});
  const body = bodyText(route.method, input.body);
  const signed = signatureHeaders(input.key, operation.name, route.method, body ?? '', now);
  return send(target, {
    method: route.method,
    headers: { ...signed, ...input.headers },
    ...(body !== undefined && { body }),
  });
}

/** Sends any request and parses the envelope. */
export async function send(url: string, init: RequestInit): Promise<TestAnswer> {
  const response = await fetch(url, init);
  const text = await response.text();
  return { ...JSON.parse(text), headers: response.headers, status: response.status, text };
}

/** The headers of a signed request, made by the specification's words and not by the server's own code. */
export function signatureHeaders(
  { apiKey, secretKey }: Pick<SandboxInstance, 'apiKey' | 'secretKey'>,
  operation: string,
  method: Method,
  body: string | Uint8Array,
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const hash = createHmac('sha256', secretKey).update(apiKey + timestamp + operation);
  if (method === 'POST' || method === 'PUT') hash.update(body);
  return { 'x-api-key': apiKey, 'x-timestamp': timestamp, 'x-hash': hash.digest('hex') };
}

function bodyText(method: Method, body: unknown): string | undefined {
  if (body === undefined || method === 'GET') return undefined;
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function fill(path: string, params: Readonly<Record<string, string | number>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (params[name] === undefined) throw new Error(`the path ${path} needs ${name}`);
    return encodeURIComponent(params[name]);
  });
}

function queryText(query: Readonly<Record<string, string | number>>): string {
  const pairs = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
