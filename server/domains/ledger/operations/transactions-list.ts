import { type Static, Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { countedTotal, pageOffset, pageParams, pagination } from '../../../kernel/paging.ts';
import { entityNotFound, invalid, refuse, validationError } from '../../../kernel/refusal.ts';
import { fields, list, oneOfOrEmpty, optionalToken, text } from '../../../kernel/schema.ts';
import { exampleTransaction } from '../examples.ts';
import {
  authorizationCodes,
  financialCodes,
  renderTransaction,
  transactionChannels,
  transactionCodes,
  transactionRecord,
  transactionStatuses,
} from '../record.ts';
import { searchTransactions, type TransactionFilter } from '../search.ts';

const maxLimit = 1000;

const families: Readonly<Record<string, readonly string[]>> = {
  financial: financialCodes,
  authorization: authorizationCodes,
};

const date = (description: string) => Type.Optional(Type.String({ format: 'optional-date-or-moment', description }));

const query = fields({
  start_date: date('From this date (UTC) or moment onwards'),
  end_date: date('Up to this date (UTC, the whole day) or moment'),
  type: Type.Optional(oneOfOrEmpty(['financial', ...transactionCodes], 'Family of transactions, or one code')),
  code: Type.Optional(oneOfOrEmpty(transactionCodes, 'Transaction code')),
  channel: Type.Optional(oneOfOrEmpty(transactionChannels)),
  status: Type.Optional(oneOfOrEmpty(transactionStatuses)),
  merchant: optionalToken('Only of accounts of this merchant'),
  user: optionalToken('Only of accounts of this user'),
  reference: Type.Optional(text(140, { description: 'With exactly this reference' })),
  show_hidden: Type.Optional(
    oneOfOrEmpty(
      ['0', '1'],
      '1 shows what is hidden too: declined authorisations, checks without amount, technical legs',
    ),
  ),
  account: optionalToken('Only of this account; of a virtual one, what came through its number'),
  balance: optionalToken('Only of this balance'),
  card: optionalToken('Only of this card'),
  debit_credit: Type.Optional(oneOfOrEmpty(['debit', 'credit'])),
  load_after: optionalToken('Only what was committed after this transaction, in ascending order'),
});

/** Transactions of the instance, newest first in commit order. In: page, limit, filters. Out: records and totals. */
export const transactionsList = operation({
  name: 'transactions_list',
  routes: [{ method: 'GET', path: '/v2/transactions/{page}/{limit}' }],
  permission: 'transactions:read',
  summary: 'Transactions, newest first',
  description:
    'The transactions of the instance, newest first in the order in which they were committed. Filters are combined: ' +
    'all of them have to hold. With load_after the order is ascending and begins strictly after that transaction, so ' +
    'whoever asks again and again with the last token seen misses nothing and gets nothing twice.',
  params: pageParams(maxLimit),
  query,
  response: list(transactionRecord),
  refusals: [validationError, entityNotFound],
  example: {
    params: { page: 1, limit: 20 },
    response: { items: [exampleTransaction], pagination: { page: 1, limit: 20, total: 1, pages: 1, has_more: false } },
  },
  async handle({ tx, caller }, { params: { page, limit }, query }) {
    const filter = filterOf(query);
    if (filter.from !== null && filter.to !== null && filter.from >= filter.to) {
      return invalid(validationError, { field: 'end_date', rule: 'order', message: 'is before start_date' });
    }
    const cut = { limit: limit + 1, offset: pageOffset(page, limit) };
    const found = await searchTransactions(tx, caller.instance, filter, cut);
    if (found === undefined) return refuse(entityNotFound, { field: 'load_after' });
    return {
      items: found.rows.slice(0, limit).map(renderTransaction),
      pagination: pagination(page, limit, found.rows.length, Math.min(found.counted, countedTotal + 1)),
    };
  },
});

function filterOf(query: Query): TransactionFilter {
  return {
    codes: codesOf(query),
    channel: query.channel || null,
    status: query.status || null,
    side: query.debit_credit || null,
    showHidden: query.show_hidden === '1',
    account: query.account ?? null,
    balance: query.balance ?? null,
    merchant: query.merchant ?? null,
    user: query.user ?? null,
    reference: query.reference || null,
    card: query.card ?? null,
    from: query.start_date ? new Date(query.start_date) : null,
    to: query.end_date ? behind(query.end_date) : null,
    loadAfter: query.load_after ?? null,
  };
}

type Query = Static<typeof query>;

/** `type` names a family or a code; together with `code` both have to hold. */
function codesOf({ type, code }: Query): readonly string[] | null {
  const ofType = type ? (families[type] ?? [type]) : null;
  if (!code) return ofType;
  return ofType === null || ofType.includes(code) ? [code] : [];
}

const dayMs = 86_400_000;

/** The first moment behind a date, or behind a moment: bookings are kept to the millisecond. */
function behind(end: string): Date {
  return new Date(new Date(end).getTime() + (end.length === 'YYYY-MM-DD'.length ? dayMs : 1));
}
