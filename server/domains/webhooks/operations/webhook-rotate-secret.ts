import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, refuse } from '../../../kernel/refusal.ts';
import { fields, moment, record, text, token } from '../../../kernel/schema.ts';
import { exampleWebhook } from '../model.ts';
import { rotateSecret } from '../service.ts';
import { readEndpoint } from '../store.ts';

const hourMilliseconds = 3_600_000;
const usualHours = 24;

export const webhookRotateSecret = operation({
  name: 'webhook_rotate_secret',
  routes: [{ method: 'POST', path: '/v2/webhooks/{webhook}/rotate-secret' }],
  permission: 'webhooks',
  summary: 'Replace the webhook secret',
  description:
    'Makes a new secret, answers it this once, and signs with it from now on. There is one secret for all webhooks of ' +
    'the instance. The one before signs as well for `keep_hours`: in `x-hash-previous` and as a second value in ' +
    '`webhook-signature`.',
  params: fields({ webhook: token('Any webhook of the instance') }),
  body: fields({
    keep_hours: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 168, description: 'Hours, up to 7 days; 24 when it is left out' }),
    ),
  }),
  response: record({
    token: token('Webhook'),
    secret: text(undefined, { description: '`whsec_` and base64' }),
    previous_until: moment('Until when the secret before signs as well'),
  }),
  refusals: [entityNotFound],
  answersSecret: true,
  example: {
    params: { webhook: exampleWebhook.token },
    body: { keep_hours: 24 },
    response: {
      token: exampleWebhook.token,
      secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
      previous_until: '2026-11-21T10:15:30.000Z',
    },
  },
  async handle({ tx, caller, vault, now }, { params, body }) {
    const row = await readEndpoint(tx, caller.instance, params.webhook);
    if (row === undefined) return refuse(entityNotFound);
    const until = new Date(now.getTime() + (body.keep_hours ?? usualHours) * hourMilliseconds);
    const secret = await rotateSecret(tx, caller.instance, vault, until, now);
    return { token: row.id, secret, previous_until: until.toISOString() };
  },
});
