import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, refuse } from '../../../kernel/refusal.ts';
import { fields, token } from '../../../kernel/schema.ts';
import { exampleQueueRecord, queueRecord } from '../model.ts';
import { shownRecord } from '../rules.ts';
import { readRecord } from '../store.ts';

export const queueDetails = operation({
  name: 'queue_details',
  routes: [{ method: 'GET', path: '/v2/queue/{queue_record}' }],
  permission: 'transactions:read',
  summary: 'One record of the suspense queue',
  description: 'The record as it stands, also after it was decided.',
  params: fields({ queue_record: token('Queue record, from TRANSACTION.SUSPENDED') }),
  response: queueRecord,
  refusals: [entityNotFound],
  example: { params: { queue_record: exampleQueueRecord.token }, response: exampleQueueRecord },
  async handle({ tx, now, caller }, { params }) {
    const record = await readRecord(tx, caller.instance, params.queue_record);
    return record === undefined ? refuse(entityNotFound) : shownRecord(record, now);
  },
});
