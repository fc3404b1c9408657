import { createHmac } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';

/** Whom to call, and as whom. */
export interface Target {
  readonly url: string;
  readonly apiKey: string;
  readonly secretKey: string;
}

export interface Envelope {
  readonly code: number;
  readonly key?: string;
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever JSON the operation's schema says
  readonly data?: any;
}

export interface SignedRequest {
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

const agent = new Agent({ keepAlive: true });

/** A request as it goes over the wire, to be sent as often as one likes. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Signs a request, with nothing of the server's own code: so a load process starts and runs cheaply. */
export function signed(
  { apiKey, secretKey }: Omit<Target, 'url'>,
  wanted: SignedRequest,
  at = Date.now(),
): WireRequest {
  const { operation, method, path, idempotencyKey } = wanted;
  const body = wanted.body === undefined ? '' : JSON.stringify(wanted.body);
  const timestamp = String(Math.floor(at / 1000));
  const hash = createHmac('sha256', secretKey).update(apiKey + timestamp + operation + body);
  const headers = {
    'x-api-key': apiKey,
    'x-timestamp': timestamp,
    'x-hash': hash.digest('hex'),
    'content-length': String(Buffer.byteLength(body)),
    ...(idempotencyKey !== undefined && { 'x-idempotency-key': idempotencyKey }),
  };
  return { method, path, headers, body };
}

/** Sends a request as it is. Rejects when no whole answer came back. */
export async function sendWire(url: string, { method, path, headers, body }: WireRequest): Promise<Envelope> {
  const text = await new Promise<string>((resolve, reject) => {
    const sent = request(url + path, { method, headers, agent }, (response) => read(response, resolve, reject));
    sent.on('error', reject);
    sent.end(body);
  });
  return JSON.parse(text) as Envelope;
}

/** Signs and sends one request. */
export function signedCall(target: Target, wanted: SignedRequest): Promise<Envelope> {
  return sendWire(target.url, signed(target, wanted));
}

function read(response: IncomingMessage, resolve: (text: string) => void, reject: (error: Error) => void): void {
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
  response.on('error', reject);
}

/** Sends a request that has to succeed and answers its data. */
export async function mustCall(target: Target, wanted: SignedRequest): Promise<NonNullable<Envelope['data']>> {
  const answer = await signedCall(target, wanted);
  if (answer.code !== 0) throw new Error(`${wanted.operation} answered ${JSON.stringify(answer)}`);
  return answer.data;
}

/** A transfer in EUR between two balances, as a request. */
export function transferRequest(
  debtor: string,
  creditor: string,
  amountMinor: number,
  more: { reference?: string; idempotencyKey?: string } = {},
): SignedRequest {
  const { reference = 'test', idempotencyKey } = more;
  return {
    operation: 'transfer_create',
    method: 'POST',
    path: '/v2/transfers',
    body: {
      amount: amountMinor / 100,
      currency: 'EUR',
      reference,
      debtor: { balance: debtor },
      creditor: { balance: creditor },
    },
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
}

export interface OpenedAccount {
  readonly account: string;
  readonly balance: string;
  readonly iban: string;
}

/** Opens an account in EUR for the Master Merchant, with money on it. */
export async function fundedAccount(target: Target, merchant: string, amountMinor: number): Promise<OpenedAccount> {
  const opened = await openAccount(target, merchant);
  if (amountMinor > 0) {
    await mustCall(target, {
      operation: 'sim_account_fund',
      method: 'POST',
      path: `/v2/simulations/accounts/${opened.account}/fund`,
      body: { amount: amountMinor / 100 },
    });
  }
  return opened;
}

/** Opens an account in EUR for the Master Merchant; a virtual one where `main` is given. */
export async function openAccount(target: Target, merchant: string, main?: string): Promise<OpenedAccount> {
  const opened = await mustCall(target, {
    operation: 'account_create',
    method: 'POST',
    path: '/v2/accounts',
    body: { program: 'EUR-BUSINESS', merchant, ...(main !== undefined && { main }) },
  });
  const { token: balance, iban } = opened.balances[0];
  return { account: opened.token, balance, iban };
}
