import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, refuse } from '../../../kernel/refusal.ts';
import { fields, oneOf, record, token } from '../../../kernel/schema.ts';
import { exampleUser } from '../../parties/model.ts';
import { userRiskEvent } from '../../parties/service.ts';
import { emitted } from '../emitted.ts';

/** Changes the risk of a natural person. In: level and score. Out: what it is then. */
export const simUserRisk = operation({
  name: 'sim_user_risk',
  routes: [{ method: 'POST', path: '/v2/simulations/users/{user}/risk' }],
  permission: 'simulation',
  sandboxOnly: true,
  summary: 'Change the risk of a natural person',
  description: 'Gives a user another risk; USER.RISK_SCORE is sent, with the verification as it stands.',
  params: fields({ user: token('User, from user_create') }),
  body: fields({
    level: oneOf(['low', 'medium', 'high']),
    score: Type.Integer({ minimum: 0, maximum: 100, description: 'From 0 to 100' }),
  }),
  response: record({
    user: token('User'),
    level: oneOf(['low', 'medium', 'high']),
    score: Type.Integer(),
    events: emitted,
  }),
  refusals: [entityNotFound],
  example: {
    params: { user: exampleUser.token },
    body: { level: 'medium', score: 55 },
    response: {
      user: exampleUser.token,
      level: 'medium',
      score: 55,
      events: [{ action: 'USER.RISK_SCORE', subject: exampleUser.token }],
    },
  },
  async handle({ tx, caller, emit }, { params: { user }, body: { level, score } }) {
    const event = await userRiskEvent(tx, caller.instance, user, { level, score, reasons: ['simulated'] });
    if (event === undefined) return refuse(entityNotFound);
    emit(event);
    return { user, level, score, events: [{ action: event.action, subject: event.subject }] };
  },
});
