import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, insufficientFunds, invalid, isRefused, validationError } from '../../../kernel/refusal.ts';
import { fields, nullable, oneOf, token } from '../../../kernel/schema.ts';
import { acceptRecall, refusalReasons, refuseRecall, shownRecall } from '../../wires/service.ts';
import { exampleRecall, recallRecord } from '../model.ts';

/** Answers another bank's recall of a payment that was received: gives it back, or says no. */
export const transferRecallAnswer = operation({
  name: 'transfer_recall_answer',
  routes: [{ method: 'PUT', path: '/v2/transfers/{transaction}/recall' }],
  permission: 'transfers',
  summary: 'Answer a recall of a received wire',
  description:
    'Answers the recall that TRANSFER.RECALL told of. Accepted, the amount is held and goes back as a return, a further ' +
    'transaction whose parent is the received one; refused with 12001 where it is not available. Declined, the other ' +
    'bank is told the reason (NOAS when left out). What nobody answers by the deadline is declined.',
  params: fields({ transaction: token('The received wire') }),
  body: fields({
    accepted: Type.Boolean({ description: 'Whether it is given back' }),
    reason_code: Type.Optional(nullable(oneOf(refusalReasons, 'Why it is not'))),
  }),
  response: recallRecord,
  refusals: [entityNotFound, validationError, insufficientFunds],
  example: {
    params: { transaction: exampleRecall.transaction },
    body: { accepted: false, reason_code: 'CUST' },
    response: { ...exampleRecall, direction: 'in', reason_code: 'FRAD', status: 'refused', answer_code: 'CUST' },
  },
  async handle(context, { params: { transaction }, body }) {
    const { instance } = context.caller;
    if (body.accepted && body.reason_code) {
      const message = 'a recall that is accepted needs no reason';
      return invalid(validationError, { field: 'reason_code', rule: 'contradiction', message });
    }
    const answered = body.accepted
      ? await acceptRecall(context, instance, transaction)
      : await refuseRecall(context, instance, transaction, body.reason_code ?? 'NOAS');
    return isRefused(answered) ? answered : shownRecall(answered);
  },
});
