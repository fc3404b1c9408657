import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, validationError } from '../../../kernel/refusal.ts';
import { fields, token } from '../../../kernel/schema.ts';
import { findWire, settleWire } from '../../wires/service.ts';
import { answerOf, exampleWireAnswer, notPending, steerWire, wireAnswer, withEvents } from '../wires.ts';

export const simWireSettle = operation({
  name: 'sim_wire_settle',
  routes: [{ method: 'POST', path: '/v2/simulations/wires/{transaction}/settle' }],
  permission: 'simulation',
  sandboxOnly: true,
  summary: 'Settle a pending wire now',
  description: 'The scheme settles a pending wire of yours at once; also one by which a held transfer goes back.',
  params: fields({ transaction: token('The wire') }),
  response: wireAnswer,
  refusals: [entityNotFound, validationError],
  example: { params: { transaction: exampleWireAnswer.transaction }, response: exampleWireAnswer },
  ask: (context, { params }) => steerWire(context, params.transaction, { to: 'settle' }),
  async handle(context, { params: { transaction } }) {
    const key = { instance: context.caller.instance, transaction };
    const { result, events } = await withEvents(context, (watched) => settleWire(watched, key));
    // It may just have settled by itself.
    const settled = result || (await findWire(context.tx, key.instance, transaction))?.state === 'settled';
    return settled ? answerOf(context, transaction, events) : notPending();
  },
});
