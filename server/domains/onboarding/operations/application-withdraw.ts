import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, isRefused, validationError } from '../../../kernel/refusal.ts';
import { fields, token } from '../../../kernel/schema.ts';
import { deskOf } from '../desk.ts';
import { exampleApplication } from '../examples.ts';
import { application } from '../model.ts';
import { shownApplication, withdrawApplication } from '../service.ts';

export const applicationWithdraw = operation({
  name: 'application_withdraw',
  routes: [{ method: 'POST', path: '/v3/applications/{application}/withdraw' }],
  permission: 'onboarding',
  summary: 'Take an application back',
  description: 'Withdraws an application for good, as long as it is not decided; 11001 application_locked afterwards.',
  params: fields({ application: token('Application') }),
  response: application,
  refusals: [entityNotFound, validationError],
  example: {
    params: { application: exampleApplication.token },
    response: { ...exampleApplication, status: 'withdrawn' },
  },
  async handle(context, { params }) {
    const desk = deskOf(context);
    const withdrawn = await withdrawApplication(desk, params.application);
    return isRefused(withdrawn) ? withdrawn : shownApplication(desk, withdrawn);
  },
});
