import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, profileValidationError, refuse } from '../../../kernel/refusal.ts';
import { fields, token } from '../../../kernel/schema.ts';
import { exampleUser, user } from '../model.ts';
import { shownUser } from '../service.ts';
import { readUser } from '../store.ts';

export const userDetails = operation({
  name: 'user_details',
  routes: [{ method: 'GET', path: '/v2/users/{user}' }],
  permission: 'users',
  summary: 'A natural person',
  description: 'The whole record of a user. A field of which nothing is known is null.',
  params: fields({ user: token('User, from user_create') }),
  response: user,
  refusals: [entityNotFound],
  fieldErrors: profileValidationError,
  example: { params: { user: exampleUser.token }, response: exampleUser },
  async handle({ tx, vault, caller }, { params }) {
    const found = await readUser(tx, caller.instance, params.user);
    return found === undefined ? refuse(entityNotFound) : shownUser(tx, vault, caller.instance, found);
  },
});
