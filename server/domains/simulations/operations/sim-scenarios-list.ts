import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { scenariosPort } from '../../../kernel/scenarios.ts';
import { record } from '../../../kernel/schema.ts';

/** The stories that sim_scenario can tell: their names. */
export const simScenariosList = operation({
  name: 'sim_scenarios_list',
  routes: [{ method: 'GET', path: '/v2/simulations/scenarios' }],
  permission: 'simulation',
  sandboxOnly: true,
  summary: 'The scenarios that there are',
  description:
    'The names of all stories: those that come with the bank and those in the folder `scenarios` of its data.',
  response: record({ items: Type.Array(record({ name: Type.String() })) }),
  example: { response: { items: [{ name: 'first-transfer' }] } },
  ask: ({ port }) => port(scenariosPort).names(),
  handle: async (_context, _request, names) => ({ items: names.map((name) => ({ name })) }),
});
