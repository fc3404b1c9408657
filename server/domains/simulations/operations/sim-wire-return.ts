import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, isRefused, validationError } from '../../../kernel/refusal.ts';
import { fields, token } from '../../../kernel/schema.ts';
import { sendBackWire } from '../returning.ts';
import { answerOf, exampleWireAnswer, reasonCode, steerWire, wireAnswer, withEvents } from '../wires.ts';

const usualReason = 'AC04';

export const simWireReturn = operation({
  name: 'sim_wire_return',
  routes: [{ method: 'POST', path: '/v2/simulations/wires/{transaction}/return' }],
  permission: 'simulation',
  sandboxOnly: true,
  summary: 'Send a wire back',
  description:
    'The other bank returns a wire of yours; one that is pending settles first. A further transaction, whose parent is ' +
    'the wire, credits it; the wire is returned.',
  params: fields({ transaction: token('The wire') }),
  body: fields({ reason_code: Type.Optional(reasonCode(`Why; ${usualReason} when left out`)) }),
  response: wireAnswer,
  refusals: [entityNotFound, validationError],
  example: {
    params: { transaction: exampleWireAnswer.transaction },
    body: { reason_code: 'AC04' },
    response: { ...exampleWireAnswer, status: 'returned', reason_code: 'AC04' },
  },
  ask: (context, { params }) => steerWire(context, params.transaction, { to: 'settle' }),
  async handle(context, { params: { transaction }, body }) {
    const { result, events } = await withEvents(context, (watched) =>
      sendBackWire(watched, transaction, body.reason_code ?? usualReason),
    );
    return isRefused(result) ? result : answerOf(context, transaction, events);
  },
});
