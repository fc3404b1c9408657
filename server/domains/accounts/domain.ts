import { domain } from '../../kernel/domain.ts';
import { accountIban, accountStatusChanged } from './events.ts';
import { accountCreate } from './operations/account-create.ts';
import { accountDetails } from './operations/account-details.ts';
import { accountStatus } from './operations/account-status.ts';

export const accounts = domain({
  name: 'accounts',
  operations: [accountCreate, accountDetails, accountStatus],
  events: [accountIban, accountStatusChanged],
});
