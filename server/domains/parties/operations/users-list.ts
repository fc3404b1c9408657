import { operation } from '../../../kernel/operation.ts';
import { countedTotal, pageOffset, pageParams, pagination } from '../../../kernel/paging.ts';
import { fields, list, optionalToken } from '../../../kernel/schema.ts';
import { exampleUser, user } from '../model.ts';
import { shownUsers } from '../service.ts';
import { countUsers, listUsers } from '../store.ts';

const maxLimit = 100;

export const usersList = operation({
  name: 'users_list',
  routes: [{ method: 'GET', path: '/v2/users/{page}/{limit}' }],
  permission: 'users',
  summary: 'Natural persons, newest first',
  description: `The users of the instance, newest first, each with the whole record. At most ${maxLimit} on a page.`,
  params: pageParams(maxLimit),
  query: fields({ merchant: optionalToken('Only users of this merchant') }),
  response: list(user),
  example: {
    params: { page: 1, limit: 20 },
    response: { items: [exampleUser], pagination: { page: 1, limit: 20, total: 1, pages: 1, has_more: false } },
  },
  async handle({ tx, vault, caller: { instance } }, { params: { page, limit }, query }) {
    const merchant = query.merchant ?? null;
    const rows = await listUsers(tx, instance, merchant, limit + 1, pageOffset(page, limit));
    const counted = await countUsers(tx, instance, merchant, countedTotal + 1);
    return {
      items: await shownUsers(tx, vault, instance, rows.slice(0, limit)),
      pagination: pagination(page, limit, rows.length, counted),
    };
  },
});
