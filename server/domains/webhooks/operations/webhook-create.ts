import { newId } from '../../../kernel/ids.ts';
import { operation } from '../../../kernel/operation.ts';
import { generalError, invalid, refuse, validationError } from '../../../kernel/refusal.ts';
import { lastEventNumber } from '../../ledger/service.ts';
import { exampleWebhook, webhook, webhookInput } from '../model.ts';
import { endpointErrors } from '../rules.ts';
import { ensureWebhookSecret, sealHeaders, webhookAnswer } from '../service.ts';
import { insertEndpoint, readEndpoints } from '../store.ts';

/** Each costs connections and memory while it is slow. */
const maxEndpoints = 100;

export const webhookCreate = operation({
  name: 'webhook_create',
  routes: [{ method: 'POST', path: '/v2/webhooks' }],
  permission: 'webhooks',
  summary: 'Create a webhook',
  description:
    'Has events delivered to an address from now on. Delivered means HTTP status 200 within ten seconds; otherwise three ' +
    'retries follow, ten seconds apart. Without `actions` all events are delivered. Deliveries carry the API key of this ' +
    `request and are signed with the instance's webhook secret. At most ${maxEndpoints} webhooks (11000 beyond).`,
  body: webhookInput,
  response: webhook,
  refusals: [validationError, generalError],
  example: { body: { url: exampleWebhook.url, actions: ['*'], description: 'Back office' }, response: exampleWebhook },
  async handle({ tx, caller, vault, environment, now }, { body }) {
    const { instance } = caller;
    const errors = endpointErrors(body, environment);
    if (errors.length > 0) return invalid(validationError, ...errors);
    if ((await readEndpoints(tx, instance)).length >= maxEndpoints)
      return refuse(generalError, { reason: 'too_many_webhooks' });
    await ensureWebhookSecret(tx, instance, vault, now);
    const id = newId();
    const position = await lastEventNumber(tx, instance);
    const row = {
      id,
      url: body.url,
      actions: body.actions ?? ['*'],
      programs: body.programs ?? [],
      description: body.description ?? '',
      headers: sealHeaders(vault, instance, id, body.headers ?? {}),
      active: body.active ?? true,
      apiKey: caller.key,
      createdAt: now,
      updatedAt: now,
    };
    await insertEndpoint(tx, instance, row, position);
    return webhookAnswer(vault, instance, { ...row, position });
  },
});
