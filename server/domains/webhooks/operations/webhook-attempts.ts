import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, refuse } from '../../../kernel/refusal.ts';
import { fields, list, oneOfOrEmpty, optionalToken, token } from '../../../kernel/schema.ts';
import { eventId, eventNumber } from '../../ledger/service.ts';
import { attempt, exampleEvent, exampleWebhook } from '../model.ts';
import { type AttemptRow, countAttempts, readAttempts, readEndpoint } from '../store.ts';

const maxLimit = 100;
const usualLimit = 20;
/** Up to here a list says exactly how long it is (N16). */
const countLimit = 10_000;

export const webhookAttempts = operation({
  name: 'webhook_attempts',
  routes: [{ method: 'GET', path: '/v2/webhooks/{webhook}/attempts' }],
  permission: 'webhooks',
  summary: 'The attempts to deliver to a webhook',
  description: `Every attempt with its result, newest first. At most ${maxLimit} on a page.`,
  params: fields({ webhook: token('Webhook') }),
  query: fields({
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Page, from 1' })),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: maxLimit, description: `Attempts on a page; ${usualLimit} when left out` }),
    ),
    event: optionalToken('Only attempts to deliver this event'),
    status: Type.Optional(oneOfOrEmpty(['delivered', 'waiting', 'failed'], 'Only attempts with this result')),
  }),
  response: list(attempt),
  refusals: [entityNotFound],
  example: {
    params: { webhook: exampleWebhook.token },
    response: {
      items: [
        {
          token: '01939e6c-5d0c-7a3e-9c3b-3f8f5a1e2b4e',
          webhook: exampleWebhook.token,
          event: exampleEvent.id,
          sequence: 4211,
          action: 'WEBHOOK.TEST',
          attempt: 1,
          status: 'waiting',
          http_status: 503,
          error: null,
          answer: 'down for maintenance',
          duration_ms: 12,
          at: '2026-11-20T10:15:30.000Z',
        },
      ],
      pagination: { page: 1, limit: 20, total: 1, pages: 1, has_more: false },
    },
  },
  async handle({ tx, caller: { instance } }, { params, query }) {
    const { page = 1, limit = usualLimit } = query;
    if ((await readEndpoint(tx, instance, params.webhook)) === undefined) return refuse(entityNotFound);
    // An id that is not of an event of this instance finds nothing, and 0 is nobody's number.
    const event = query.event ? (eventNumber(instance, query.event) ?? 0n) : null;
    const filter = { event, state: query.status || null };
    const rows = await readAttempts(tx, instance, params.webhook, { ...filter, limit, offset: (page - 1) * limit });
    const count = await countAttempts(tx, instance, params.webhook, { ...filter, limit: countLimit + 1, offset: 0 });
    const total = count > countLimit ? null : count;
    const hasMore = total === null ? rows.length === limit : page * limit < total;
    return {
      items: rows.map((row) => attemptAnswer(instance, row)),
      pagination: { page, limit, total, pages: total === null ? null : Math.ceil(total / limit), has_more: hasMore },
    };
  },
});

function attemptAnswer(instance: string, row: AttemptRow) {
  return {
    token: row.id,
    webhook: row.endpoint,
    event: eventId(instance, row.event),
    sequence: Number(row.event),
    action: row.action,
    attempt: row.attempt,
    status: row.state,
    http_status: row.status,
    error: row.error,
    answer: row.answer,
    duration_ms: row.milliseconds,
    at: row.at.toISOString(),
  };
}
