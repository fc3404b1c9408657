import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { duplicateUser, entityNotFound, isRefused, validationError } from '../../../kernel/refusal.ts';
import { fields, token } from '../../../kernel/schema.ts';
import { deskOf } from '../desk.ts';
import { exampleApplication, exampleMember } from '../examples.ts';
import { member, memberProperties } from '../model.ts';
import { shownMember, updateMember } from '../service.ts';

export const companyUpdateMember = operation({
  name: 'company_update_member',
  routes: [{ method: 'PUT', path: '/v3/applications/{application}/companies/members/{member}' }],
  permission: 'onboarding',
  summary: 'Change a member of a company',
  description:
    'Changes a member: what is left out stays, an empty string clears. In draft, action_required, checking (the checks ' +
    'begin anew) and approved (the member is screened again).',
  params: fields({ application: token('Application'), member: token('Member of its company') }),
  body: fields(Type.Partial(Type.Object(memberProperties)).properties),
  response: member,
  refusals: [entityNotFound, validationError, duplicateUser],
  example: {
    params: { application: exampleApplication.token, member: exampleMember.token },
    body: { city: 'Plovdiv' },
    response: { ...exampleMember, city: 'Plovdiv' },
  },
  async handle(context, { params, body }) {
    const desk = deskOf(context);
    const changed = await updateMember(desk, params.application, params.member, body);
    return isRefused(changed) ? changed : shownMember(desk, changed.made, changed.dossier.documents);
  },
});
