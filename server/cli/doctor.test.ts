import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { runCli } from '../test/run-cli.ts';

const own = {
  OPENEMI_URL: 'http://127.0.0.1:9',
  OPENEMI_API_KEY: '3f1c2a58-7d44-4b1e-9a37-5b0c6f2e9d10',
  OPENEMI_SECRET_KEY: 'sandbox-secret-please-rotate',
};
const body = '{"amount":1.23,"currency":"EUR","reference":"Payment for goods"}';
const hashed = (text: string) =>
  createHmac('sha256', own.OPENEMI_SECRET_KEY)
    .update(`${own.OPENEMI_API_KEY}1795169730transfer_create${text}`)
    .digest('hex');

function words(hash: string): string[] {
  const headers = [`x-api-key: ${own.OPENEMI_API_KEY}`, 'x-timestamp: 1795169730', `x-hash: ${hash}`];
  return ['doctor', '--at', '1795169735', '-d', body, ...headers.flatMap((line) => ['-H', line]), '/v2/transfers'];
}

test('a right request has exit code 0, a wrong one 1 and the place', async () => {
  const right = await runCli(words(hashed(body)), own);
  assert.deepEqual([right.code, JSON.parse(right.stdout).valid], [0, true], right.stderr);
  const wrong = await runCli(words(hashed(body.replace(':1.23', ': 1.23'))), own);
  assert.equal(wrong.code, 1);
  const { findings, expected } = JSON.parse(wrong.stdout);
  assert.deepEqual(
    findings.map((finding: { code: string }) => finding.code),
    ['hash_unknown'],
  );
  assert.equal(expected.hash, '7f7d98226d5ccb1845da3fe9881927fe6860c32a78cb1c692254340477d0f3bb');
});

test('a captured request comes by standard input, and is old', async () => {
  const lines = ['POST /v2/transfers HTTP/1.1', `X-Api-Key: ${own.OPENEMI_API_KEY}`, 'X-Timestamp: 1795169730'];
  const text = [...lines, `X-Hash: ${hashed(body)}`, '', body].join('\r\n');
  const { code, stdout } = await runCli(['doctor', '-', '--at', '1795169800'], own, text);
  assert.deepEqual([code, JSON.parse(stdout).findings[0].code], [1, 'timestamp_expired']);
});

test('what leads to no operation is one line', async () => {
  const { code, stderr } = await runCli(['doctor', '-H', 'x-hash: 1', '/v2/nowhere'], own);
  assert.equal(code, 2);
  assert.match(stderr, /^openemi: GET \/v2\/nowhere leads to no operation: name it by --operation\n$/);
});
