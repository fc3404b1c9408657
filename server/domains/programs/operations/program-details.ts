import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, refuse } from '../../../kernel/refusal.ts';
import { fields, text } from '../../../kernel/schema.ts';
import { program } from '../model.ts';
import { programsOf, sandboxPrograms } from '../service.ts';

export const programDetails = operation({
  name: 'program_details',
  routes: [{ method: 'GET', path: '/v2/programs/{program}' }],
  permission: 'programs:read',
  summary: 'A program',
  description:
    'The rules, set by the operator, for opening and using accounts and cards under a program: balances, account ' +
    'numbers, verification, cards, limits. Amounts are in major units.',
  params: fields({ program: text(32, { min: 1, description: 'Code of the program' }) }),
  response: program,
  refusals: [entityNotFound],
  example: { params: { program: 'EUR-CONSUMER' }, response: { ...sandboxPrograms[0], version: 1 } },
  async handle({ tx, caller }, { params }) {
    const found = (await programsOf(tx, caller.instance)).get(params.program);
    return found ?? refuse(entityNotFound);
  },
});
