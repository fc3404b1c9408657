import { operation } from '../../../kernel/operation.ts';
import { readRecipient } from '../../../kernel/pgp.ts';
import { forbidden, generalError, invalid, refuse, validationError } from '../../../kernel/refusal.ts';
import { exampleKey, exampleMessage, examplePublicKey, keyInput, keyWithSecret } from '../model.ts';
import { constraintErrors, expiryErrors, refuseManaging, scopeErrors } from '../rules.ts';
import { changedRow, issueKey, keyDefaults, shownKey } from '../service.ts';
import { readKeys } from '../store.ts';

const maxKeys = 200;

export const keyCreate = operation({
  name: 'key_create',
  routes: [{ method: 'POST', path: '/v2/keys' }],
  permission: 'keys',
  summary: 'Create an API key',
  description:
    'Makes a key and hands its secret over once, in a PGP message for the public key that is given. A key gives only ' +
    'scopes that it holds itself, and one that is bound to programs, merchants or amounts gives none (403). The ' +
    'constraints hold wherever an account is named or debited; reading lists is a matter of scopes. What is left out ' +
    `is the environment's usual; at most ${maxKeys} keys (11000 beyond).`,
  body: keyInput,
  response: keyWithSecret,
  refusals: [forbidden, validationError, generalError],
  example: {
    body: {
      label: exampleKey.label,
      scopes: exampleKey.scopes,
      constraints: exampleKey.constraints,
      pgp_public_key: examplePublicKey,
    },
    response: { ...exampleKey, last_used_at: null, secret_pgp: exampleMessage },
  },
  async handle({ tx, caller, vault, environment, realTime, operations }, { body }) {
    const bound = refuseManaging(caller, undefined, operations);
    if (bound !== undefined) return bound;
    const recipient = await readRecipient(body.pgp_public_key, realTime);
    const errors = [
      ...scopeErrors(body.scopes, caller, operations),
      ...constraintErrors(body.constraints ?? {}),
      ...expiryErrors(body.expires_at, realTime),
    ];
    if (typeof recipient === 'string') errors.push({ field: 'pgp_public_key', rule: 'pgp_key', message: recipient });
    if (errors.length > 0 || typeof recipient === 'string') return invalid(validationError, ...errors);
    const { instance } = caller;
    if ((await readKeys(tx, instance)).length >= maxKeys) return refuse(generalError, { reason: 'too_many_keys' });
    const { label, scopes } = body;
    const asked = { instance, label, scopes, createdAt: realTime, ...changedRow(keyDefaults(environment), body) };
    const { row, secretPgp } = await issueKey(tx, vault, asked, recipient);
    return { ...shownKey(row, environment), secret_pgp: secretPgp };
  },
});
