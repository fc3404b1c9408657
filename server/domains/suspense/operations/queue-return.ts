import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, isRefused, refuse, validationError } from '../../../kernel/refusal.ts';
import { fields, token } from '../../../kernel/schema.ts';
import { exampleQueueRecord, queueRecord, returnBody } from '../model.ts';
import { shownRecord } from '../rules.ts';
import { defaultReturnReason, openFor, sendBack } from '../service.ts';
import { lockRecord } from '../store.ts';

/** Declines a held transfer: it goes back to its sender. What came by SEPA Instant goes back by SEPA Credit Transfer. */
export const queueReturn = operation({
  name: 'queue_return',
  routes: [{ method: 'DELETE', path: '/v2/queue/{queue_record}/return' }],
  permission: 'queue:decide',
  summary: 'Send a held transfer back',
  description:
    'Declines the record: a return is generated, a further transaction whose parent is the incoming one. The record is ' +
    'return_pending until the return is settled, then returned, with the incoming transaction. What came by SEPA ' +
    'Instant goes back by SEPA Credit Transfer. Saying so again changes nothing; a record that was released or has ' +
    'expired is refused with validation_error, rule already_decided or expired.',
  params: fields({ queue_record: token('Queue record, from TRANSACTION.SUSPENDED') }),
  body: returnBody,
  response: queueRecord,
  refusals: [entityNotFound, validationError],
  example: {
    params: { queue_record: exampleQueueRecord.token },
    body: { reason_code: 'RR04', external_case: 'C-17' },
    response: {
      ...exampleQueueRecord,
      status: 'return_pending',
      return_transaction: '019aa0c4-7b20-7c3e-9d51-2f6f1f0c0d02',
      decision: {
        action: 'return',
        by: '3f1c2a58-7d44-4b1e-9a37-5b0c6f2e9d10',
        at: '2026-11-20T11:00:00.000Z',
        reason_code: 'RR04',
        comment: null,
        external_case: 'C-17',
      },
    },
  },
  async handle(context, { params, body }) {
    const { instance, key } = context.caller;
    const record = await lockRecord(context.tx, instance, params.queue_record);
    if (record === undefined) return refuse(entityNotFound);
    const open = openFor('return', record);
    if (isRefused(open)) return open;
    const { reason_code, comment = null, external_case = null } = body;
    const verdict = { by: key, reasonCode: reason_code ?? defaultReturnReason, comment, external_case };
    return shownRecord(open ? await sendBack(context, instance, record, verdict) : record, context.now);
  },
});
