import { Type } from 'typebox';
import { type Exhibit, examine } from '../../../kernel/doctor/examine.ts';
import { operationAt, withoutHost } from '../../../kernel/doctor/operation-at.ts';
import { operation } from '../../../kernel/operation.ts';
import { invalid, validationError } from '../../../kernel/refusal.ts';
import { fields, nullable, oneOf, record, text } from '../../../kernel/schema.ts';
import { revealKey } from '../../keys/service.ts';
import { ensureWebhookSecret } from '../../webhooks/service.ts';

const header = (description: string) => Type.Optional(text(512, { description }));
const exampleText =
  '3f1c2a58-7d44-4b1e-9a37-5b0c6f2e9d101795169730transfer_create' +
  '{"amount":1.23,"currency":"EUR","reference":"Payment for goods"}';
const parts = [
  { part: 'api_key', from: 0, to: 36 },
  { part: 'timestamp', from: 36, to: 46 },
  { part: 'operation', from: 46, to: 61 },
  { part: 'body', from: 61, to: 125 },
];

/**
 * Says whether a request is signed rightly and if not, why. In: the request as it was sent; its key has to be one of the
 * caller's instance. Out: what is wrong with it, and what had to be signed. No secret is ever shown.
 */
export const simSignatureDoctor = operation({
  name: 'sim_signature_doctor',
  routes: [{ method: 'POST', path: '/v2/simulations/signature-doctor' }],
  permission: 'simulation',
  sandboxOnly: true,
  summary: 'Explain what is wrong with a signature',
  description:
    'Takes a request as it was sent (method, path or operation, the signing headers, the body as text) and says whether ' +
    'it would be let in now. If not, it tries the known mistakes of clients, alone and two at once, and names the one ' +
    'that gives the hash that was sent. expected.text is what had to be signed, parts are the bytes of its four texts, ' +
    'and at is the first byte at which what was signed differs. Never shows a secret; bodies up to 64 KiB.',
  body: fields({
    method: oneOf(['GET', 'POST', 'PUT', 'DELETE'], 'How the request was sent'),
    path: Type.Optional(text(2048, { description: 'Path and query as sent; a whole address is taken too' })),
    operation: Type.Optional(text(64, { description: 'The name of the operation, where no path is given' })),
    headers: fields({
      'x-api-key': header('As sent'),
      'x-timestamp': header('As sent'),
      'x-hash': header('As sent'),
      'x-hash-v2': header('As sent'),
    }),
    body: Type.Optional(text(65_536, { description: 'The body as text, exactly as sent' })),
  }),
  response: record({
    valid: Type.Boolean(),
    findings: Type.Array(
      record({ code: Type.String(), message: Type.String(), at: Type.Optional(Type.Integer({ minimum: 0 })) }),
    ),
    expected: record({
      text: Type.String(),
      hash: nullable(Type.String()),
      parts: Type.Array(record({ part: Type.String(), from: Type.Integer(), to: Type.Integer() })),
    }),
  }),
  refusals: [validationError],
  example: {
    body: {
      method: 'POST',
      path: '/v2/transfers',
      headers: {
        'x-api-key': '3f1c2a58-7d44-4b1e-9a37-5b0c6f2e9d10',
        'x-timestamp': '1795169730',
        'x-hash': '1b96feddfc217fb5d4765d308b241a9c92451fff5d9cfea7c07f1bc8592ff2c4',
      },
      body: '{"amount":1.23,"currency":"EUR","reference":"Payment for goods"}',
    },
    response: {
      valid: false,
      findings: [
        {
          code: 'body_blanks',
          message: 'the body was signed with blanks after commas and colons, and sent without: sign the compact form',
          at: 71,
        },
      ],
      expected: {
        text: exampleText,
        hash: '7f7d98226d5ccb1845da3fe9881927fe6860c32a78cb1c692254340477d0f3bb',
        parts,
      },
    },
  },
  async handle({ tx, vault, caller, realTime, operations }, { body: given }) {
    const { method, path, headers, body = '' } = given;
    const name = path === undefined ? given.operation : operationAt(operations, method, path);
    if (name === undefined || !operations.some((each) => each.name === name)) {
      const field = path === undefined ? 'operation' : 'path';
      return invalid(validationError, {
        field,
        rule: 'unknown_operation',
        message: `leads to no operation by ${method}`,
      });
    }
    const exhibit: Exhibit = {
      method,
      url: path && withoutHost(path),
      operation: name,
      apiKey: headers['x-api-key'],
      timestamp: headers['x-timestamp'],
      hash: headers['x-hash'],
      hashV2: headers['x-hash-v2'],
      body,
    };
    const key = await revealKey(tx, vault, caller.instance, exhibit.apiKey ?? '', realTime);
    const webhook = { name: 'the webhook secret', secret: await ensureWebhookSecret(tx, caller.instance, vault) };
    const known = key && { ...key, otherSecrets: [...key.otherSecrets, webhook] };
    const { valid, findings, expected } = examine(
      exhibit,
      known,
      operations.map((each) => each.name),
      realTime,
    );
    return {
      valid,
      findings: findings.map((finding) => ({ ...finding })),
      expected: { ...expected, parts: expected.parts.map((place) => ({ ...place })) },
    };
  },
});
