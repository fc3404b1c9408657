import { operation } from '../../../kernel/operation.ts';
import { exampleRules, ruleList } from '../model.ts';
import { readRules } from '../store.ts';

export const queueRules = operation({
  name: 'queue_rules',
  routes: [{ method: 'GET', path: '/v2/queue/rules' }],
  permission: 'transactions:read',
  summary: 'The rules that decide on held transfers',
  description: 'Your rules, in the order in which they are tried; none at first.',
  response: ruleList,
  example: { response: exampleRules },
  handle: async ({ tx, caller }) => ({ rules: await readRules(tx, caller.instance) }),
});
