import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, profileValidationError, refuse } from '../../../kernel/refusal.ts';
import { fields, token } from '../../../kernel/schema.ts';
import { documentsOf } from '../../documents/service.ts';
import { exampleUser, userWithDocuments } from '../model.ts';
import { openUser } from '../service.ts';
import { readUser } from '../store.ts';

export const userDetails = operation({
  name: 'user_details',
  routes: [{ method: 'GET', path: '/v2/users/{user}' }],
  permission: 'users',
  summary: 'A natural person',
  description: 'The whole record of a user with the documents of the user. A field of which nothing is known is null.',
  params: fields({ user: token('User, from user_create') }),
  response: userWithDocuments,
  refusals: [entityNotFound],
  fieldErrors: profileValidationError,
  example: { params: { user: exampleUser.token }, response: { ...exampleUser, documents: [] } },
  async handle({ tx, vault, caller }, { params }) {
    const found = await readUser(tx, caller.instance, params.user);
    if (found === undefined) return refuse(entityNotFound);
    const documents = await documentsOf(tx, caller.instance, [{ kind: 'user', id: found.id }]);
    return { ...openUser(vault, caller.instance, found), documents };
  },
});
