import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, isRefused, validationError } from '../../../kernel/refusal.ts';
import { fields, oneOf, token } from '../../../kernel/schema.ts';
import { deskOf } from '../desk.ts';
import { exampleApplication, exampleMember } from '../examples.ts';
import { member, memberStatuses } from '../model.ts';
import { setMemberStatus, shownMember } from '../service.ts';

export const companyMemberStatus = operation({
  name: 'company_member_status',
  routes: [{ method: 'PUT', path: '/v3/applications/{application}/companies/members/{member}/status' }],
  permission: 'onboarding',
  summary: 'Suspend a member of a company',
  description:
    'Suspends a member, or makes it active again. Nothing is asked of a suspended member, and it is not checked. In ' +
    'draft, action_required, checking (the checks begin anew) and approved.',
  params: fields({ application: token('Application'), member: token('Member of its company') }),
  body: fields({ status: oneOf(memberStatuses) }),
  response: member,
  refusals: [entityNotFound, validationError],
  example: {
    params: { application: exampleApplication.token, member: exampleMember.token },
    body: { status: 'suspended' },
    response: { ...exampleMember, status: 'suspended' },
  },
  async handle(context, { params, body }) {
    const desk = deskOf(context);
    const changed = await setMemberStatus(desk, params.application, params.member, body.status);
    return isRefused(changed) ? changed : shownMember(desk, changed.made, changed.dossier.documents);
  },
});
