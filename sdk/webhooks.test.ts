import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestBank, type TestBank } from '../server/test/test-bank.ts';
import { openReceiver, type Received, type Receiver } from '../server/test/webhook-receiver.ts';
import { readWebhook, WebhookError } from './index.ts';

let t: TestBank;
let receiver: Receiver;
let delivery: { headers: Received['headers']; body: string };
let secret: string;
let now: number;

before(async () => {
  t = await openTestBank();
  receiver = await openReceiver();
  const { data } = await t.call('webhook_create', { body: { url: receiver.url } });
  await t.call('webhook_test', { params: { webhook: data.token } });
  await t.settle();
  const [first] = receiver.received;
  delivery = { headers: first!.headers, body: first!.text };
  secret = t.sandbox.first.webhookSecret;
  now = t.clock.now().getTime();
});
after(async () => {
  await receiver.close();
  await t.close();
});

test('a genuine delivery answers its event, and the action tells the payload', async () => {
  const event = await readWebhook(delivery, { secret, now });
  assert.ok(event.action === 'WEBHOOK.TEST');
  assert.equal(typeof event.payload.webhook, 'string');
  const fetched = {
    headers: new Headers(delivery.headers as Record<string, string>),
    body: Buffer.from(delivery.body),
  };
  assert.equal((await readWebhook(fetched, { secret: ['whsec_b3RoZXI=', secret], now })).id, event.id);
});

test('nothing else is believed', async () => {
  const { headers, body } = delivery;
  const later = now + 301_000;
  for (const [wrong, check] of [
    [
      { headers, body: `${body} ` },
      { secret, now },
    ],
    [
      { headers, body },
      { secret: 'whsec_b3RoZXI=', now },
    ],
    [
      { headers, body },
      { secret: 'whsec_', now },
    ],
    [
      { headers, body },
      { secret, now: later },
    ],
    [
      { headers: {}, body },
      { secret, now },
    ],
    [
      { headers: { ...headers, 'x-hash': '00' }, body },
      { secret, now },
    ],
    [
      { headers: { ...headers, 'webhook-signature': 'v1,????' }, body },
      { secret, now },
    ],
    [
      { headers: { ...headers, 'webhook-id': 'other' }, body },
      { secret, now },
    ],
    [
      { headers: { ...headers, 'x-event': 'TRANSACTION.NEW' }, body },
      { secret, now },
    ],
  ] as const) {
    await assert.rejects(readWebhook(wrong, check), WebhookError);
  }
  assert.ok(await readWebhook(delivery, { secret, now: later, toleranceSeconds: 400 }));
});

test('during a rotation the secret before still fits, and the new one too', async () => {
  const list = await t.call('webhook_list', { params: { page: 1, limit: 1 } });
  const params = { webhook: list.data.items[0].token };
  const { data } = await t.call('webhook_rotate_secret', { params, body: { keep_hours: 1 } });
  await t.call('webhook_test', { params });
  await t.settle();
  const { headers, text } = receiver.received.at(-1)!;
  for (const each of [secret, data.secret]) {
    assert.equal((await readWebhook({ headers, body: text }, { secret: each, now })).action, 'WEBHOOK.TEST');
  }
});
