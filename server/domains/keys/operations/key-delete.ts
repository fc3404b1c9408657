import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, forbidden, invalid, refuse, validationError } from '../../../kernel/refusal.ts';
import { fields, record, token } from '../../../kernel/schema.ts';
import { exampleKey } from '../model.ts';
import { ownKeyErrors, refuseManaging } from '../rules.ts';
import { deleteKey, lockKey } from '../store.ts';

export const keyDelete = operation({
  name: 'key_delete',
  routes: [{ method: 'DELETE', path: '/v2/keys/{key}' }],
  permission: 'keys',
  summary: 'Delete an API key',
  description:
    'Ends a key for good; from the next second on it is unknown. What it did keeps its name. A key deletes only keys ' +
    'that can do no more than itself, and never itself. To pause one, disable it.',
  params: fields({ key: token('The API key') }),
  response: record({ token: token('The deleted key') }),
  refusals: [forbidden, validationError, entityNotFound],
  example: { params: { key: exampleKey.token }, response: { token: exampleKey.token } },
  async handle({ tx, caller, operations }, { params }) {
    const row = await lockKey(tx, caller.instance, params.key);
    if (row === undefined) return refuse(entityNotFound);
    const refused = refuseManaging(caller, row, operations);
    if (refused !== undefined) return refused;
    const errors = ownKeyErrors(caller, row, 'key');
    if (errors.length > 0) return invalid(validationError, ...errors);
    await deleteKey(tx, caller.instance, row.apiKey);
    return { token: row.apiKey };
  },
});
