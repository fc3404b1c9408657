import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, isRefused, validationError } from '../../../kernel/refusal.ts';
import { fields, oneOf, token } from '../../../kernel/schema.ts';

import { application, simulatedResults } from '../../onboarding/model.ts';
import { deskOf, exampleApplication, setChecks, shownApplication } from '../../onboarding/service.ts';
import { emitted, noting } from '../emitted.ts';

/** Says how the automatic checks of an application come out. In: a result each. Out: the application as it is then. */
export const simApplicationChecks = operation({
  name: 'sim_application_checks',
  routes: [{ method: 'POST', path: '/v2/simulations/applications/{application}/checks' }],
  permission: 'simulation',
  sandboxOnly: true,
  summary: 'Say how the checks of an application come out',
  description:
    'Fixes the results of checks, now or when they will run: `timeout` lets the provider be silent, which is tried again ' +
    'and then shown as failed for the reason provider_timeout. What is left out is checked as usual. Checks that run, or ' +
    'wait for a review, begin anew.',
  params: fields({ application: token('Application') }),
  body: fields({
    register: Type.Optional(oneOf(simulatedResults, 'Trade register')),
    sanctions: Type.Optional(oneOf(simulatedResults, 'Sanctions lists')),
    adverse_media: Type.Optional(oneOf(simulatedResults, 'Politically exposed persons and adverse media')),
    risk: Type.Optional(oneOf(['low', 'medium', 'high'], 'Level of the risk')),
  }),
  response: Type.Object({ ...application.properties, events: emitted }),
  refusals: [entityNotFound, validationError],
  example: {
    params: { application: exampleApplication.token },
    body: { register: 'refer' },
    response: { ...exampleApplication, events: [] },
  },
  async handle(context, { params, body }) {
    const { desk, events } = noting(deskOf(context));
    const changed = await setChecks(desk, params.application, {
      ...(body.register !== undefined && { register: body.register }),
      ...(body.sanctions !== undefined && { sanctions: body.sanctions }),
      ...(body.adverse_media !== undefined && { adverse_media: body.adverse_media }),
      ...(body.risk !== undefined && { risk: body.risk }),
    });
    return isRefused(changed) ? changed : { ...shownApplication(desk, changed), events };
  },
});
