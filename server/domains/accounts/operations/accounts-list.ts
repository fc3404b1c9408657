import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { countedTotal, pageOffset, pageParams, pagination } from '../../../kernel/paging.ts';
import { fields, list, optionalToken, text } from '../../../kernel/schema.ts';
import { account, exampleAccount } from '../model.ts';
import { shownAccounts } from '../service.ts';
import { countAccounts, listAccounts, readBalances } from '../store.ts';

const maxLimit = 10;

export const accountsList = operation({
  name: 'accounts_list',
  routes: [
    { method: 'GET', path: '/v2/accounts/{page}/{limit}' },
    { method: 'GET', path: '/v3/accounts/{page}/{limit}', suffix: 'v3' },
  ],
  permission: 'accounts:read',
  summary: 'Accounts, newest first',
  description: `The accounts of the instance, newest first. Filters are combined. At most ${maxLimit} on a page.`,
  params: pageParams(maxLimit),
  query: fields({
    merchant: optionalToken('Only accounts of this merchant'),
    user: optionalToken('Only accounts of this user'),
    program: Type.Optional(text(32, { description: 'Only accounts under the program with this code' })),
  }),
  response: list(account),
  example: {
    params: { page: 1, limit: 10 },
    response: { items: [exampleAccount], pagination: { page: 1, limit: 10, total: 1, pages: 1, has_more: false } },
  },
  async handle({ tx, caller: { instance } }, { params: { page, limit }, query }) {
    const filter = { merchant: query.merchant ?? null, user: query.user ?? null, program: query.program || null };
    const rows = await listAccounts(tx, instance, filter, limit + 1, pageOffset(page, limit));
    const counted = await countAccounts(tx, instance, filter, countedTotal + 1);
    const shown = rows.slice(0, limit);
    const balances = await readBalances(
      tx,
      instance,
      shown.map(({ id }) => id),
    );
    const accounts = shown.map((row) => ({
      account: row,
      balances: balances.filter((each) => each.account === row.id),
    }));
    return {
      items: await shownAccounts(tx, instance, accounts),
      pagination: pagination(page, limit, rows.length, counted),
    };
  },
});
