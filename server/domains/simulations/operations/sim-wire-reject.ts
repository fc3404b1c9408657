import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, validationError } from '../../../kernel/refusal.ts';
import { fields, token } from '../../../kernel/schema.ts';
import { failWire, findWire } from '../../wires/service.ts';
import { answerOf, exampleWireAnswer, notPending, reasonCode, steerWire, wireAnswer, withEvents } from '../wires.ts';

const usualReason = 'AC01';

export const simWireReject = operation({
  name: 'sim_wire_reject',
  routes: [{ method: 'POST', path: '/v2/simulations/wires/{transaction}/reject' }],
  permission: 'simulation',
  sandboxOnly: true,
  summary: 'Reject a pending wire',
  description: 'The scheme rejects a pending wire of yours: what was held is free again.',
  params: fields({ transaction: token('The wire') }),
  body: fields({ reason_code: Type.Optional(reasonCode(`Why; ${usualReason} when left out`)) }),
  response: wireAnswer,
  refusals: [entityNotFound, validationError],
  example: {
    params: { transaction: exampleWireAnswer.transaction },
    body: { reason_code: 'AM04' },
    response: { ...exampleWireAnswer, status: 'rejected', reason_code: 'AM04' },
  },
  ask: (context, { params, body }) =>
    steerWire(context, params.transaction, { to: 'reject', reasonCode: body.reason_code ?? usualReason }),
  async handle(context, { params: { transaction }, body }) {
    const key = { instance: context.caller.instance, transaction };
    const { result, events } = await withEvents(context, (watched) =>
      failWire(watched, key, 'rejected', body.reason_code ?? usualReason),
    );
    // The scheme has been told before, so the rejection may have arrived by itself.
    const rejected = result || (await findWire(context.tx, key.instance, transaction))?.state === 'rejected';
    return rejected ? answerOf(context, transaction, events) : notPending();
  },
});
