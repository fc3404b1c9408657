import { operation } from '../../../kernel/operation.ts';
import { countedTotal, pageOffset, pageParams, pagination } from '../../../kernel/paging.ts';
import { fields, list, optionalToken } from '../../../kernel/schema.ts';
import { exampleTransaction } from '../examples.ts';
import { renderTransaction, transactionRecord } from '../record.ts';
import { countTransactions, listTransactions } from '../store.ts';

const maxLimit = 1000;

/** Transactions of the instance, newest first in commit order. In: page, limit, filters. Out: records and totals. */
export const transactionsList = operation({
  name: 'transactions_list',
  routes: [{ method: 'GET', path: '/v2/transactions/{page}/{limit}' }],
  permission: 'transactions:read',
  summary: 'Transactions, newest first',
  description: 'The transactions of the instance, newest first in the order in which they were committed.',
  params: pageParams(maxLimit),
  query: fields({ account: optionalToken('Only of this account') }),
  response: list(transactionRecord),
  example: {
    params: { page: 1, limit: 20 },
    response: { items: [exampleTransaction], pagination: { page: 1, limit: 20, total: 1, pages: 1, has_more: false } },
  },
  async handle({ tx, caller }, { params: { page, limit }, query }) {
    const account = query.account ?? null;
    const rows = await listTransactions(tx, caller.instance, account, limit + 1, pageOffset(page, limit));
    const counted = await countTransactions(tx, caller.instance, account, countedTotal + 1);
    return {
      items: rows.slice(0, limit).map(renderTransaction),
      pagination: pagination(page, limit, rows.length, counted),
    };
  },
});
