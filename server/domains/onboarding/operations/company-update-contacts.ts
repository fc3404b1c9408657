import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, isRefused, validationError } from '../../../kernel/refusal.ts';
import { fields, token } from '../../../kernel/schema.ts';
import { deskOf } from '../desk.ts';
import { exampleApplication } from '../examples.ts';
import { application, companyProperties, contactNames, extendable } from '../model.ts';
import { shownApplication, updateCompany } from '../service.ts';

const contacts = Object.fromEntries(contactNames.map((name) => [name, companyProperties[name]])) as Pick<
  typeof companyProperties,
  (typeof contactNames)[number]
>;

export const companyUpdateContacts = operation({
  name: 'company_update_contacts',
  routes: [{ method: 'PUT', path: '/v3/applications/{application}/companies/contacts' }],
  permission: 'onboarding',
  summary: 'Change contact details of a company',
  description:
    'Changes the contact details, also of an application that is approved: its company and members are then screened ' +
    'again, and the decision stays as it is. What is left out stays, an empty string clears.',
  params: fields({ application: token('Application') }),
  body: fields(Type.Partial(Type.Object(contacts)).properties),
  response: application,
  refusals: [entityNotFound, validationError],
  example: {
    params: { application: exampleApplication.token },
    body: { contact_email: 'office@rila.example', phone: '+35929811234' },
    response: { ...exampleApplication, company: { ...exampleApplication.company, phone: '+35929811234' } },
  },
  async handle(context, { params, body }) {
    const desk = deskOf(context);
    const changed = await updateCompany(desk, params.application, body, extendable);
    return isRefused(changed) ? changed : shownApplication(desk, changed);
  },
});
