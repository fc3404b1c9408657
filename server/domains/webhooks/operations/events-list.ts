import { operation } from '../../../kernel/operation.ts';
import { pageParams } from '../../../kernel/paging.ts';
import { entityNotFound, refuse } from '../../../kernel/refusal.ts';
import { fields, list, optionalToken } from '../../../kernel/schema.ts';
import { eventNumber, eventsAfter } from '../../ledger/service.ts';
import { envelopes } from '../feed.ts';
import { event, exampleEvent } from '../model.ts';
import { readableEvents } from '../service.ts';

const maxLimit = 100;
/** Up to here a list says exactly how long it is (N16). */
const countLimit = 10_000n;

export const eventsList = operation({
  name: 'events_list',
  routes: [{ method: 'GET', path: '/v2/events/{page}/{limit}' }],
  permission: 'webhooks',
  summary: 'The events of the instance',
  description:
    'Events of the last 90 days as webhooks deliver them, newest first; with `load_after` ascending and strictly after ' +
    `that event, which reads all of them without loss. At most ${maxLimit} on a page.`,
  params: pageParams(maxLimit),
  query: fields({ load_after: optionalToken('Only events after this one, in ascending order') }),
  response: list(event),
  refusals: [entityNotFound],
  example: {
    params: { page: 1, limit: 20 },
    response: { items: [exampleEvent], pagination: { page: 1, limit: 20, total: 1, pages: 1, has_more: false } },
  },
  async handle(context, { params: { page, limit }, query }) {
    const { tx, caller, environment, now, events } = context;
    const { instance } = caller;
    const readable = await readableEvents(tx, instance, now);
    const loadAfter = query.load_after ? eventNumber(instance, query.load_after) : undefined;
    if (query.load_after && (loadAfter === undefined || loadAfter > readable.last)) return refuse(entityNotFound);
    const floor = loadAfter === undefined || loadAfter < readable.floor ? readable.floor : loadAfter;

    const count = readable.last - floor;
    const skipped = BigInt(page - 1) * BigInt(limit);
    const size = minimum(BigInt(limit), count - skipped);
    const after = loadAfter === undefined ? readable.last - skipped - size : floor + skipped;
    const rows = size > 0n ? await eventsAfter(tx, instance, after, Number(size)) : [];
    const items = await envelopes(tx, events, environment, loadAfter === undefined ? rows.toReversed() : rows);
    const total = count > countLimit ? null : Number(count);
    return {
      items,
      pagination: {
        page,
        limit,
        total,
        pages: total === null ? null : Math.ceil(total / limit),
        has_more: skipped + BigInt(limit) < count,
      },
    };
  },
});

function minimum(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
