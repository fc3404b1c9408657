import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/database.ts';
import type { EventDefinition, EventDraft } from '../../kernel/event.ts';
import { noFaults } from '../../kernel/faults.ts';
import { newId } from '../../kernel/ids.ts';
import type { Log } from '../../kernel/log.ts';
import { noMetrics } from '../../kernel/metrics.ts';
import type { Vault } from '../../kernel/operation.ts';
import type { Ledger } from '../../kernel/posting.ts';
import { openOutcomes } from '../../runtime/idempotency.ts';
import { type OpenDatabase, openDatabase } from '../../runtime/postgres.ts';
import { schedule } from '../../runtime/schedule.ts';
import { openVault } from '../../runtime/vault.ts';
import { type TestDatabase, testDatabase } from '../../test/database.ts';
import { openReceiver, type Reaction, type Received, type Receiver } from '../../test/webhook-receiver.ts';
import { openLedger } from '../ledger/engine.ts';
import { openInstance } from '../ledger/service.ts';
import { webhookTest } from './events.ts';
import { type Deliveries, startDeliveries } from './jobs.ts';
import { ensureWebhookSecret, rotateSecret, sealHeaders } from './service.ts';
import { type AttemptRow, deleteEndpoint, insertEndpoint, readAttempts, readEndpoint } from './store.ts';

const apiKey = '3f1c2a58-7d44-4b1e-9a37-5b0c6f2e9d10';
const accountEvent: EventDefinition = {
  ...webhookTest,
  action: 'ACCOUNT.STATUS',
  render: async (_db, rows) => rows.map((row) => ({ account: row.subject, status: row.after })),
};
const events = new Map([webhookTest, accountEvent].map((definition) => [definition.action, definition]));
const quiet: Log = { info() {}, warn() {}, error() {} };

let database: TestDatabase;
let db: OpenDatabase;
let vault: Vault;
let ledger: Ledger;
let now = new Date('2026-11-20T10:15:30Z');
const clock: Clock = { now: () => now };
const open: { close(): Promise<void> }[] = [];

before(async () => {
  database = await testDatabase();
  db = openDatabase(database.url, { max: 8 });
  vault = openVault([randomBytes(32)]);
  const outcomes = openOutcomes(clock);
  const committed = () => {};
  ledger = openLedger({ schedule, database: db, outcomes, vault, clock, metrics: noMetrics, log: quiet, committed });
});
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});
after(async () => {
  await db.close();
  await database.drop();
});

function advance(seconds: number): void {
  now = new Date(now.getTime() + seconds * 1000);
}

async function newInstance(): Promise<{ instance: string; secret: string }> {
  const instance = newId();
  const secret = await db.transaction(async (tx) => {
    await openInstance(tx, vault, instance, now);
    return ensureWebhookSecret(tx, instance, vault, now);
  });
  return { instance, secret };
}

async function newEndpoint(instance: string, url: string, changes: Record<string, unknown> = {}): Promise<string> {
  const id = newId();
  const { headers = {}, ...rest } = changes as { headers?: Record<string, string> };
  const row = {
    id,
    url,
    actions: ['*'],
    programs: [],
    description: '',
    headers: sealHeaders(vault, instance, id, headers),
    active: true,
    apiKey,
    createdAt: now,
    updatedAt: now,
    ...rest,
  };
  await db.transaction((tx) => insertEndpoint(tx, instance, row, 0n));
  // The next test is not to deliver what this one left.
  open.unshift({ close: () => db.transaction((tx) => deleteEndpoint(tx, instance, id, now)) });
  return id;
}

/** Writes events through the ledger, as an operation that moves no money does. */
async function emit(instance: string, count: number, action = 'ACCOUNT.STATUS'): Promise<void> {
  const drafts = Array.from({ length: count }, (): EventDraft => ({ action, subject: newId(), after: 'blocked' }));
  await db.transaction((tx) => ledger.record(tx, instance, drafts));
}

function deliver(over: Database = db): Deliveries {
  const deliveries = startDeliveries({
    faults: noFaults,
    database: over,
    vault,
    environment: 'sandbox',
    events,
    clock,
    log: quiet,
    metrics: noMetrics,
  });
  open.push({ close: () => deliveries.stop() });
  return deliveries;
}

async function receiver(react?: (delivery: Received) => Reaction | Promise<Reaction>): Promise<Receiver> {
  const opened = await openReceiver(react);
  open.push(opened);
  return opened;
}

/** Oldest first. */
async function attempts(instance: string, endpoint: string): Promise<AttemptRow[]> {
  const rows = await readAttempts(db, instance, endpoint, { event: null, state: null, limit: 5000, offset: 0 });
  return rows.reverse();
}

