import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, refuse } from '../../../kernel/refusal.ts';
import { fields, token } from '../../../kernel/schema.ts';
import { exampleTransaction } from '../examples.ts';
import { renderTransaction, transactionRecord } from '../record.ts';
import { readTransactions } from '../store.ts';

/** One transaction, whole. In: its token. Out: the record. Refused when the instance has none of that token. */
export const transactionDetails = operation({
  name: 'transaction_details',
  routes: [{ method: 'GET', path: '/v2/transactions/{transaction}' }],
  permission: 'transactions:read',
  summary: 'One transaction',
  description: 'The transaction record of one token. Amounts are in major units of the currency.',
  params: fields({ transaction: token('The transaction') }),
  response: transactionRecord,
  refusals: [entityNotFound],
  example: { params: { transaction: exampleTransaction.token }, response: exampleTransaction },
  async handle({ tx, caller }, { params }) {
    const [row] = await readTransactions(tx, caller.instance, [params.transaction]);
    return row === undefined ? refuse(entityNotFound) : renderTransaction(row);
  },
});
