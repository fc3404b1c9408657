import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, forbidden, invalid, refuse, validationError } from '../../../kernel/refusal.ts';
import { fields, token } from '../../../kernel/schema.ts';
import { exampleKey, keyChange, keyRecord } from '../model.ts';
import { constraintErrors, expiryErrors, ownKeyErrors, refuseManaging, scopeErrors } from '../rules.ts';
import { changedRow, shownKey } from '../service.ts';
import { lockKey, updateKey } from '../store.ts';

export const keyUpdate = operation({
  name: 'key_update',
  routes: [{ method: 'PUT', path: '/v2/keys/{key}' }],
  permission: 'keys',
  summary: 'Change an API key',
  description:
    'Changes the fields that are given; scopes and constraints are replaced whole, null clears. Holds from the next ' +
    'second on. A key changes only keys that can do no more than itself, gives only scopes that it holds, and cannot ' +
    'disable itself.',
  params: fields({ key: token('The API key') }),
  body: keyChange,
  response: keyRecord,
  refusals: [forbidden, validationError, entityNotFound],
  example: { params: { key: exampleKey.token }, body: { disabled: true }, response: { ...exampleKey, disabled: true } },
  async handle({ tx, caller, environment, realTime, operations }, { params, body }) {
    const before = await lockKey(tx, caller.instance, params.key);
    if (before === undefined) return refuse(entityNotFound);
    const refused = refuseManaging(caller, before, operations);
    if (refused !== undefined) return refused;
    const errors = [
      ...scopeErrors(body.scopes ?? [], caller, operations),
      ...constraintErrors(body.constraints ?? {}),
      ...expiryErrors(body.expires_at, realTime),
      ...(body.disabled === true ? ownKeyErrors(caller, before, 'disabled') : []),
    ];
    if (errors.length > 0) return invalid(validationError, ...errors);
    const row = changedRow(before, body);
    await updateKey(tx, row);
    return shownKey(row, environment);
  },
});
