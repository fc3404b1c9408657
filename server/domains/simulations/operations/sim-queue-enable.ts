import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { fields, record } from '../../../kernel/schema.ts';
import { approveQueue } from '../../suspense/service.ts';

/** Turns the suspense queue on or off. In production an operator records the approval (`openemi instances approve-queue`). */
export const simQueueEnable = operation({
  name: 'sim_queue_enable',
  routes: [{ method: 'POST', path: '/v2/simulations/queue/enable' }],
  permission: 'simulation',
  sandboxOnly: true,
  summary: 'Turn the suspense queue on or off',
  description:
    "Whether this instance's incoming transfers by SCT, SEPA Instant and Faster Payments are queued for a decision. Off " +
    'until it is turned on. In production it takes the approval that an operator records.',
  body: fields({ enabled: Type.Boolean({ description: 'On or off' }) }),
  response: record({
    enabled: Type.Boolean(),
    events: Type.Array(record({ action: Type.String(), subject: Type.String() })),
  }),
  example: { body: { enabled: true }, response: { enabled: true, events: [] } },
  async handle({ tx, caller, now }, { body: { enabled } }) {
    await approveQueue(tx, caller.instance, { enabled, by: caller.key, note: 'by simulation', at: now });
    return { enabled, events: [] };
  },
});
