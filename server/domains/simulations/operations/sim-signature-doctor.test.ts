import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import { openTestBank, type TestBank } from '../../../test/test-bank.ts';

let t: TestBank;
before(async () => {
  t = await openTestBank();
});
after(() => t.close());

const body = '{"amount":1.50,"currency":"EUR"}';

function headersFor(text: (apiKey: string, timestamp: string) => string, of = t.sandbox.first) {
  const timestamp = String(Math.floor(t.clock.now().getTime() / 1000));
  const hash = createHmac('sha256', of.secretKey).update(text(of.apiKey, timestamp)).digest('hex');
  return { 'x-api-key': of.apiKey, 'x-timestamp': timestamp, 'x-hash': hash };
}

const right = (apiKey: string, timestamp: string) => `${apiKey}${timestamp}transfer_create${body}`;
const examined = async (request: Record<string, unknown>) => {
  const answer = await t.call('sim_signature_doctor', {
    body: { method: 'POST', path: '/v2/transfers', body, ...request },
  });
  assert.equal(answer.code, 0, answer.text);
  return answer.data;
};

test('a right signature is valid, and told by path, by address and by operation alike', async () => {
  const headers = headersFor(right);
  for (const where of [
    {},
    { path: 'https://bank.example/emi/v2/transfers' },
    { path: undefined, operation: 'transfer_create' },
  ]) {
    assert.deepEqual(await examined({ headers, ...where }), {
      valid: true,
      findings: [],
      expected: {
        text: right(headers['x-api-key'], headers['x-timestamp']),
        hash: headers['x-hash'],
        parts: [
          { part: 'api_key', from: 0, to: 36 },
          { part: 'timestamp', from: 36, to: 46 },
          { part: 'operation', from: 46, to: 61 },
          { part: 'body', from: 61, to: 61 + body.length },
        ],
      },
    });
  }
});

test('a wrong one is explained, with the place, and without any secret', async () => {
  const headers = headersFor((key, time) => `${key}${time}transfer_create{"amount":1.5,"currency":"EUR"}`);
  const { valid, findings, expected } = await examined({ headers });
  assert.deepEqual([valid, findings.length, findings[0].code, findings[0].at], [false, 1, 'body_numbers', 74]);
  assert.ok(!JSON.stringify([findings, expected]).includes(t.sandbox.first.secretKey));
});

test("another instance's key is as unknown as one that does not exist", async () => {
  const foreign = await examined({ headers: headersFor(right, t.sandbox.second) });
  const nobody = await examined({ headers: headersFor(right, { ...t.sandbox.second, apiKey: 'nobody' }) });
  assert.deepEqual([foreign.valid, foreign.expected.hash, foreign.findings], [false, null, nobody.findings]);
  assert.equal(foreign.findings[0].code, 'unknown_key');
});

test("secrets of the partner's other keys and of its webhooks are recognised", async () => {
  const { webhookSecret } = t.sandbox.first;
  const [finding] = (await examined({ headers: headersFor(right, { ...t.sandbox.first, secretKey: webhookSecret }) }))
    .findings;
  assert.deepEqual([finding.code, finding.message], ['secret_of_other', 'signed with the webhook secret']);
});

test('what leads to no operation is refused by its field', async () => {
  const headers = headersFor(right);
  for (const [where, field] of [
    [{ path: '/v2/nowhere' }, 'path'],
    [{ path: '/v2/transfers', method: 'DELETE' }, 'path'],
    [{ operation: 'fly' }, 'operation'],
    [{}, 'operation'],
  ] as const) {
    const { code, data } = await t.call('sim_signature_doctor', { body: { method: 'POST', headers, body, ...where } });
    assert.deepEqual([code, data.errors[0].field, data.errors[0].rule], [11001, field, 'unknown_operation']);
  }
});

test('the documented example is what it says', async () => {
  const { examine } = await import('../../../kernel/doctor/examine.ts');
  const { example } = t.bank.operations.find(({ name }) => name === 'sim_signature_doctor')!;
  const {
    method,
    path,
    headers,
    body: sent,
  } = example.body as { method: string; path: string; headers: Record<string, string>; body: string };
  const key = { secret: 'sandbox-secret-please-rotate', previousSecret: null, hashCompat: true, requireHashV2: false };
  const exhibit = {
    method,
    url: path,
    operation: 'transfer_create',
    apiKey: headers['x-api-key'],
    timestamp: headers['x-timestamp'],
    hash: headers['x-hash'],
    hashV2: undefined,
    body: sent,
  };
  const now = new Date(1795169730_000);
  assert.deepEqual(examine(exhibit, { ...key, otherSecrets: [] }, [], now), example.response);
});
