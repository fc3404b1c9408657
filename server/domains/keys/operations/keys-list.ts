import { operation } from '../../../kernel/operation.ts';
import { pageOffset, pageParams, pagination } from '../../../kernel/paging.ts';
import { list } from '../../../kernel/schema.ts';
import { exampleKey, keyRecord } from '../model.ts';
import { shownKey } from '../service.ts';
import { readKeys } from '../store.ts';

const maxLimit = 100;

export const keysList = operation({
  name: 'keys_list',
  routes: [{ method: 'GET', path: '/v2/keys/{page}/{limit}' }],
  permission: 'keys',
  summary: 'The API keys of the instance',
  description: `All keys with what they may do, newest first, never their secrets. At most ${maxLimit} on a page.`,
  params: pageParams(maxLimit),
  response: list(keyRecord),
  example: {
    params: { page: 1, limit: 20 },
    response: { items: [exampleKey], pagination: { page: 1, limit: 20, total: 1, pages: 1, has_more: false } },
  },
  async handle({ tx, caller, environment }, { params: { page, limit } }) {
    const keys = await readKeys(tx, caller.instance);
    const rest = keys.slice(pageOffset(page, limit));
    return {
      items: rest.slice(0, limit).map((row) => shownKey(row, environment)),
      pagination: pagination(page, limit, rest.length, keys.length),
    };
  },
});
