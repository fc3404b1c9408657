import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, invalid, refuse, validationError } from '../../../kernel/refusal.ts';
import { fields, token } from '../../../kernel/schema.ts';
import { lastEventNumber } from '../../ledger/service.ts';
import { exampleWebhook, webhook, webhookChange } from '../model.ts';
import { endpointErrors } from '../rules.ts';
import { sealHeaders, webhookAnswer } from '../service.ts';
import { lockEndpoint, movePosition, type PositionedEndpoint, updateEndpoint } from '../store.ts';

export const webhookUpdate = operation({
  name: 'webhook_update',
  routes: [{ method: 'PUT', path: '/v2/webhooks/{webhook}' }],
  permission: 'webhooks',
  summary: 'Change a webhook',
  description:
    'Changes the fields that are given; lists and headers are replaced whole. A webhook that is made inactive gets ' +
    'nothing; made active again it gets the retries that were waiting and the events from then on, and the missed ' +
    'ones by webhook_replay.',
  params: fields({ webhook: token('Webhook') }),
  body: webhookChange,
  response: webhook,
  refusals: [validationError, entityNotFound],
  example: { params: { webhook: exampleWebhook.token }, body: { actions: ['*'] }, response: exampleWebhook },
  async handle({ tx, caller, vault, environment, now }, { params, body }) {
    const { instance } = caller;
    const errors = endpointErrors(body, environment);
    if (errors.length > 0) return invalid(validationError, ...errors);
    const before = await lockEndpoint(tx, instance, params.webhook);
    if (before === undefined) return refuse(entityNotFound);
    const { headers, ...rest } = body;
    const row: PositionedEndpoint = {
      ...before,
      ...rest,
      ...(headers !== undefined && { headers: sealHeaders(vault, instance, before.id, headers) }),
      updatedAt: now,
    };
    await updateEndpoint(tx, instance, row);
    if (before.active || !row.active) return webhookAnswer(vault, instance, row);
    const position = await lastEventNumber(tx, instance);
    await movePosition(tx, instance, row.id, position);
    return webhookAnswer(vault, instance, { ...row, position });
  },
});
