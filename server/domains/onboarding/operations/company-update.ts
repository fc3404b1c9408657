import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, isRefused, validationError } from '../../../kernel/refusal.ts';
import { fields, token } from '../../../kernel/schema.ts';
import { deskOf } from '../desk.ts';
import { exampleApplication, exampleCompany } from '../examples.ts';
import { application, companyProperties } from '../model.ts';
import { shownApplication, updateCompany } from '../service.ts';

export const companyUpdate = operation({
  name: 'company_update',
  routes: [{ method: 'PUT', path: '/v3/applications/{application}/companies' }],
  permission: 'onboarding',
  summary: 'Say what the company is',
  description:
    'Changes the data of the company of an application: what is left out stays, an empty string clears. Allowed in ' +
    'draft, action_required and checking, where the checks begin anew; 11001 application_locked otherwise. Answers the ' +
    'whole application with what is still missing.',
  params: fields({ application: token('Application') }),
  body: fields(Type.Partial(Type.Object(companyProperties)).properties),
  response: application,
  refusals: [entityNotFound, validationError],
  example: {
    params: { application: exampleApplication.token },
    body: exampleCompany,
    response: exampleApplication,
  },
  async handle(context, { params, body }) {
    const desk = deskOf(context);
    const changed = await updateCompany(desk, params.application, body);
    return isRefused(changed) ? changed : shownApplication(desk, changed);
  },
});
