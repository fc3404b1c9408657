import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, refuse } from '../../../kernel/refusal.ts';
import { fields, oneOf, record, token } from '../../../kernel/schema.ts';
import { exampleUser, user } from '../../parties/model.ts';
import { decideVerification } from '../../parties/service.ts';

/** Plays the verification of a natural person. In: the outcome and a reason. Out: the user as it is then. */
export const simUserVerification = operation({
  name: 'sim_user_verification',
  routes: [{ method: 'POST', path: '/v2/simulations/users/{user}/verification' }],
  permission: 'simulation',
  sandboxOnly: true,
  summary: 'Decide the verification of a natural person',
  description:
    'Gives the verification of a user the outcome asked for, whatever it was before. USER.UPDATE is sent when the ' +
    'status changes, and USER.RISK_SCORE.',
  params: fields({ user: token('User, from user_create') }),
  body: fields({
    result: oneOf(['verified', 'refused', 'pending_review'], 'How the verification comes out'),
    reason: Type.Optional(oneOf(['unreadable', 'expired', 'mismatch', 'forged'], 'Why')),
  }),
  response: record({
    ...user.properties,
    events: Type.Array(record({ action: Type.String(), subject: Type.String() })),
  }),
  refusals: [entityNotFound],
  example: {
    params: { user: exampleUser.token },
    body: { result: 'refused', reason: 'forged' },
    response: {
      ...exampleUser,
      verification_status: 'refused',
      events: [
        { action: 'USER.UPDATE', subject: exampleUser.token },
        { action: 'USER.RISK_SCORE', subject: exampleUser.token },
      ],
    },
  },
  async handle({ tx, vault, caller, now, emit }, { params, body }) {
    const decision = { result: body.result, reason: body.reason ?? null, by: 'sandbox', at: now };
    const decided = await decideVerification(tx, vault, caller.instance, params.user, decision);
    if (decided === undefined) return refuse(entityNotFound);
    for (const event of decided.events) emit(event);
    return { ...decided.user, events: decided.events.map(({ action, subject }) => ({ action, subject })) };
  },
});
