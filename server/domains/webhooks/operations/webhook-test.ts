import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, invalid, refuse, validationError } from '../../../kernel/refusal.ts';
import { fields, oneOf, record, token } from '../../../kernel/schema.ts';
import { exampleWebhook, testAction } from '../model.ts';
import { readEndpoint } from '../store.ts';

export const webhookTest = operation({
  name: 'webhook_test',
  routes: [{ method: 'POST', path: '/v2/webhooks/{webhook}/test' }],
  permission: 'webhooks',
  summary: 'Send a test event to a webhook',
  description:
    'Writes an event WEBHOOK.TEST that is delivered to this webhook only, whatever it subscribed to, signed and retried ' +
    'like any other. What came of it is in webhook_attempts.',
  params: fields({ webhook: token('Webhook') }),
  response: record({ token: token('Webhook'), action: oneOf([testAction]) }),
  refusals: [entityNotFound, validationError],
  example: {
    params: { webhook: exampleWebhook.token },
    response: { token: exampleWebhook.token, action: testAction },
  },
  async handle({ tx, caller, emit }, { params }) {
    const row = await readEndpoint(tx, caller.instance, params.webhook);
    if (row === undefined) return refuse(entityNotFound);
    if (!row.active) {
      return invalid(validationError, {
        field: 'webhook',
        rule: 'inactive',
        message: 'nothing is sent while it is inactive',
      });
    }
    emit({ action: testAction, subject: row.id });
    return { token: row.id, action: testAction } as const;
  },
});
