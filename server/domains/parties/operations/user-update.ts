import { parseToken } from '../../../kernel/ids.ts';
import { type HandleContext, operation } from '../../../kernel/operation.ts';
import {
  duplicateUser,
  entityNotFound,
  invalid,
  isRefused,
  profileValidationError,
  type Refused,
  refuse,
} from '../../../kernel/refusal.ts';
import { fields, token } from '../../../kernel/schema.ts';
import { renameHolder } from '../../ledger/service.ts';
import { verifiedAgain } from '../events.ts';
import { exampleUser, type UserChange, type UserRow, user, userChange } from '../model.ts';
import { changedProfile, fullName, mustScreenAgain, mustVerifyAgain, verification } from '../rules.ts';
import { screening, sealIdentifiers, shownUser } from '../service.ts';
import { lockUser, readMerchant, updateUser } from '../store.ts';

export const userUpdate = operation({
  name: 'user_update',
  routes: [{ method: 'PUT', path: '/v2/users/{user}' }],
  permission: 'users',
  summary: 'Change a natural person',
  description:
    'Changes fields of a user and answers the whole record. A field that is left out stays as it is; an empty string ' +
    'clears one. A new name is what counterparts see from then on. A change of first_name, last_name, birthday, ' +
    'nationality or country lets the verification begin anew: in the sandbox it is decided at once, as in ' +
    'user_create. USER.UPDATE is sent when the verification changes, USER.RISK_SCORE with each result.',
  params: fields({ user: token('User, from user_create') }),
  body: userChange,
  response: user,
  refusals: [entityNotFound, profileValidationError, duplicateUser],
  fieldErrors: profileValidationError,
  example: {
    params: { user: exampleUser.token },
    body: { city: 'Varna', middle_name: '' },
    response: { ...exampleUser, city: 'Varna' },
  },
  async handle(context, { params, body }) {
    const { tx, vault, caller } = context;
    const { instance } = caller;
    const found = await lockUser(tx, instance, params.user);
    if (found === undefined) return refuse(entityNotFound);
    const merchant = await merchantAfter(context, found, body.merchant);
    if (isRefused(merchant)) return merchant;
    const changed = { ...changedUser(context, found, body), merchant };
    if (!(await updateUser(tx, instance, changed))) return refuse(duplicateUser);
    const name = fullName(changed.profile);
    if (name !== fullName(found.profile)) await renameHolder(tx, instance, found.id, name);
    if (mustScreenAgain(found.profile, changed.profile)) context.schedule(screening(found.id));
    return shownUser(tx, vault, instance, changed);
  },
});

/** The merchant after the change: an empty text puts the user directly under the partner. */
async function merchantAfter(
  { tx, caller }: HandleContext,
  found: UserRow,
  given: string | undefined,
): Promise<string | null | Refused<'entity_not_found' | 'profile_validation_error'>> {
  if (given === undefined) return found.merchant;
  if (given === '') return null;
  const merchant = parseToken(given);
  if (merchant === undefined) {
    return invalid(profileValidationError, { field: 'merchant', rule: 'token', message: 'is not a valid token' });
  }
  const known = await readMerchant(tx, caller.instance, merchant);
  return known === undefined ? refuse(entityNotFound, { field: 'merchant' }) : merchant;
}

/** The user as it shall be, with the events of its verification where that was done again. */
function changedUser(
  { vault, caller, now, environment, emit }: HandleContext,
  found: UserRow,
  body: UserChange,
): UserRow {
  const profile = changedProfile(found.profile, body);
  const sealed = sealIdentifiers(vault, caller.instance, found.id, body);
  const { uniqueIdentifierSealed, uniqueIdentifierMac, idPassportNumberSealed } = sealed;
  const changed: UserRow = {
    ...found,
    profile,
    ...(body.unique_identifier !== undefined && { uniqueIdentifierSealed, uniqueIdentifierMac }),
    ...(body.id_passport_number !== undefined && { idPassportNumberSealed }),
    updatedAt: now,
  };
  if (!mustVerifyAgain(found.profile, profile)) return changed;
  const verified = verification(environment, profile);
  for (const event of verifiedAgain(found.id, found.verificationStatus, verified)) emit(event);
  const decided = verified.risk !== null;
  return {
    ...changed,
    verificationStatus: verified.status,
    verifiedBy: decided ? 'sandbox' : null,
    verifiedAt: decided ? now : null,
  };
}
