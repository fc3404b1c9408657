import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signatureHeaders } from '../domains/webhooks/signature.ts';
import { whyNotGenuine } from './delivery.ts';

const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const at = new Date('2026-11-20T10:15:30Z');
const body = '{"action":"WEBHOOK.TEST","payload":{}}';
const signable = { apiKey: 'key', action: 'WEBHOOK.TEST', id: 'event', attempt: 1, body, at };
const headers = signatureHeaders(signable, [secret]);
const check = (changed: Record<string, string>, text = body, now = at) =>
  whyNotGenuine({ ...headers, ...changed }, Buffer.from(text), secret, now);

test('a delivery as the bank signs it is genuine, during a rotation too', () => {
  assert.equal(check({}), undefined);
  const rotating = signatureHeaders(signable, ['whsec_bmV3', secret]);
  assert.equal(whyNotGenuine(rotating, Buffer.from(body), secret, at), undefined);
});

test('either signature alone does not do, nor another body or an old delivery', () => {
  assert.equal(check({ 'x-hash': 'ab'.repeat(32) }), 'x-hash does not fit');
  assert.equal(check({ 'webhook-signature': 'v1,AAAA' }), 'webhook-signature does not fit');
  assert.equal(check({ 'x-event': 'TRANSACTION.NEW' }), 'x-hash does not fit');
  assert.equal(check({ 'webhook-id': 'other' }), 'webhook-signature does not fit');
  assert.equal(check({}, `${body} `), 'x-hash does not fit');
  assert.match(check({}, body, new Date(at.getTime() + 301_000)) ?? '', /timestamp/);
  assert.match(whyNotGenuine({}, Buffer.from(body), secret, at) ?? '', /timestamp/);
});
