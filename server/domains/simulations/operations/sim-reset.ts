import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { invalid, validationError } from '../../../kernel/refusal.ts';
import { sandboxReset } from '../../../kernel/sandbox-reset.ts';
import { fields, record, token } from '../../../kernel/schema.ts';

/** Starts anew: the calling instance is retired, its keys with it, and a new one takes its place. Out: its first key. */
export const simReset = operation({
  name: 'sim_reset',
  routes: [{ method: 'POST', path: '/v2/simulations/reset' }],
  permission: 'simulation',
  sandboxOnly: true,
  answersSecret: true,
  summary: 'Start anew',
  description:
    'Retires this instance and makes a new one with its own key, webhook secret, Master Merchant and programs. A sealed ' +
    'ledger is never wiped: what was booked stays and is still verified, but the old keys open nothing any more. The ' +
    'new key is in this answer only, and in sandbox.json.',
  body: fields({
    confirm: Type.String({ maxLength: 64, description: 'The calling API key, so that none is retired by mistake' }),
  }),
  response: record({
    token: token('The new API key'),
    api_key: token('The new API key'),
    secret_key: Type.String(),
    webhook_secret: Type.String(),
    merchant: token('The new Master Merchant'),
  }),
  refusals: [validationError],
  example: {
    body: { confirm: '3f1c2a58-7d44-4b1e-9a37-5b0c6f2e9d10' },
    response: {
      token: '5d0c8a3e-9c3b-4f8f-9a1e-2b4e3f1c2a58',
      api_key: '5d0c8a3e-9c3b-4f8f-9a1e-2b4e3f1c2a58',
      secret_key: 'kZ0J3m…',
      webhook_secret: 'whsec_…',
      merchant: '019aa0c4-7a10-7c3e-9d51-2f6f1f0c0a01',
    },
  },
  async ask({ caller, port }, { body }) {
    if (body.confirm !== caller.key) {
      return invalid(validationError, { field: 'confirm', rule: 'confirm', message: 'is not the calling API key' });
    }
    return port(sandboxReset).reset(caller.instance);
  },
  handle: async (_context, _request, { apiKey, secretKey, webhookSecret, merchant }) => ({
    token: apiKey,
    api_key: apiKey,
    secret_key: secretKey,
    webhook_secret: webhookSecret,
    merchant,
  }),
});
