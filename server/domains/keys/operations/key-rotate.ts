import { Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { readRecipient } from '../../../kernel/pgp.ts';
import { entityNotFound, forbidden, invalid, refuse, validationError } from '../../../kernel/refusal.ts';
import { fields, token } from '../../../kernel/schema.ts';
import { expiring } from '../events.ts';
import { exampleKey, exampleMessage, keyWithSecret, pgpPublicKey } from '../model.ts';
import { refuseManaging } from '../rules.ts';
import { renewSecret, shownKey } from '../service.ts';
import { lockKey } from '../store.ts';

const hourMilliseconds = 3_600_000;
const usualHours = 24;

export const keyRotate = operation({
  name: 'key_rotate',
  routes: [{ method: 'POST', path: '/v2/keys/{key}/rotate' }],
  permission: 'keys',
  summary: 'Give an API key a new secret',
  description:
    'Makes a new secret and hands it over once, in a PGP message for the public key that is given, or the one that the ' +
    'key was handed over with. The new one signs within a second, the one before for `keep_hours`; one that is even older stops at once. KEY.EXPIRING ' +
    'tells when the one before ends. A key renews itself, and others that can do no more than itself.',
  params: fields({ key: token('The API key') }),
  body: fields({
    keep_hours: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 168, description: 'Hours, up to 7 days; 24 when it is left out' }),
    ),
    pgp_public_key: Type.Optional(pgpPublicKey),
  }),
  response: keyWithSecret,
  refusals: [forbidden, validationError, entityNotFound],
  example: {
    params: { key: exampleKey.token },
    body: { keep_hours: 24 },
    response: { ...exampleKey, previous_until: '2026-11-21T10:15:30.000Z', secret_pgp: exampleMessage },
  },
  async handle({ tx, caller, vault, environment, realTime, operations, emit }, { params, body }) {
    const before = await lockKey(tx, caller.instance, params.key);
    if (before === undefined) return refuse(entityNotFound);
    const refused = before.apiKey === caller.key ? undefined : refuseManaging(caller, before, operations);
    if (refused !== undefined) return refused;
    const armored = body.pgp_public_key ?? before.pgpPublicKey;
    const recipient =
      armored === null ? 'is needed: the key was handed over without one' : await readRecipient(armored, realTime);
    if (typeof recipient === 'string') {
      return invalid(validationError, { field: 'pgp_public_key', rule: 'pgp_key', message: recipient });
    }
    const previousUntil = new Date(realTime.getTime() + (body.keep_hours ?? usualHours) * hourMilliseconds);
    const { row, secretPgp } = await renewSecret(tx, vault, before, recipient, { now: realTime, previousUntil });
    emit(expiring(row, 'rotated', previousUntil));
    return { ...shownKey(row, environment), secret_pgp: secretPgp };
  },
});
