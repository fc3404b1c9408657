import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { duplicateUser, entityNotFound, isRefused, validationError } from '../../../kernel/refusal.ts';
import { fields, token } from '../../../kernel/schema.ts';
import { deskOf } from '../desk.ts';
import { exampleApplication, exampleMember, examplePerson } from '../examples.ts';
import { member, memberProperties } from '../model.ts';
import { addMember, shownMember } from '../service.ts';

export const companyAddMember = operation({
  name: 'company_add_member',
  routes: [{ method: 'POST', path: '/v3/applications/{application}/companies/members' }],
  permission: 'onboarding',
  summary: 'Add a member to a company',
  description:
    'Adds somebody who owns, leads or represents the company: a natural person, or with type legal-entity a company. In ' +
    'draft, action_required, checking (the checks begin anew) and approved (the member is screened). -2 when the ' +
    'application has a member with this e-mail address or unique_identifier.',
  params: fields({ application: token('Application') }),
  body: fields(Type.Partial(Type.Object(memberProperties)).properties),
  response: member,
  refusals: [entityNotFound, validationError, duplicateUser],
  example: { params: { application: exampleApplication.token }, body: examplePerson, response: exampleMember },
  async handle(context, { params, body }) {
    const desk = deskOf(context);
    const added = await addMember(desk, params.application, body);
    return isRefused(added) ? added : shownMember(desk, added.made, added.dossier.documents);
  },
});
