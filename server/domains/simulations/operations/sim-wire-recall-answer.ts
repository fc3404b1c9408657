import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, invalid, isRefused, refuse, validationError } from '../../../kernel/refusal.ts';
import { fields, oneOf, token } from '../../../kernel/schema.ts';
import { isRecalled, recallRefused, refusalReasons } from '../../wires/service.ts';
import { sendBackWire } from '../returning.ts';
import { answerOf, exampleWireAnswer, wireAnswer, withEvents } from '../wires.ts';

export const simWireRecallAnswer = operation({
  name: 'sim_wire_recall_answer',
  routes: [{ method: 'POST', path: '/v2/simulations/wires/{transaction}/recall-answer' }],
  permission: 'simulation',
  sandboxOnly: true,
  summary: 'The other bank answers your recall',
  description:
    'Answers the open recall of a wire of yours. Accepted, the wire comes back with the reason FOCR; else the recall is ' +
    'refused with the reason given. TRANSFER.RECALL tells of either.',
  params: fields({ transaction: token('The wire') }),
  body: fields({
    accepted: Type.Boolean({ description: 'Whether it comes back' }),
    reason_code: Type.Optional(oneOf(refusalReasons, 'Why it does not; NOAS when left out')),
  }),
  response: wireAnswer,
  refusals: [entityNotFound, validationError],
  example: {
    params: { transaction: exampleWireAnswer.transaction },
    body: { accepted: true },
    response: { ...exampleWireAnswer, status: 'returned', reason_code: 'FOCR' },
  },
  async handle(context, { params: { transaction }, body }) {
    const key = { instance: context.caller.instance, transaction };
    const recalled = await isRecalled(context.tx, key);
    if (recalled === undefined) return refuse(entityNotFound, { field: 'transaction' });
    if (!recalled) {
      const message = 'has no recall that waits for an answer';
      return invalid(validationError, { field: 'transaction', rule: 'no_recall', message });
    }
    const { result, events } = await withEvents(context, async (watched) => {
      if (body.accepted) return sendBackWire(watched, transaction, 'FOCR');
      await recallRefused(watched, key, { reasonCode: body.reason_code ?? 'NOAS' });
      return undefined;
    });
    return isRefused(result) ? result : answerOf(context, transaction, events);
  },
});
