import { operation } from '../../../kernel/operation.ts';
import { accountNotActive, entityNotFound, isRefused, refuse } from '../../../kernel/refusal.ts';
import { fields, oneOf, token } from '../../../kernel/schema.ts';
import { setGate } from '../../ledger/service.ts';
import { statusChanged } from '../events.ts';
import { account, exampleAccount, merchantSuspended } from '../model.ts';
import { nextStatus } from '../rules.ts';
import { shownAccount } from '../service.ts';
import { lockAccount, readBalances, updateStatus } from '../store.ts';

export const accountStatus = operation({
  name: 'account_status',
  routes: [
    { method: 'PUT', path: '/v2/accounts/{account}/status' },
    { method: 'PUT', path: '/v3/accounts/{account}/status', suffix: 'v3' },
  ],
  permission: 'accounts',
  summary: 'Block an account, or make it active again',
  description:
    'A blocked account can neither spend nor receive, and its virtual accounts are stopped with it. After the answer ' +
    'no transfer completes on it. ACCOUNT.STATUS is sent when the status changes; asking for the status that an ' +
    'account has changes nothing. A closed account is refused with account_not_active.',
  params: fields({ account: token('Account, from account_create') }),
  body: fields({ status: oneOf(['active', 'blocked'], 'The status that the account is to have') }),
  response: account,
  refusals: [entityNotFound, accountNotActive],
  example: {
    params: { account: exampleAccount.token },
    body: { status: 'blocked' },
    response: { ...exampleAccount, status: 'blocked' },
  },
  async handle({ tx, caller, emit }, { params, body: { status } }) {
    const { instance, key } = caller;
    const found = await lockAccount(tx, instance, params.account);
    if (found === undefined) return refuse(entityNotFound);
    if (status === 'active' && found.statusReason === merchantSuspended) {
      return refuse(accountNotActive, { reason: merchantSuspended });
    }
    const next = nextStatus(found.status, status);
    if (isRefused(next)) return next;
    if (next.changed) {
      await updateStatus(tx, instance, found.id, status);
      await setGate(tx, { instance, id: found.id, state: status });
      emit(statusChanged(found.id, found.status, status, key));
    }
    const changed = next.changed ? { ...found, status, statusReason: null } : found;
    return shownAccount(tx, instance, { account: changed, balances: await readBalances(tx, instance, [found.id]) });
  },
});
