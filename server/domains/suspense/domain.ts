import { domain } from '../../kernel/domain.ts';
import { queueExpiring, queueUpdate, transactionSuspended } from './events.ts';
import { decideByRule, watchRecord } from './jobs.ts';
import { queueDetails } from './operations/queue-details.ts';
import { queueList } from './operations/queue-list.ts';
import { queueProcess } from './operations/queue-process.ts';
import { queueReturn } from './operations/queue-return.ts';
import { queueRules } from './operations/queue-rules.ts';
import { queueRulesUpdate } from './operations/queue-rules-update.ts';

/** The suspense queue: incoming transfers of other institutions that wait for the partner's decision. */
export const suspense = domain({
  name: 'suspense',
  operations: [queueList, queueDetails, queueProcess, queueReturn, queueRules, queueRulesUpdate],
  events: [transactionSuspended, queueUpdate, queueExpiring],
  jobs: [watchRecord, decideByRule],
});
