import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, refuse } from '../../../kernel/refusal.ts';
import { fields, record, token } from '../../../kernel/schema.ts';
import { exampleWebhook } from '../model.ts';
import { deleteEndpoint, lockEndpoint } from '../store.ts';

export const webhookDelete = operation({
  name: 'webhook_delete',
  routes: [{ method: 'DELETE', path: '/v2/webhooks/{webhook}' }],
  permission: 'webhooks',
  summary: 'Delete a webhook',
  description: 'Ends a webhook. What was still waiting for another attempt is dropped.',
  params: fields({ webhook: token('Webhook') }),
  response: record({ token: token('The deleted webhook') }),
  refusals: [entityNotFound],
  example: { params: { webhook: exampleWebhook.token }, response: { token: exampleWebhook.token } },
  async handle({ tx, caller, now }, { params }) {
    const row = await lockEndpoint(tx, caller.instance, params.webhook);
    if (row === undefined) return refuse(entityNotFound);
    await deleteEndpoint(tx, caller.instance, row.id, now);
    return { token: row.id };
  },
});
