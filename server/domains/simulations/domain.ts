import { domain } from '../../kernel/domain.ts';
import { takingAt } from './at.ts';
import { simAccountFund } from './operations/sim-account-fund.ts';
import { simAml } from './operations/sim-aml.ts';
import { simAmlDecision } from './operations/sim-aml-decision.ts';
import { simApplicationChecks } from './operations/sim-application-checks.ts';
import { simApplicationDecision } from './operations/sim-application-decision.ts';
import { simClockGet } from './operations/sim-clock-get.ts';
import { simClockReset } from './operations/sim-clock-reset.ts';
import { simClockSet } from './operations/sim-clock-set.ts';
import { simDocumentReview } from './operations/sim-document-review.ts';
import { simFault } from './operations/sim-fault.ts';
import { simLoad } from './operations/sim-load.ts';
import { simMemberVerification } from './operations/sim-member-verification.ts';
import { simMerchantRisk } from './operations/sim-merchant-risk.ts';
import { simQueueEnable } from './operations/sim-queue-enable.ts';
import { simQueueExpire } from './operations/sim-queue-expire.ts';
import { sandboxChanged, simReset } from './operations/sim-reset.ts';
import { simScenario } from './operations/sim-scenario.ts';
import { simScenariosList } from './operations/sim-scenarios-list.ts';
import { simSignatureDoctor } from './operations/sim-signature-doctor.ts';
import { simUserRisk } from './operations/sim-user-risk.ts';
import { simUserVerification } from './operations/sim-user-verification.ts';
import { simVopInbound } from './operations/sim-vop-inbound.ts';
import { simVopResponder } from './operations/sim-vop-responder.ts';
import { simWebhookExample } from './operations/sim-webhook-example.ts';
import { simWireDelay } from './operations/sim-wire-delay.ts';
import { simWireIncoming } from './operations/sim-wire-incoming.ts';
import { simWireRecall } from './operations/sim-wire-recall.ts';
import { simWireRecallAnswer } from './operations/sim-wire-recall-answer.ts';
import { simWireReject } from './operations/sim-wire-reject.ts';
import { simWireReturn } from './operations/sim-wire-return.ts';
import { simWireSettle } from './operations/sim-wire-settle.ts';

/** What only a sandbox has: the world outside the bank, played by signed calls. */
export const simulations = domain({
  name: 'simulations',
  operations: [
    simAccountFund,
    simAml,
    simAmlDecision,
    simApplicationChecks,
    simApplicationDecision,
    simClockGet,
    simClockReset,
    simClockSet,
    simDocumentReview,
    simFault,
    simLoad,
    simMemberVerification,
    simMerchantRisk,
    simQueueEnable,
    simQueueExpire,
    simWireDelay,
    simWireIncoming,
    simWireRecall,
    simWireRecallAnswer,
    simWireReject,
    simWireReturn,
    simWireSettle,
    simReset,
    simScenario,
    simScenariosList,
    simUserRisk,
    simUserVerification,
    simVopInbound,
    simVopResponder,
    simWebhookExample,
  ]
    .map(takingAt)
    .concat(simSignatureDoctor),
  events: [],
  jobs: [sandboxChanged],
});
