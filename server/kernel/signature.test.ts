import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFresh, isSigned, type SignedRequest, secretKey } from './signature.ts';

const secret = secretKey('sandbox-secret-please-rotate');
const compact = '{"amount":1.23,"currency":"EUR","reference":"Payment for goods"}';
const exactHash = '7f7d98226d5ccb1845da3fe9881927fe6860c32a78cb1c692254340477d0f3bb';
const blanklessHash = '546cad2ae6a0904e72c6145da00f0f0582907d5a5941e96cd545919af687552f';

function request(body: string, changes: Partial<SignedRequest> = {}): SignedRequest {
  return {
    method: 'POST',
    url: '/v2/transfers',
    apiKey: '3f1c2a58-7d44-4b1e-9a37-5b0c6f2e9d10',
    timestamp: '1795169730',
    operation: 'transfer_create',
    body: Buffer.from(body),
    ...changes,
  };
}

test('blanks outside strings do not count, blanks inside do unless the key allows it', () => {
  const pretty = JSON.stringify(JSON.parse(compact), null, '\t').replaceAll('\n', '\r\n');
  assert.ok(isSigned(request(compact), exactHash, secret, false));
  assert.ok(isSigned(request(pretty), exactHash, secret, false));
  assert.ok(isSigned(request(pretty), blanklessHash, secret, true));
  assert.ok(!isSigned(request(pretty), blanklessHash, secret, false));
  assert.ok(!isSigned(request(compact.replace('for goods', 'forgoods')), exactHash, secret, true));
});

test("order and digits are the sender's: nothing is parsed and written again", () => {
  assert.ok(!isSigned(request(compact.replace('1.23', '1.230')), exactHash, secret, true));
  const turned = '{"currency":"EUR","amount":1.23,"reference":"Payment for goods"}';
  assert.ok(!isSigned(request(turned), exactHash, secret, true));
});

test('bytes that are no text are signed as they are', () => {
  const body = Buffer.from([0x7b, 0x20, 0x22, 0xff, 0xfe, 0x20, 0xa0, 0x22, 0x7d]);
  const signed = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x20, 0xa0, 0x22, 0x7d]);
  const hash = (bytes: Buffer) => hmacOf(bytes);
  assert.ok(isSigned(request('', { body }), hash(body), secret, false));
  assert.ok(isSigned(request('', { body }), hash(signed), secret, false));
});

function hmacOf(body: Buffer): string {
  const { createHmac } = process.getBuiltinModule('node:crypto');
  const text = '3f1c2a58-7d44-4b1e-9a37-5b0c6f2e9d101795169730transfer_create';
  return createHmac('sha256', secret).update(text).update(body).digest('hex');
}

test('a timestamp is whole seconds within fifteen of now', () => {
  const now = new Date(1795169730_900);
  for (const [text, fresh] of [
    ['1795169715', true],
    ['1795169745', true],
    ['1795169714', false],
    ['1795169746', false],
    ['1795169730.0', undefined],
    ['-1795169730', undefined],
    ['0x6b0', undefined],
    ['', undefined],
  ] as const) {
    assert.equal(isFresh(text, now), fresh, text);
  }
});
