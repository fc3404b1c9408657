import { operation } from '../../../kernel/operation.ts';
import { entityNotFound, refuse } from '../../../kernel/refusal.ts';
import { fields, token } from '../../../kernel/schema.ts';
import { account, exampleAccount } from '../model.ts';
import { shownAccount } from '../service.ts';
import { readAccount, readBalances } from '../store.ts';

export const accountDetails = operation({
  name: 'account_details',
  routes: [
    { method: 'GET', path: '/v2/accounts/{account}' },
    { method: 'GET', path: '/v3/accounts/{account}', suffix: 'v3' },
  ],
  permission: 'accounts:read',
  summary: 'An account and its balances',
  description:
    'The whole record of an account with its balances, in major units: current is booked, blocked is held, available ' +
    "is what is left. A virtual account shows its main account's balances with its own account numbers.",
  params: fields({ account: token('Account, from account_create') }),
  response: account,
  refusals: [entityNotFound],
  example: { params: { account: exampleAccount.token }, response: exampleAccount },
  async handle({ tx, caller }, { params }) {
    const found = await readAccount(tx, caller.instance, params.account);
    if (found === undefined) return refuse(entityNotFound);
    const balances = await readBalances(tx, caller.instance, [found.id]);
    return shownAccount(tx, caller.instance, { account: found, balances });
  },
});
