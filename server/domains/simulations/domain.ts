import { domain } from '../../kernel/domain.ts';
import { simAccountFund } from './operations/sim-account-fund.ts';
import { simLoad } from './operations/sim-load.ts';
import { simUserVerification } from './operations/sim-user-verification.ts';

/** What only a sandbox has: the world outside the bank, played by signed calls. */
export const simulations = domain({
  name: 'simulations',
  operations: [simAccountFund, simLoad, simUserVerification],
  events: [],
});
