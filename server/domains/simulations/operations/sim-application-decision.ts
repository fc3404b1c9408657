import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, isRefused, validationError } from '../../../kernel/refusal.ts';
import { fields, oneOf, text, token } from '../../../kernel/schema.ts';

import { application } from '../../onboarding/model.ts';
import {
  decidable,
  decideAlone,
  deskOf,
  exampleApplication,
  requestInformation,
  shownApplication,
} from '../../onboarding/service.ts';
import { emitted, noting } from '../emitted.ts';

/** Plays the underwriter. In: the decision. Out: the application as it is then. */
export const simApplicationDecision = operation({
  name: 'sim_application_decision',
  routes: [{ method: 'POST', path: '/v2/simulations/applications/{application}/decision' }],
  permission: 'simulation',
  sandboxOnly: true,
  summary: 'Decide an application',
  description:
    'Approves or declines an application that is being checked or reviewed, or sends it back for more information: ' +
    'fields as client profiles name them (company.website, members, members.documents), each a requirement until it is ' +
    'given anew.',
  params: fields({ application: token('Application') }),
  body: fields({
    decision: oneOf(['approve', 'decline', 'request_info']),
    fields: Type.Optional(Type.Array(text(64), { maxItems: 50, description: 'With request_info: what is asked for' })),
    reason: Type.Optional(text(500, { description: 'What the client is told' })),
  }),
  response: Type.Object({ ...application.properties, events: emitted }),
  refusals: [entityNotFound, validationError],
  example: {
    params: { application: exampleApplication.token },
    body: { decision: 'request_info', fields: ['company.website'], reason: 'Where is the shop?' },
    response: {
      ...exampleApplication,
      status: 'action_required',
      requirements: [{ field: 'company.website', member: null, code: 'requested', message: 'Where is the shop?' }],
      events: [{ action: 'APPLICATION.UPDATE', subject: exampleApplication.token }],
    },
  },
  async handle(context, { params, body }) {
    const { desk, events } = noting({ ...deskOf(context), by: 'sandbox' });
    const { decision, reason = null } = body;
    const changed =
      decision === 'request_info'
        ? await requestInformation(desk, params.application, body.fields ?? [], reason, decidable)
        : await decideAlone(desk, params.application, decision, reason);
    return isRefused(changed) ? changed : { ...shownApplication(desk, changed), events };
  },
});
