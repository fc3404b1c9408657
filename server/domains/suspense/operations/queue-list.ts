import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { countedTotal, pageOffset, pageParams, pagination } from '../../../kernel/paging.ts';
import { fields, list, oneOf, optionalToken } from '../../../kernel/schema.ts';
import { exampleQueueRecord, queueRecord, queueStatuses } from '../model.ts';
import { shownRecord } from '../rules.ts';
import { countRecords, listRecords } from '../store.ts';

const maxLimit = 1000;

export const queueList = operation({
  name: 'queue_list',
  routes: [{ method: 'GET', path: '/v2/queue/{page}/{limit}' }],
  permission: 'transactions:read',
  summary: 'Incoming transfers that wait for a decision, newest first',
  description:
    `The suspense queue, newest first: what waits, that is in_queue and expired, or with \`status\` the records of one ` +
    `status. At most ${maxLimit} on a page.`,
  params: pageParams(maxLimit),
  query: fields({
    merchant: optionalToken('Only records of accounts of this merchant'),
    status: Type.Optional(oneOf(queueStatuses, 'Only records of this status')),
  }),
  response: list(queueRecord),
  example: {
    params: { page: 1, limit: 10 },
    response: {
      items: [exampleQueueRecord],
      pagination: { page: 1, limit: 10, total: 1, pages: 1, has_more: false },
    },
  },
  async handle({ tx, now, caller: { instance } }, { params: { page, limit }, query }) {
    const filter = { merchant: query.merchant ?? null, status: query.status ?? null };
    const rows = await listRecords(tx, instance, filter, limit + 1, pageOffset(page, limit));
    const counted = await countRecords(tx, instance, filter, countedTotal + 1);
    return {
      items: rows.slice(0, limit).map((row) => shownRecord(row, now)),
      pagination: pagination(page, limit, rows.length, counted),
    };
  },
});
