import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, isRefused } from '../../../kernel/refusal.ts';
import { fields, oneOf, token } from '../../../kernel/schema.ts';

import { member } from '../../onboarding/model.ts';
import { decideMember, deskOf, exampleMember, shownMember } from '../../onboarding/service.ts';
import { emitted, noting } from '../emitted.ts';

/** Plays the verification of a member of a company. In: the outcome and a reason. Out: the member as it is then. */
export const simMemberVerification = operation({
  name: 'sim_member_verification',
  routes: [{ method: 'POST', path: '/v2/simulations/members/{member}/verification' }],
  permission: 'simulation',
  sandboxOnly: true,
  summary: 'Decide the verification of a member of a company',
  description:
    'Gives the verification of a member the outcome asked for, whatever it was before. MEMBER.UPDATE is sent when the ' +
    'status changes.',
  params: fields({ member: token('Member, from company_add_member') }),
  body: fields({
    result: oneOf(['verified', 'refused', 'pending_review'], 'How the verification comes out'),
    reason: Type.Optional(oneOf(['unreadable', 'expired', 'mismatch', 'forged'], 'Why')),
  }),
  response: Type.Object({ ...member.properties, events: emitted }),
  refusals: [entityNotFound],
  example: {
    params: { member: exampleMember.token },
    body: { result: 'refused', reason: 'forged' },
    response: {
      ...exampleMember,
      verification_status: 'refused',
      events: [{ action: 'MEMBER.UPDATE', subject: exampleMember.token }],
    },
  },
  async handle(context, { params, body }) {
    const { desk, events } = noting(deskOf(context));
    const decided = await decideMember(desk, params.member, body.result, body.reason ?? null);
    return isRefused(decided) ? decided : { ...shownMember(desk, decided.made, decided.dossier.documents), events };
  },
});
