import { newId } from '../../../kernel/ids.ts';
import { type HandleContext, operation } from '../../../kernel/operation.ts';
import type { Plan } from '../../../kernel/posting.ts';
import {
  accountNotActive,
  entityNotFound,
  invalid,
  isRefused,
  type Refused,
  refuse,
  validationError,
} from '../../../kernel/refusal.ts';
import { fields, optionalToken, token } from '../../../kernel/schema.ts';
import { closeGates, houseBalance, lockForPosting, openHolds, ownerOf } from '../../ledger/service.ts';
import { statusChanged } from '../events.ts';
import { type AccountRow, account, exampleAccount } from '../model.ts';
import { decideSweep, type Sweep } from '../rules.ts';
import { shownAccount } from '../service.ts';
import { closeAccounts, lockAccount, readBalances } from '../store.ts';

export const accountTerminate = operation({
  name: 'account_terminate',
  routes: [
    { method: 'DELETE', path: '/v2/accounts/{account}' },
    { method: 'DELETE', path: '/v3/accounts/{account}', suffix: 'v3' },
  ],
  permission: 'accounts',
  summary: 'Close an account for good',
  description:
    'Closes an active or blocked account; a main account with its virtual ones. Open holds are released. What is left ' +
    'moves in the same step to the balance named by sweep_to, where the currency is the same; the rest is owed to the ' +
    'holder by the institution, which pays it out. ACCOUNT.STATUS is sent for each account that was closed. A closed ' +
    'account is refused with account_not_active.',
  params: fields({ account: token('Account, from account_create') }),
  query: fields({ sweep_to: optionalToken('Balance of the same holder, on another account, that takes what is left') }),
  response: account,
  refusals: [entityNotFound, accountNotActive, validationError],
  example: {
    params: { account: exampleAccount.token },
    response: { ...exampleAccount, status: 'closed' },
  },
  async handle(context, { params, query }) {
    const { tx, caller, emit } = context;
    const { instance, key } = caller;
    const found = await lockAccount(tx, instance, params.account);
    if (found === undefined) return refuse(entityNotFound);
    if (found.status === 'closed') return refuse(accountNotActive);
    const closed = await closeAccounts(tx, instance, found.id);
    const refused = await empty(context, found, query.sweep_to ?? null);
    if (refused !== undefined) return refused;
    await closeGates(tx, instance, found.id);
    for (const { id, status } of closed) emit(statusChanged(id, status, 'closed', key));
    const balances = await readBalances(tx, instance, [found.id]);
    return shownAccount(tx, instance, { account: { ...found, status: 'closed', statusReason: null }, balances });
  },
});

/** Releases the holds of an account and moves away what is on it. A virtual account has nothing of its own. */
async function empty(
  context: HandleContext,
  found: AccountRow,
  target: string | null,
): Promise<Refused<'entity_not_found' | 'validation_error'> | undefined> {
  const { tx, caller } = context;
  const { instance } = caller;
  if (found.main !== null) {
    if (target === null) return undefined;
    return invalid(validationError, {
      field: 'sweep_to',
      rule: 'virtual',
      message: 'a virtual account has no money of its own',
    });
  }
  const owner = target === null ? undefined : await ownerOf(tx, instance, target);
  if (target !== null && owner === undefined) return refuse(entityNotFound, { field: 'sweep_to' });
  const sweep = await planned(context, found.id, target, owner?.currency);
  if (isRefused(sweep)) return sweep;
  const balances = sweep.legs.flatMap(({ balance, to }) => [balance, to]);
  await lockForPosting(tx, instance, balances);
  const sources = sweep.legs.map(({ balance }) => balance);
  const holds = await openHolds(tx, instance, sources);
  const plan: Plan = {
    balances: balances.map((id) => ({ instance, id })),
    holds: holds.map(({ id }) => ({ instance, id })),
    transactions: sweep.legs.flatMap(({ ids }) => [ids.debit, ids.credit]),
  };
  const posted = await context.post(plan, (facts) => decideSweep({ ...sweep, holds }, facts));
  return isRefused(posted) ? (posted as Refused<'validation_error'>) : undefined;
}

/** Where each balance of an account would go: to the target, if that has its currency, or into the house's debt. */
async function planned(
  { tx, caller: { instance } }: HandleContext,
  id: string,
  target: string | null,
  currency: string | undefined,
): Promise<Omit<Sweep, 'holds'> | Refused<'validation_error'>> {
  const balances = await readBalances(tx, instance, [id]);
  if (target !== null && !balances.some((balance) => balance.currency === currency)) {
    return invalid(validationError, {
      field: 'sweep_to',
      rule: 'currency_mismatch',
      message: `is in ${currency}, the account is not`,
    });
  }
  const legs = balances.map((balance) => {
    const toHolder = target !== null && balance.currency === currency;
    const to = toHolder ? target : houseBalance(instance, 'redemption-payable', balance.currency);
    return { balance: balance.balance, to, toHolder, ids: { debit: newId(), credit: newId() } };
  });
  return { instance, account: id, target, legs };
}
