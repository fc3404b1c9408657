import { domain } from '../../kernel/domain.ts';
import { takingAt } from './at.ts';
import { simAccountFund } from './operations/sim-account-fund.ts';
import { simClockGet } from './operations/sim-clock-get.ts';
import { simClockReset } from './operations/sim-clock-reset.ts';
import { simClockSet } from './operations/sim-clock-set.ts';
import { simDocumentReview } from './operations/sim-document-review.ts';
import { simLoad } from './operations/sim-load.ts';
import { simSignatureDoctor } from './operations/sim-signature-doctor.ts';
import { simUserVerification } from './operations/sim-user-verification.ts';

/** What only a sandbox has: the world outside the bank, played by signed calls. */
export const simulations = domain({
  name: 'simulations',
  operations: [simAccountFund, simClockGet, simClockReset, simClockSet, simDocumentReview, simLoad, simUserVerification]
    .map(takingAt)
    .concat(simSignatureDoctor),
  events: [],
});
