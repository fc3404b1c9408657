import { type Static, Type } from 'typebox';
import type { Queryable } from '../../../kernel/database.ts';
import { newId } from '../../../kernel/ids.ts';
import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, invalid, refuse, validationError } from '../../../kernel/refusal.ts';
import { fields, nullable, record, token } from '../../../kernel/schema.ts';
import { exampleWebhook } from '../model.ts';
import { firstEventAt, readableEvents } from '../service.ts';
import { insertReplay, lockEndpoint, retryFailed } from '../store.ts';

const boundary = Type.Union([Type.Integer({ minimum: 1 }), Type.String({ format: 'date-or-moment' })], {
  description: 'A sequence number, a date or a moment',
});
type Boundary = Static<typeof boundary>;

export const webhookReplay = operation({
  name: 'webhook_replay',
  routes: [{ method: 'POST', path: '/v2/webhooks/{webhook}/replay' }],
  permission: 'webhooks',
  summary: 'Deliver events again',
  description:
    'Delivers the events from `from` to `to` (both included; the last 90 days when left out) to a webhook again, each in ' +
    'a new round of attempts, with the same ids. With `only_failed`: those whose attempts were used up.',
  params: fields({ webhook: token('Webhook') }),
  body: fields({
    from: Type.Optional(boundary),
    to: Type.Optional(boundary),
    only_failed: Type.Optional(Type.Boolean()),
  }),
  response: record({
    token: token('Webhook'),
    from_sequence: Type.Integer(),
    to_sequence: Type.Integer({ description: 'Below from_sequence when there is nothing to deliver' }),
    failed: nullable(Type.Integer({ description: 'With only_failed: how many are delivered again' })),
  }),
  refusals: [entityNotFound, validationError],
  example: {
    params: { webhook: exampleWebhook.token },
    body: { from: 4000, to: 4210, only_failed: true },
    response: { token: exampleWebhook.token, from_sequence: 4000, to_sequence: 4210, failed: 3 },
  },
  async handle({ tx, caller: { instance }, now }, { params, body }) {
    const row = await lockEndpoint(tx, instance, params.webhook);
    if (row === undefined) return refuse(entityNotFound);
    if (isBackwards(body.from, body.to)) {
      return invalid(validationError, { field: 'to', rule: 'range', message: 'must not be before from' });
    }
    const { floor, last } = await readableEvents(tx, instance, now);
    const from = body.from === undefined ? floor + 1n : await numberFrom(tx, instance, body.from, last);
    const to = body.to === undefined ? last : await numberTo(tx, instance, body.to, last);
    const range = { first: larger(from, floor + 1n), last: smaller(to, row.position) };
    const answer = { token: row.id, from_sequence: Number(range.first), to_sequence: Number(range.last) };
    if (body.only_failed) return { ...answer, failed: await retryFailed(tx, instance, row.id, range) };
    if (range.first <= range.last) {
      await insertReplay(tx, instance, row.id, { id: newId(), position: range.first - 1n, last: range.last });
    }
    return { ...answer, failed: null };
  },
});

async function numberFrom(tx: Queryable, instance: string, from: Boundary, last: bigint): Promise<bigint> {
  return typeof from === 'number' ? BigInt(from) : firstEventAt(tx, instance, new Date(from), last);
}

async function numberTo(tx: Queryable, instance: string, to: Boundary, last: bigint): Promise<bigint> {
  if (typeof to === 'number') return BigInt(to);
  return (await firstEventAt(tx, instance, new Date(endOf(to)), last)) - 1n;
}

/** The first millisecond behind a boundary: a date includes its whole day, a moment its whole second. */
function endOf(to: string): number {
  return Date.parse(to) + (to.length === 'YYYY-MM-DD'.length ? 86_400_000 : 1_000);
}

/** A number and a time cannot be told apart before the events are there: together they just give an empty range. */
function isBackwards(from: Boundary | undefined, to: Boundary | undefined): boolean {
  if (typeof from === 'number' && typeof to === 'number') return from > to;
  return typeof from === 'string' && typeof to === 'string' && Date.parse(from) >= endOf(to);
}

function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
