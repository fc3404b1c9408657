import { Type } from 'typebox';
import type { JobDefinition } from '../../../kernel/job.ts';
import { operation } from '../../../kernel/operation.ts';
import { invalid, validationError } from '../../../kernel/refusal.ts';
import { sandboxReset } from '../../../kernel/sandbox-reset.ts';
import { fields, record, token } from '../../../kernel/schema.ts';

/** After the commit: the keys that the sandbox shows are those of the new instance. */
export const sandboxChanged: JobDefinition = {
  name: 'simulations.sandbox-changed',
  run: async ({ port }) => port(sandboxReset).told(),
};

/** Starts anew: the calling instance is retired, its keys with it, and a new one takes its place. Out: its first key. */
export const simReset = operation({
  name: 'sim_reset',
  routes: [{ method: 'POST', path: '/v2/simulations/reset' }],
  permission: 'simulation',
  sandboxOnly: true,
  answersSecret: true,
  summary: 'Start anew',
  description:
    'Retires this instance (or, with `keep`, leaves it open) and makes a new one with its own key, webhook secret, Master Merchant and programs. A sealed ' +
    'ledger is never wiped: what was booked stays and is still verified, but the old keys open nothing any more. The ' +
    'new key is in this answer only, and in sandbox.json.',
  body: fields({
    keep: Type.Optional(Type.Boolean({ description: 'Make another instance beside this one, which stays' })),
    confirm: Type.Optional(
      Type.String({ maxLength: 64, description: 'The calling API key: needed unless this instance is kept' }),
    ),
  }),
  response: record({
    token: token('The new API key'),
    api_key: token('The new API key'),
    secret: Type.String({ description: 'Its secret key' }),
    webhook_secret: Type.String(),
    merchant: token('The new Master Merchant'),
  }),
  refusals: [validationError],
  example: {
    body: { keep: true },
    response: {
      token: '5d0c8a3e-9c3b-4f8f-9a1e-2b4e3f1c2a58',
      api_key: '5d0c8a3e-9c3b-4f8f-9a1e-2b4e3f1c2a58',
      secret: 'kZ0J3m…',
      webhook_secret: 'whsec_…',
      merchant: '019aa0c4-7a10-7c3e-9d51-2f6f1f0c0a01',
    },
  },
  async ask({ caller, port }, { body }) {
    if (!body.keep && body.confirm !== caller.key) {
      const message = 'is not the calling API key, whose instance would be retired';
      return invalid(validationError, { field: 'confirm', rule: 'confirm', message });
    }
    return port(sandboxReset);
  },
  async handle({ tx, caller, schedule }, { body }, resets) {
    const fresh = await resets.renew(tx, caller.instance, body.keep === true);
    schedule({ name: sandboxChanged.name, subject: caller.instance });
    const { apiKey, secretKey: secret, webhookSecret: webhook_secret, merchant } = fresh;
    return { token: apiKey, api_key: apiKey, secret, webhook_secret, merchant };
  },
});
