import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, validationError } from '../../../kernel/refusal.ts';
import { fields, token } from '../../../kernel/schema.ts';
import { answerOf, exampleWireAnswer, steerWire, wireAnswer } from '../wires.ts';

const mostSeconds = 31_536_000;

export const simWireDelay = operation({
  name: 'sim_wire_delay',
  routes: [{ method: 'POST', path: '/v2/simulations/wires/{transaction}/delay' }],
  permission: 'simulation',
  sandboxOnly: true,
  summary: 'Have a pending wire settle later',
  description:
    'The scheme settles a pending wire so many seconds later than it would have. One that has ended stays so.',
  params: fields({ transaction: token('The wire') }),
  body: fields({ seconds: Type.Integer({ minimum: 1, maximum: mostSeconds, description: 'By how much' }) }),
  response: wireAnswer,
  refusals: [entityNotFound, validationError],
  example: {
    params: { transaction: exampleWireAnswer.transaction },
    body: { seconds: 3600 },
    response: { ...exampleWireAnswer, status: 'pending', events: [] },
  },
  ask: (context, { params, body }) => steerWire(context, params.transaction, { to: 'delay', seconds: body.seconds }),
  handle: (context, { params }) => answerOf(context, params.transaction, []),
});
