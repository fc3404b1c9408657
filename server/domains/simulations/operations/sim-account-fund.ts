import { Type } from 'typebox';
import { newId } from '../../../kernel/ids.ts';
import { toMajor, toMinor } from '../../../kernel/money.ts';
import { operation } from '../../../kernel/operation.ts';
import type { BalanceRef, Facts, Posting } from '../../../kernel/posting.ts';
import {
  accountNotActive,
  entityNotFound,
  invalid,
  type Refused,
  refuse,
  validationError,
} from '../../../kernel/refusal.ts';
import { amount, amountOut, fields, optionalToken, record, token } from '../../../kernel/schema.ts';
import { accountBalances } from '../../accounts/service.ts';
import { houseBalance } from '../../ledger/service.ts';

interface Funding {
  readonly id: string;
  readonly account: string;
  readonly balance: BalanceRef;
  readonly house: BalanceRef;
  readonly amountMinor: bigint;
  readonly currency: string;
}

/** Puts money on a balance out of nothing but the sandbox's settlement account. In: account, amount in major units. */
export const simAccountFund = operation({
  name: 'sim_account_fund',
  routes: [{ method: 'POST', path: '/v2/simulations/accounts/{account}/fund' }],
  permission: 'simulation',
  sandboxOnly: true,
  summary: 'Put money on an account',
  description: 'Loads the main balance of an account, or the balance named. The amount is in major units.',
  params: fields({ account: token('The account') }),
  body: fields({ amount: amount('Amount in major units'), balance: optionalToken('Another balance of the account') }),
  response: record({
    transaction: Type.String(),
    code: Type.String(),
    status: Type.String(),
    account: Type.String(),
    balance: Type.String(),
    amount: amountOut('Amount in major units'),
    currency: Type.String(),
    events: Type.Array(record({ action: Type.String(), subject: Type.String() })),
  }),
  refusals: [validationError, entityNotFound, accountNotActive],
  example: {
    params: { account: '019aa0c4-7a10-7c3e-9d51-2f6f1f0c0a01' },
    body: { amount: 100 },
    response: {
      transaction: '019aa0c4-7a20-7c3e-9d51-2f6f1f0c0b05',
      code: 'load',
      status: 'completed',
      account: '019aa0c4-7a10-7c3e-9d51-2f6f1f0c0a01',
      balance: '019aa0c4-7a11-7c3e-8b52-7d1a5c0e0a02',
      amount: 100,
      currency: 'EUR',
      events: [
        { action: 'TRANSACTION.NEW', subject: '019aa0c4-7a20-7c3e-9d51-2f6f1f0c0b05' },
        { action: 'BALANCE.UPDATE', subject: '019aa0c4-7a11-7c3e-8b52-7d1a5c0e0a02' },
      ],
    },
  },
  post: {
    async prepare({ caller, db }, { params, body }) {
      const { instance } = caller;
      const balances = await accountBalances(db, instance, params.account);
      const found = body.balance === undefined ? balances[0] : balances.find(({ balance }) => balance === body.balance);
      if (found === undefined) return refuse(entityNotFound, { field: balances.length === 0 ? 'account' : 'balance' });
      const amountMinor = toMinor(body.amount, found.currency);
      if (amountMinor === undefined) {
        return invalid(validationError, {
          field: 'amount',
          rule: 'decimals',
          message: `is no amount of ${found.currency}`,
        });
      }
      const data: Funding = {
        id: newId(),
        account: params.account,
        balance: { instance, id: found.balance },
        house: { instance, id: houseBalance(instance, 'settlement:load', found.currency) },
        amountMinor,
        currency: found.currency,
      };
      const gates = [{ instance, id: params.account }];
      return { plan: { balances: [data.balance, data.house], gates, transactions: [data.id] }, data };
    },
    decide: decideFunding,
  },
});

function decideFunding(funding: Funding, facts: Facts): Posting | Refused<'entity_not_found' | 'account_not_active'> {
  const { id, account, balance, house, amountMinor, currency } = funding;
  const { instance } = balance;
  const main = facts.balance(balance)?.account ?? null;
  const gate = facts.gate({ instance, id: account });
  if (main === null || gate === undefined) return refuse(entityNotFound, { field: 'account' });
  const stopped = [gate.state, facts.gate({ instance, id: main })!.state].find((state) => state !== 'active');
  if (stopped !== undefined) return refuse(accountNotActive, { field: 'account', status: stopped });
  return {
    transactions: [
      {
        instance,
        id,
        code: 'load',
        channel: 'load',
        status: 'completed',
        side: 'credit',
        amountMinor,
        currency,
        balance: balance.id,
        account,
        merchant: gate.merchant,
        user: gate.user,
      },
    ],
    movements: [
      {
        instance,
        amountMinor,
        currency,
        debit: house.id,
        credit: balance.id,
        debitTransaction: null,
        creditTransaction: id,
      },
    ],
    answer: {
      transaction: id,
      code: 'load',
      status: 'completed',
      account,
      balance: balance.id,
      amount: toMajor(amountMinor, currency),
      currency,
      events: [
        { action: 'TRANSACTION.NEW', subject: id },
        { action: 'BALANCE.UPDATE', subject: balance.id },
      ],
    },
  };
}
