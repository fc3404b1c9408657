import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, refuse } from '../../../kernel/refusal.ts';
import { fields, token } from '../../../kernel/schema.ts';
import { exampleApplication } from '../examples.ts';
import { application } from '../model.ts';
import { readDossier, shownApplication } from '../service.ts';

export const applicationDetails = operation({
  name: 'application_details',
  routes: [{ method: 'GET', path: '/v3/applications/{application}' }],
  permission: 'onboarding',
  summary: 'One application',
  description:
    'Answers an application with its company, members, documents, requirements, checks and decision. A check that is ' +
    'failed for the reason provider_timeout came to no result: a person decides then.',
  params: fields({ application: token('Application, from application_create') }),
  response: application,
  refusals: [entityNotFound],
  example: { params: { application: exampleApplication.token }, response: exampleApplication },
  async handle({ tx, vault, caller: { instance } }, { params }) {
    const found = await readDossier(tx, instance, params.application);
    return found === undefined ? refuse(entityNotFound) : shownApplication({ vault, instance }, found);
  },
});
