import { domain } from '../../kernel/domain.ts';
import { webhookTest as webhookTestEvent } from './events.ts';
import { eventDetails } from './operations/event-details.ts';
import { eventResend } from './operations/event-resend.ts';
import { eventsList } from './operations/events-list.ts';
import { webhookAttempts } from './operations/webhook-attempts.ts';
import { webhookCreate } from './operations/webhook-create.ts';
import { webhookDelete } from './operations/webhook-delete.ts';
import { webhookDetails } from './operations/webhook-details.ts';
import { webhookList } from './operations/webhook-list.ts';
import { webhookReplay } from './operations/webhook-replay.ts';
import { webhookRotateSecret } from './operations/webhook-rotate-secret.ts';
import { webhookTest } from './operations/webhook-test.ts';
import { webhookUpdate } from './operations/webhook-update.ts';

export const webhooks = domain({
  name: 'webhooks',
  operations: [
    webhookCreate,
    webhookList,
    webhookDetails,
    webhookUpdate,
    webhookDelete,
    webhookAttempts,
    webhookTest,
    webhookRotateSecret,
    webhookReplay,
    eventsList,
    eventDetails,
    eventResend,
  ],
  events: [webhookTestEvent],
});
