import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, isRefused, validationError } from '../../../kernel/refusal.ts';
import { fields, token } from '../../../kernel/schema.ts';
import { deskOf } from '../desk.ts';
import { exampleApplication } from '../examples.ts';
import { application } from '../model.ts';
import { shownApplication, submitApplication } from '../service.ts';

export const applicationSubmit = operation({
  name: 'application_submit',
  routes: [{ method: 'POST', path: '/v3/applications/{application}/submit' }],
  permission: 'onboarding',
  summary: 'Submit an application',
  description:
    'Begins the checks of a complete application whose profile asks to be told so; 11001 with every field that is ' +
    'missing otherwise. One that has been submitted already stays as it is.',
  params: fields({ application: token('Application') }),
  response: application,
  refusals: [entityNotFound, validationError],
  example: { params: { application: exampleApplication.token }, response: exampleApplication },
  async handle(context, { params }) {
    const desk = deskOf(context);
    const submitted = await submitApplication(desk, params.application);
    return isRefused(submitted) ? submitted : shownApplication(desk, submitted);
  },
});
