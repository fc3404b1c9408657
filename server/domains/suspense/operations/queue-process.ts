import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, isRefused, refuse, validationError } from '../../../kernel/refusal.ts';
import { fields, token } from '../../../kernel/schema.ts';
import { exampleQueueRecord, processBody, queueRecord } from '../model.ts';
import { shownRecord } from '../rules.ts';
import { openFor, release } from '../service.ts';
import { lockRecord } from '../store.ts';

/** Accepts a held transfer: its money is credited, the transaction is completed (spec 3.3). */
export const queueProcess = operation({
  name: 'queue_process',
  routes: [{ method: 'POST', path: '/v2/queue/{queue_record}/process' }],
  permission: 'queue:decide',
  summary: 'Release a held transfer to its account',
  description:
    'Releases the record: the amount is credited and the transaction completed. Where the account has been blocked or ' +
    'closed since, the transfer goes back to its sender by itself. Saying so again changes nothing; a record that was ' +
    'declined or has expired is refused with validation_error, rule already_decided or expired; one whose sender is on a sanctions ' +
    'list with the rule sanctions_match.',
  params: fields({ queue_record: token('Queue record, from TRANSACTION.SUSPENDED') }),
  body: processBody,
  response: queueRecord,
  refusals: [entityNotFound, validationError],
  example: {
    params: { queue_record: exampleQueueRecord.token },
    body: { comment: 'known sender' },
    response: {
      ...exampleQueueRecord,
      status: 'released',
      decision: {
        action: 'process',
        by: '3f1c2a58-7d44-4b1e-9a37-5b0c6f2e9d10',
        at: '2026-11-20T11:00:00.000Z',
        reason_code: null,
        comment: 'known sender',
        external_case: null,
      },
    },
  },
  async handle(context, { params, body }) {
    const { instance, key } = context.caller;
    const record = await lockRecord(context.tx, instance, params.queue_record);
    if (record === undefined) return refuse(entityNotFound);
    const open = openFor('process', record);
    if (isRefused(open)) return open;
    const { reason_code: reasonCode = null, comment = null, external_case = null } = body;
    const verdict = { by: key, reasonCode, comment, external_case };
    return shownRecord(open ? await release(context, instance, record, verdict) : record, context.now);
  },
});
