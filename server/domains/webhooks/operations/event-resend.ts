import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, refuse } from '../../../kernel/refusal.ts';
import { fields, optionalToken, record, token } from '../../../kernel/schema.ts';
import { programsOf } from '../feed.ts';
import { exampleEvent, exampleWebhook } from '../model.ts';
import { wants } from '../rules.ts';
import { readableEvent } from '../service.ts';
import { insertDeliveries, type PositionedEndpoint, readEndpoints } from '../store.ts';

export const eventResend = operation({
  name: 'event_resend',
  routes: [{ method: 'POST', path: '/v2/events/{event}/resend' }],
  permission: 'webhooks',
  summary: 'Deliver an event again',
  description:
    'Delivers an event of the last 90 days again, in a new round of attempts and with the same id: to the webhook that ' +
    'is given, or to all active ones that subscribed to it.',
  params: fields({ event: token('Event') }),
  body: fields({ webhook: optionalToken('Only to this webhook, whatever it subscribed to') }),
  response: record({ token: token('Event'), webhooks: Type.Array(token('Webhook that gets it again')) }),
  refusals: [entityNotFound],
  example: {
    params: { event: exampleEvent.id },
    body: { webhook: exampleWebhook.token },
    response: { token: exampleEvent.id, webhooks: [exampleWebhook.token] },
  },
  async handle({ tx, caller: { instance }, now }, { params, body }) {
    const row = await readableEvent(tx, instance, params.event, now);
    if (row === undefined) return refuse(entityNotFound);
    const chosen = body.webhook;
    const [program = null] = await programsOf(tx, instance, [row]);
    const event = { action: row.action, subject: row.subject, program };
    const isMeant = (endpoint: PositionedEndpoint): boolean =>
      chosen ? endpoint.id === chosen : endpoint.active && wants(endpoint, event);
    const endpoints = (await readEndpoints(tx, instance)).filter(isMeant);
    if (chosen && endpoints.length === 0) return refuse(entityNotFound);
    const deliveries = endpoints.map((endpoint) => ({ endpoint: endpoint.id, event: row.number }));
    if (deliveries.length > 0) await insertDeliveries(tx, instance, deliveries);
    return { token: params.event, webhooks: endpoints.map((endpoint) => endpoint.id) };
  },
});
