import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { fields, oneOf, record, text } from '../../../kernel/schema.ts';
import { forgetAnswer, simulateAnswer } from '../../screening/service.ts';

/** Chooses what screening answers for names of a pattern. In: pattern, outcome, and of a match its list and score. */
export const simAml = operation({
  name: 'sim_aml',
  routes: [{ method: 'POST', path: '/v2/simulations/aml' }],
  permission: 'simulation',
  sandboxOnly: true,
  summary: 'Choose the answer of screening for a name',
  description:
    'From now on screening answers for every name that fits the pattern as it is told here, whatever the lists say: ' +
    'clear, a match with one of a list, or no answer at all (aml_check: 18000). `*` in the pattern stands for anything, ' +
    'and case does not count; the longest pattern that fits decides. The outcome `lists` takes it back.',
  body: fields({
    name: text(200, { min: 1, description: 'Pattern of the whole name: `* marenko`' }),
    outcome: oneOf(['clear', 'match', 'processor_error', 'lists']),
    list: Type.Optional(text(50, { min: 1, description: 'List of a match' })),
    score: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, description: 'Score of a match' })),
  }),
  response: record({
    name: Type.String(),
    outcome: Type.String(),
    list: Type.String(),
    score: Type.Integer(),
    events: Type.Array(record({ action: Type.String(), subject: Type.String() })),
  }),
  example: {
    body: { name: '* Marenko', outcome: 'match', list: 'EU-FSF', score: 97 },
    response: { name: '* Marenko', outcome: 'match', list: 'EU-FSF', score: 97, events: [] },
  },
  async handle({ tx, caller }, { body }) {
    const { name, outcome, list = 'SANDBOX', score = 100 } = body;
    if (outcome === 'lists') await forgetAnswer(tx, caller.instance, name);
    else await simulateAnswer(tx, caller.instance, { pattern: name, outcome, list, score });
    return { name, outcome, list, score, events: [] };
  },
});