// As a receiver would write it from the documents: on purpose nothing of ours.
function verifies({ headers, text, json }: Received, secret: string): { mirrored: boolean; standard: boolean } {
  const signed = `${headers['x-api-key']}${headers['x-timestamp']}${json.action}${text}`;
  const hash = createHmac('sha256', secret).update(signed).digest('hex');
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
  const signature = `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  return {
    mirrored: [headers['x-hash'], headers['x-hash-previous']].includes(hash),
    standard: String(headers['webhook-signature']).split(' ').includes(signature),
  };
}

describe('delivery', () => {
  it('sends each event once, in an envelope signed both ways', async () => {
    const { instance, secret } = await newInstance();
    const partner = await receiver();
    const endpoint = await newEndpoint(instance, partner.url, { headers: { authorization: 'Bearer abc' } });
    await emit(instance, 700);
    await deliver().settle();
    assert.deepEqual(
      partner.received.map(({ json }) => json.sequence).sort((a, b) => a - b),
      Array.from({ length: 700 }, (_, index) => index + 1),
    );
    for (const delivery of partner.received) {
      assert.deepEqual(verifies(delivery, secret), { mirrored: true, standard: true });
    }
    const { headers, json, text } = partner.received[0]!;
    assert.equal(text, JSON.stringify(json));
    assert.equal(headers['webhook-id'], json.id);
    assert.equal(headers['x-event'], json.action);
    assert.equal(headers['x-delivery-attempt'], '1');
    assert.equal(headers['x-api-key'], apiKey);
    assert.equal(headers['x-timestamp'], String(Math.floor(now.getTime() / 1000)));
    assert.equal(headers.authorization, 'Bearer abc');
    assert.deepEqual(Object.keys(json), [
      'action',
      'payload',
      'id',
      'created_at',
      'environment',
      'version',
      'sequence',
    ]);
    assert.equal(json.payload.status, 'blocked');
    assert.equal((await readEndpoint(db, instance, endpoint))?.position, 700n);
    assert.equal((await attempts(instance, endpoint)).length, 700);
  });

  it('leaves out what an endpoint did not subscribe to, and moves on', async () => {
    const { instance } = await newInstance();
    const partner = await receiver();
    const cards = await newEndpoint(instance, partner.url, { actions: ['CARD.*'] });
    await newEndpoint(instance, partner.url, { actions: ['ACCOUNT.*'], active: false });
    await emit(instance, 3);
    await deliver().settle();
    assert.equal(partner.received.length, 0);
    assert.equal((await readEndpoint(db, instance, cards))?.position, 3n);
  });

  for (const answer of [201, 204, 302, 404, 500]) {
    it(`takes ${answer} for a failure: three retries, each ten seconds later, then failed`, async () => {
      const { instance, secret } = await newInstance();
      const elsewhere = await receiver();
      const partner = await receiver(() => ({ status: answer, headers: { location: elsewhere.url } }));
      const endpoint = await newEndpoint(instance, partner.url);
      await emit(instance, 1);
      const deliveries = deliver();
      const start = now.getTime();
      await deliveries.settle();
      for (const seconds of [9, 1, 9, 1, 9, 1, 60]) {
        advance(seconds);
        await deliveries.settle();
      }
      const tried = await attempts(instance, endpoint);
      assert.deepEqual(
        tried.map(({ at, state, status }) => [(at.getTime() - start) / 1000, state, status]),
        [
          [0, 'waiting', answer],
          [10, 'waiting', answer],
          [20, 'waiting', answer],
          [30, 'failed', answer],
        ],
      );
      assert.deepEqual(
        partner.received.map(({ headers }) => headers['x-delivery-attempt']),
        ['1', '2', '3', '4'],
      );
      assert.equal(new Set(partner.received.map(({ headers }) => headers['webhook-id'])).size, 1);
      assert.equal(new Set(partner.received.map(({ text }) => text)).size, 1);
      for (const each of partner.received) assert.deepEqual(verifies(each, secret), { mirrored: true, standard: true });
      assert.equal(elsewhere.received.length, 0);
    });
  }

  it('stops trying once a retry is answered 200', async () => {
    const { instance } = await newInstance();
    const partner = await receiver(({ headers }) => (headers['x-delivery-attempt'] === '1' ? 503 : 200));
    const endpoint = await newEndpoint(instance, partner.url);
    await emit(instance, 300);
    const deliveries = deliver();
    await deliveries.settle();
    assert.equal(partner.received.length, 300);
    advance(10);
    await deliveries.settle();
    advance(60);
    await deliveries.settle();
    assert.equal(partner.received.length, 600);
    const states = Map.groupBy(await attempts(instance, endpoint), ({ state }) => state);
    assert.deepEqual(
      [...states].map(([state, rows]) => [state, rows.length]),
      [
        ['waiting', 300],
        ['delivered', 300],
      ],
    );
  });

  it('lets nobody wait for a receiver that never answers, or for one that refuses', async () => {
    const { instance } = await newInstance();
    const silent = await receiver(() => 'silence');
    const gone = await receiver();
    await gone.close();
    const partner = await receiver();
    const endpoint = await newEndpoint(instance, silent.url);
    await newEndpoint(instance, gone.url);
    await newEndpoint(instance, partner.url);
    await emit(instance, 300);
    deliver();
    await partner.count(300);
    // The silent one's first attempts, which take ten seconds each, are not over yet.
    assert.ok(silent.received.length > 0);
    assert.equal((await attempts(instance, endpoint)).length, 0);
  });

  it('sends again what was sent but not recorded when the process died', async () => {
    const { instance } = await newInstance();
    const partner = await receiver();
    const endpoint = await newEndpoint(instance, partner.url);
    await emit(instance, 5);
    const dying: Database = { query: db.query, transaction: () => Promise.reject(new Error('killed')) };
    const first = deliver(dying);
    await partner.count(5);
    await first.stop();
    const second = deliver();
    advance(31);
    await second.settle();
    assert.equal(partner.received.length, 10);
    assert.equal(new Set(partner.received.map(({ json }) => json.id)).size, 5);
    assert.equal((await attempts(instance, endpoint)).length, 5);
  });

  it('sends again what was under way when the process died, though later events were recorded', async () => {
    const { instance } = await newInstance();
    let silent = true;
    const partner = await receiver(({ json }) => (silent && json.sequence === 3 ? 'silence' : 200));
    const endpoint = await newEndpoint(instance, partner.url);
    await emit(instance, 5);
    let alive = true;
    const dying: Database = {
      query: db.query,
      transaction: (work) => (alive ? db.transaction(work) : Promise.reject(new Error('killed'))),
    };
    const first = deliver(dying);
    while ((await attempts(instance, endpoint)).length < 4) await partner.count(5);
    assert.equal((await readEndpoint(db, instance, endpoint))?.position, 2n);
    alive = false;
    await first.stop();
    silent = false;
    advance(31);
    await deliver().settle();
    assert.ok((await attempts(instance, endpoint)).some(({ event }) => event === 3n));
  });

  it('hands over to the next process what was cut off when it stopped, and nothing else', async () => {
    const { instance } = await newInstance();
    let silent = true;
    const partner = await receiver(({ json }) => (silent && json.sequence === 3 ? 'silence' : 200));
    await newEndpoint(instance, partner.url);
    await emit(instance, 500);
    const first = deliver();
    await partner.count(500);
    await first.stop();
    silent = false;
    await deliver().settle();
    assert.deepEqual(
      partner.received.slice(500).map(({ json }) => json.sequence),
      [3],
    );
  });

  it('narrows an endpoint down to its programs', async () => {
    const { instance } = await newInstance();
    const partner = await receiver();
    await newEndpoint(instance, partner.url, { programs: ['EUR-GIFT'] });
    const draft = { action: 'ACCOUNT.STATUS', after: 'blocked' };
    const programs = ['EUR-GIFT', 'EUR-CONSUMER', undefined];
    const drafts = programs.map((program) => ({ ...draft, subject: newId(), data: { program } }));
    await db.transaction((tx) => ledger.record(tx, instance, drafts));
    await deliver().settle();
    assert.deepEqual(partner.received.map(({ json }) => json.sequence).sort(), [1, 3]);
  });

  it('shares the work between processes without sending anything twice', async () => {
    const { instance } = await newInstance();
    const partners = [await receiver(), await receiver(), await receiver()];
    for (const partner of partners) await newEndpoint(instance, partner.url);
    const both = [deliver(), deliver()];
    for (let round = 0; round < 5; round++) {
      await emit(instance, 60);
      for (const deliveries of both) deliveries.wake();
    }
    await Promise.all(both.map((deliveries) => deliveries.settle()));
    for (const { received } of partners) {
      assert.equal(received.length, 300);
      assert.equal(new Set(received.map(({ json }) => json.id)).size, 300);
    }
  });

  it('signs with both secrets during a rotation, and with the new one alone after it', async () => {
    const { instance, secret } = await newInstance();
    const partner = await receiver();
    await newEndpoint(instance, partner.url);
    const until = new Date(now.getTime() + 3_600_000);
    const fresh = await db.transaction((tx) => rotateSecret(tx, instance, vault, until, now));
    const deliveries = deliver();
    await emit(instance, 1);
    await deliveries.settle();
    advance(3_600);
    await emit(instance, 1);
    await deliveries.settle();
    const [during, afterwards] = partner.received;
    assert.deepEqual(verifies(during!, secret), { mirrored: true, standard: true });
    assert.deepEqual(verifies(during!, fresh), { mirrored: true, standard: true });
    assert.deepEqual(verifies(afterwards!, secret), { mirrored: false, standard: false });
    assert.deepEqual(verifies(afterwards!, fresh), { mirrored: true, standard: true });
  });
});
