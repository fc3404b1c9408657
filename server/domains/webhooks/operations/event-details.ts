import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, refuse } from '../../../kernel/refusal.ts';
import { fields, token } from '../../../kernel/schema.ts';
import { envelopes } from '../feed.ts';
import { event, exampleEvent } from '../model.ts';
import { readableEvent } from '../service.ts';

export const eventDetails = operation({
  name: 'event_details',
  routes: [{ method: 'GET', path: '/v2/events/{event}' }],
  permission: 'webhooks',
  summary: 'An event',
  description: 'An event of the last 90 days exactly as webhooks deliver it.',
  params: fields({ event: token('Event') }),
  response: event,
  refusals: [entityNotFound],
  example: { params: { event: exampleEvent.id }, response: exampleEvent },
  async handle({ tx, caller, environment, now, events }, { params }) {
    const row = await readableEvent(tx, caller.instance, params.event, now);
    if (row === undefined) return refuse(entityNotFound);
    const [envelope] = await envelopes(tx, events, environment, [row]);
    return envelope!;
  },
});
