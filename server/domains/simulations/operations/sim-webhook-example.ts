import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, invalid, refuse, validationError } from '../../../kernel/refusal.ts';
import { fields, nullable, optionalToken, record, token } from '../../../kernel/schema.ts';
import { sendExample } from '../../webhooks/service.ts';

/** Sends the example of an event, signed, to the webhooks of the instance at once. Out: what was sent and answered. */
export const simWebhookExample = operation({
  name: 'sim_webhook_example',
  routes: [{ method: 'POST', path: '/v2/simulations/webhooks/example' }],
  permission: 'simulation',
  sandboxOnly: true,
  summary: 'Send the example of an event',
  description:
    'Sends the example payload of an event, signed like any delivery, to one active webhook or to all of them, once and ' +
    'at once, whatever they subscribed to. The answer shows headers and body to the byte, and what the receiver said. ' +
    'It is no event of the bank: its `sequence` is 0 and events_list does not know it.',
  body: fields({
    action: Type.String({ minLength: 1, maxLength: 64, description: 'The event, as TRANSACTION.NEW' }),
    webhook: optionalToken('Webhook; all active ones if absent'),
  }),
  response: record({
    sent: Type.Array(
      record({
        webhook: token('Webhook'),
        url: Type.String(),
        headers: Type.Record(Type.String(), Type.String()),
        body: Type.String(),
        status: nullable(Type.Integer({ description: 'HTTP status of the receiver' })),
        error: nullable(Type.String()),
        milliseconds: Type.Number(),
      }),
    ),
  }),
  refusals: [validationError, entityNotFound],
  example: {
    body: { action: 'WEBHOOK.TEST' },
    response: { sent: [] },
  },
  async ask(context, { body }) {
    const { events, caller } = context;
    const definition = events.get(body.action);
    if (definition === undefined) {
      return invalid(validationError, { field: 'action', rule: 'event', message: 'is no event of this bank' });
    }
    const sent = await sendExample(context, caller.instance, definition, body.webhook || undefined);
    return body.webhook && sent.length === 0 ? refuse(entityNotFound, { field: 'webhook' }) : sent;
  },
  handle: async (_context, _request, sent) => ({ sent: [...sent] }),
});
