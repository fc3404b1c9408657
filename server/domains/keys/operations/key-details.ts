import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, refuse } from '../../../kernel/refusal.ts';
import { fields, token } from '../../../kernel/schema.ts';
import { exampleKey, keyRecord } from '../model.ts';
import { shownKey } from '../service.ts';
import { readKey } from '../store.ts';

export const keyDetails = operation({
  name: 'key_details',
  routes: [{ method: 'GET', path: '/v2/keys/{key}' }],
  permission: 'keys',
  summary: 'An API key',
  description: 'What a key may do and when it was last used. Never its secret.',
  params: fields({ key: token('The API key') }),
  response: keyRecord,
  refusals: [entityNotFound],
  example: { params: { key: exampleKey.token }, response: exampleKey },
  async handle({ tx, caller, environment }, { params }) {
    const row = await readKey(tx, caller.instance, params.key);
    return row === undefined ? refuse(entityNotFound) : shownKey(row, environment);
  },
});
