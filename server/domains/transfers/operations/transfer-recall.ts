import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, isRefused, validationError } from '../../../kernel/refusal.ts';
import { fields, oneOf, token } from '../../../kernel/schema.ts';
import { askBack, recallReasons, shownRecall } from '../../wires/service.ts';
import { exampleRecall, recallRecord } from '../model.ts';

/** Asks the other bank for a completed wire. It answers within fifteen banking business days: TRANSFER.RECALL. */
export const transferRecall = operation({
  name: 'transfer_recall',
  routes: [{ method: 'POST', path: '/v2/transfers/{transaction}/recall' }],
  permission: 'transfers',
  summary: 'Ask for a completed wire back',
  description:
    'Sends a recall (camt.056) for a wire that is completed: DUPL and TECH within ten business days, the other reasons ' +
    'within thirteen months. One recall at a time. The other bank answers until the deadline: with a return, which ' +
    'makes the wire returned, or with no. TRANSFER.RECALL tells of both. Refused with validation_error, rule ' +
    'not_settled, recall_open or recall_too_late.',
  params: fields({ transaction: token('The wire, from transfer_create') }),
  body: fields({ reason_code: oneOf(recallReasons, 'Why it is asked for') }),
  response: recallRecord,
  refusals: [entityNotFound, validationError],
  example: {
    params: { transaction: exampleRecall.transaction },
    body: { reason_code: 'DUPL' },
    response: exampleRecall,
  },
  async handle(context, { params, body }) {
    const recall = await askBack(context, context.caller.instance, params.transaction, body.reason_code);
    return isRefused(recall) ? recall : shownRecall(recall);
  },
});
