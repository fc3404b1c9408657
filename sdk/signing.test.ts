import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signatureHeaders } from './index.ts';

const credentials = { apiKey: '3f1c2a58-7d44-4b1e-9a37-5b0c6f2e9d10', secretKey: 'sandbox-secret-please-rotate' };
const at = 1795169730_999;

test('calls are signed as the published vectors say', async () => {
  const list = await signatureHeaders(credentials, { operation: 'cards_list', method: 'GET', at });
  assert.deepEqual(list, {
    'x-api-key': credentials.apiKey,
    'x-timestamp': '1795169730',
    'x-hash': '40b4c72e67d9a83f9abde6e9df0e3e2afdb9b7d53a8ee9914e519005368e1d92',
  });
  const body = '{"amount":1.23,"currency":"EUR","reference":"Payment for goods"}';
  const transfer = await signatureHeaders(credentials, { operation: 'transfer_create', method: 'POST', body, at });
  assert.equal(transfer['x-hash'], '7f7d98226d5ccb1845da3fe9881927fe6860c32a78cb1c692254340477d0f3bb');
});
