import { type Static, Type } from 'typebox';
import { operation } from '../../../kernel/operation.ts';
import { accountNotActive, entityNotFound, refuse } from '../../../kernel/refusal.ts';
import { fields, nullable, record, text, token } from '../../../kernel/schema.ts';
import { findAccount } from '../../accounts/service.ts';
import type { PayeeSettings } from '../model.ts';
import { changeSettings } from '../store.ts';

const settings = record({
  account: Type.String(),
  opted_out: Type.Boolean(),
  switched: Type.Boolean(),
  name_withheld: Type.Boolean(),
  secondary_reference: nullable(Type.String()),
});

/** Sets what other banks learn of an account when they verify a payee. In: the settings to change; the others stay. */
export const payeeSettingsUpdate = operation({
  name: 'payee_settings_update',
  routes: [{ method: 'PUT', path: '/v2/accounts/{account}/payee-settings' }],
  permission: 'accounts',
  summary: 'Set what other banks learn when they verify a payee',
  description:
    'Settings for the checks that other banks make of an account before they send money to it: whether its holder has ' +
    'opted out (OPTO), whether it has been switched to another bank (CASS), whether the name is withheld because the ' +
    'holder may be at risk, and the secondary reference that tells its holder from others (another one is IVCR). What ' +
    'is left out stays as it is; an empty secondary_reference clears it. A closed account is refused.',
  params: fields({ account: token('Account, from account_create') }),
  body: fields({
    opted_out: Type.Optional(Type.Boolean({ description: 'The holder does not take part' })),
    switched: Type.Optional(Type.Boolean({ description: 'The account was switched to another bank' })),
    name_withheld: Type.Optional(Type.Boolean({ description: 'The name is never told' })),
    secondary_reference: Type.Optional(text(35, { description: 'Roll number or the like' })),
  }),
  response: settings,
  refusals: [entityNotFound, accountNotActive],
  example: {
    params: { account: '019aa0c4-7a10-7c3e-9d51-2f6f1f0c0a01' },
    body: { opted_out: true },
    response: {
      account: '019aa0c4-7a10-7c3e-9d51-2f6f1f0c0a01',
      opted_out: true,
      switched: false,
      name_withheld: false,
      secondary_reference: null,
    },
  },
  async handle({ tx, caller: { instance }, now }, { params, body }) {
    const account = await findAccount(tx, instance, params.account);
    if (account === undefined) return refuse(entityNotFound);
    if (account.status === 'closed') return refuse(accountNotActive);
    const change = {
      optedOut: body.opted_out,
      switched: body.switched,
      nameWithheld: body.name_withheld,
      secondaryReference: body.secondary_reference === '' ? null : body.secondary_reference,
    };
    const after = await changeSettings(tx, instance, account.id, change, now);
    return shown(account.id, after);
  },
});

function shown(
  account: string,
  { optedOut, switched, nameWithheld, secondaryReference }: PayeeSettings,
): Static<typeof settings> {
  return {
    account,
    opted_out: optedOut,
    switched,
    name_withheld: nameWithheld,
    secondary_reference: secondaryReference,
  };
}
