import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, generalError, refuse } from '../../../kernel/refusal.ts';
import { scenariosPort } from '../../../kernel/scenarios.ts';
import { fields, nullable, record } from '../../../kernel/schema.ts';
import { story, tell } from '../story.ts';

/**
 * Tells a story: several calls in the caller's name, each held against what the story expects. Out: how each step went,
 * up to the first that was not as expected, and the tokens that the story kept.
 */
export const simScenario = operation({
  name: 'sim_scenario',
  routes: [{ method: 'POST', path: '/v2/simulations/scenarios/{name}' }],
  permission: 'simulation',
  sandboxOnly: true,
  summary: 'Run a scenario',
  description:
    'Runs the calls of a story in the name of the calling key and checks each answer. `passed` says whether all were as ' +
    'expected; `kept` has the tokens of what was made, to go on with. Stories are YAML files: those of the bank, and ' +
    'whatever lies in the folder `scenarios` of its data.',
  params: fields({ name: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,63}$', description: 'Name of the story' }) }),
  response: record({
    name: Type.String(),
    passed: Type.Boolean(),
    steps: Type.Array(record({ call: Type.String(), code: Type.Integer(), problem: nullable(Type.String()) })),
    kept: Type.Record(Type.String(), Type.Unknown()),
  }),
  refusals: [entityNotFound, generalError],
  example: {
    params: { name: 'first-transfer' },
    response: {
      name: 'first-transfer',
      passed: true,
      steps: [{ call: 'user_create', code: 0, problem: null }],
      kept: { user: '019aa0c4-7a10-7c3e-9d51-2f6f1f0c0a01' },
    },
  },
  async ask({ caller, port }, { params }) {
    const scenarios = port(scenariosPort);
    const found = await scenarios.read(params.name);
    if (found === undefined) return refuse(entityNotFound, { field: 'name' });
    if (!Check(story, found)) return refuse(generalError, { reason: `${params.name} is no story` });
    return tell(found, (call) => scenarios.call(caller, call));
  },
  async handle(_context, { params }, { steps, kept }) {
    const passed = steps.every(({ problem }) => problem === null);
    return { name: params.name, passed, steps: [...steps], kept };
  },
});
