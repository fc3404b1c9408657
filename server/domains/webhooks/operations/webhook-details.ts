import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, refuse } from '../../../kernel/refusal.ts';
import { fields, token } from '../../../kernel/schema.ts';
import { exampleWebhook, webhook } from '../model.ts';
import { webhookAnswer } from '../service.ts';
import { readEndpoint } from '../store.ts';

export const webhookDetails = operation({
  name: 'webhook_details',
  routes: [{ method: 'GET', path: '/v2/webhooks/{webhook}' }],
  permission: 'webhooks',
  summary: 'A webhook',
  description: 'The record of a webhook, with the number of the last event that was handed over.',
  params: fields({ webhook: token('Webhook') }),
  response: webhook,
  refusals: [entityNotFound],
  example: { params: { webhook: exampleWebhook.token }, response: exampleWebhook },
  async handle({ tx, caller, vault }, { params }) {
    const row = await readEndpoint(tx, caller.instance, params.webhook);
    return row === undefined ? refuse(entityNotFound) : webhookAnswer(vault, caller.instance, row);
  },
});
