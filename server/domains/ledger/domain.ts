import { domain } from '../../kernel/domain.ts';
import { balanceUpdate, transactionNew, transactionUpdate } from './events.ts';
import { transactionDetails } from './operations/transaction-details.ts';
import { transactionsList } from './operations/transactions-list.ts';

/** The ledger: balances, movements, holds, transactions, events; one engine that posts; sealed history. */
export const ledger = domain({
  name: 'ledger',
  operations: [transactionsList, transactionDetails],
  events: [transactionNew, transactionUpdate, balanceUpdate],
});
