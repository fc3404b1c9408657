import { newId } from '../../../kernel/ids.ts';
import { type HandleContext, operation } from '../../../kernel/operation.ts';
import { duplicateUser, entityNotFound, profileValidationError, refuse } from '../../../kernel/refusal.ts';
import { riskKnown } from '../events.ts';
import { exampleUser, type UserInput, type UserRow, user, userInput } from '../model.ts';
import { emailKey, profileOf, type Verification, verification } from '../rules.ts';
import { openUser, sealIdentifiers } from '../service.ts';
import { insertUser, readMerchant } from '../store.ts';

export const userCreate = operation({
  name: 'user_create',
  routes: [{ method: 'POST', path: '/v2/users' }],
  permission: 'users',
  summary: 'Create a natural person',
  description:
    'Creates a user and answers the whole record. E-mail address and unique_identifier are unique in the instance. In ' +
    'the sandbox a user with first_name, last_name, birthday, nationality and country is verified at once, unless the ' +
    'last name is SANCTION, REFER or DECLINE; USER.RISK_SCORE follows.',
  body: userInput,
  response: user,
  refusals: [entityNotFound, duplicateUser],
  fieldErrors: profileValidationError,
  example: {
    body: {
      email: 'maria.petrova@example.com',
      first_name: 'Maria',
      last_name: 'Petrova',
      birthday: '1990-05-17',
      nationality: 'BG',
      country: 'BG',
    },
    response: exampleUser,
  },
  async handle(context, { body }) {
    const { tx, caller } = context;
    if (body.merchant && (await readMerchant(tx, caller.instance, body.merchant)) === undefined) {
      return refuse(entityNotFound, { field: 'merchant' });
    }
    const { row, verified } = newUser(context, body);
    if (!(await insertUser(tx, caller.instance, row, emailKey(row.email)))) return refuse(duplicateUser);
    if (verified.risk !== null) context.emit(riskKnown(row.id, verified, verified.risk));
    return openUser(context.vault, caller.instance, row);
  },
});

function newUser(context: HandleContext, body: UserInput): { row: UserRow; verified: Verification } {
  const { caller, vault, now, environment } = context;
  const id = newId();
  const profile = profileOf(body);
  const verified = verification(environment, profile);
  const decided = verified.risk !== null;
  const row: UserRow = {
    id,
    merchant: body.merchant || null,
    email: body.email,
    type: body.type || 'default',
    aml: body.aml || null,
    registrationIp: body.registration_ip || null,
    profile,
    ...sealIdentifiers(vault, caller.instance, id, body),
    verificationStatus: verified.status,
    verifiedBy: decided ? 'sandbox' : null,
    verifiedAt: decided ? now : null,
    createdAt: now,
    updatedAt: now,
  };
  return { row, verified };
}
