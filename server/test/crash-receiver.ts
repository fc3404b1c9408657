import assert from 'node:assert/strict';
import { createHmac, hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openReceiver } from './webhook-receiver.ts';

/** What one delivered transaction said. */
export interface Delivered {
  readonly side: string;
  readonly amountMinor: number;
  readonly balance: string;
  readonly link: string;
  readonly reference: string;
  /** Over the whole body: each delivery of an event has to say the same. */
  readonly digest: string;
}

/** A partner's system that keeps of each TRANSACTION.NEW only what has to be compared. */
export interface CrashReceiver {
  readonly url: string;
  /** By the transaction's token. */
  readonly transactions: ReadonlyMap<string, Delivered>;
  /** Deliveries, repeated ones too. */
  deliveries(): number;
  /** What was wrong with a delivery, at most a few. */
  readonly complaints: readonly string[];
  /** Waits until so many different transactions came in, as long as something keeps coming. */
  until(transactions: number, patienceMs: number): Promise<void>;
  close(): Promise<void>;
}

const slowEach = 10;
const slowMs = 100;

/** Opens the receiver; `secret` answers what signs the deliveries. */
export async function openCrashReceiver(secret: () => string): Promise<CrashReceiver> {
  const transactions = new Map<string, Delivered>();
  const complaints: string[] = [];
  let deliveries = 0;
  let lastAt = performance.now();
  let noticed = () => {};
  const receiver = await openReceiver(async ({ headers, text, json, isGone }) => {
    // The common receiver keeps everything; here it would be too much.
    receiver.received.length = 0;
    deliveries += 1;
    // Some take their time. Where the sender dies meanwhile, it has to come again: this one is as good as lost.
    if (deliveries % slowEach === 0) await sleep(slowMs);
    if (isGone()) return 500;
    lastAt = performance.now();
    const complaint = wrongSignature(headers, text, secret()) ?? keep(transactions, json.payload, text);
    if (complaint !== undefined && complaints.length < 10) complaints.push(complaint);
    noticed();
    return 200;
  });
  return {
    url: receiver.url,
    transactions,
    complaints,
    deliveries: () => deliveries,
    async until(wanted, patienceMs) {
      lastAt = performance.now();
      while (transactions.size < wanted) {
        const left = lastAt + patienceMs - performance.now();
        assert.ok(left > 0, `${transactions.size} of ${wanted} transactions were delivered`);
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, left);
          noticed = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    },
    close: () => receiver.close(),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a payload is whatever JSON was sent
function keep(transactions: Map<string, Delivered>, payload: any, text: string): string | undefined {
  const digest = hash('sha256', text);
  const before = transactions.get(payload.token);
  if (before !== undefined) {
    return before.digest === digest ? undefined : `${payload.token} was delivered with two contents`;
  }
  const { debit_credit: side, balance, link, reference } = payload;
  transactions.set(payload.token, {
    side,
    amountMinor: Math.round(payload.amount * 100),
    balance,
    link,
    reference,
    digest,
  });
  return undefined;
}

/** Standard Webhooks 1.0: base64 HMAC-SHA256 over id, timestamp and body. */
function wrongSignature(headers: Readonly<Record<string, unknown>>, text: string, secret: string): string | undefined {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return headers['webhook-signature'] === expected ? undefined : `event ${headers['webhook-id']} is signed wrongly`;
}
