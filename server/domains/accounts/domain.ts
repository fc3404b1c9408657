import { domain } from '../../kernel/domain.ts';
import { accountIban, accountStatusChanged } from './events.ts';
import { followMerchant, openFunding } from './jobs.ts';
import { accountCreate } from './operations/account-create.ts';
import { accountDetails } from './operations/account-details.ts';
import { accountStatus } from './operations/account-status.ts';
import { accountTerminate } from './operations/account-terminate.ts';
import { accountsList } from './operations/accounts-list.ts';

export const accounts = domain({
  name: 'accounts',
  operations: [accountCreate, accountDetails, accountsList, accountStatus, accountTerminate],
  events: [accountIban, accountStatusChanged],
  jobs: [openFunding, followMerchant],
});
