import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, isRefused, validationError } from '../../../kernel/refusal.ts';
import { fields, text, token } from '../../../kernel/schema.ts';
import { deskOf } from '../desk.ts';
import { exampleApplication, examplePayout } from '../examples.ts';
import { application, payoutInput } from '../model.ts';
import { shownApplication, updateApplicationDetails } from '../service.ts';

export const applicationUpdate = operation({
  name: 'application_update',
  routes: [{ method: 'PUT', path: '/v3/applications/{application}' }],
  permission: 'onboarding',
  summary: 'Give payout details later',
  description:
    'Changes what application_create took beside the products; what is left out stays. In the states in which ' +
    'company_update is allowed; checks that run begin anew.',
  params: fields({ application: token('Application') }),
  body: fields({
    payout_details: Type.Optional(
      Type.Array(payoutInput, { minItems: 1, maxItems: 10, description: 'Instead of those given before' }),
    ),
    ip_address: Type.Optional(text(undefined, { description: 'IP address of the customer who applies' })),
    fingerprint: Type.Optional(text(undefined, { description: 'Device fingerprint of that customer' })),
  }),
  response: application,
  refusals: [entityNotFound, validationError],
  example: {
    params: { application: exampleApplication.token },
    body: { payout_details: [examplePayout] },
    response: exampleApplication,
  },
  async handle(context, { params, body }) {
    const desk = deskOf(context);
    const changed = await updateApplicationDetails(desk, params.application, {
      payouts: body.payout_details,
      ipAddress: body.ip_address,
      fingerprint: body.fingerprint,
    });
    return isRefused(changed) ? changed : shownApplication(desk, changed);
  },
});
