import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, invalid, refuse, validationError } from '../../../kernel/refusal.ts';
import { fields, record, token } from '../../../kernel/schema.ts';
import { exampleQueueRecord, queueRecord } from '../../suspense/model.ts';
import { expireNow } from '../../suspense/service.ts';
import { withEvents } from '../wires.ts';

export const simQueueExpire = operation({
  name: 'sim_queue_expire',
  routes: [{ method: 'POST', path: '/v2/simulations/queue/{queue_record}/expire' }],
  permission: 'simulation',
  sandboxOnly: true,
  summary: 'Let a record of the suspense queue expire',
  description:
    'Puts a record past its tenth business day: it is expired. On the next morning of the instance’s clock the sandbox ' +
    'sends it back, as an operator would.',
  params: fields({ queue_record: token('Queue record') }),
  response: Type.Object({
    ...queueRecord.properties,
    events: Type.Array(record({ action: Type.String(), subject: Type.String() })),
  }),
  refusals: [entityNotFound, validationError],
  example: {
    params: { queue_record: exampleQueueRecord.token },
    response: {
      ...exampleQueueRecord,
      status: 'expired',
      events: [{ action: 'QUEUE.UPDATE', subject: exampleQueueRecord.token }],
    },
  },
  async handle(context, { params }) {
    const { result, events } = await withEvents(context, (watched) =>
      expireNow(watched, context.caller.instance, params.queue_record),
    );
    if (result === undefined) return refuse(entityNotFound, { field: 'queue_record' });
    if (result === false) {
      return invalid(validationError, { field: 'queue_record', rule: 'already_decided', message: 'waits no longer' });
    }
    return { ...result, events };
  },
});
