import { Type } from 'typebox';
import { newId } from '../../../kernel/ids.ts';
import { toMinor } from '../../../kernel/money.ts';
import { operation } from '../../../kernel/operation.ts';
import {
  accountNotActive,
  entityNotFound,
  insufficientFunds,
  invalid,
  limitExceeded,
  refuse,
  validationError,
} from '../../../kernel/refusal.ts';
import { amount, amountOut, fields, nullable, oneOf, record, token } from '../../../kernel/schema.ts';
import { houseBalance, ownerOf } from '../../ledger/service.ts';
import { programsOf } from '../../programs/service.ts';
import { decideLoad, type Load, loadOutcomes } from '../rules.ts';

/** Plays a load by an external card. In: balance, amount in major units, how the card's side answers. */
export const simLoad = operation({
  name: 'sim_load',
  routes: [{ method: 'POST', path: '/v2/simulations/loads' }],
  permission: 'simulation',
  sandboxOnly: true,
  summary: 'Load a balance by an external card',
  description:
    'Loads a balance as if its holder had paid by a card of another bank: within the limits of the program, with its ' +
    'fee. With another outcome than approved the load is a rejected transaction, hidden, with the outcome as its ' +
    'reason_code; nothing moves.',
  body: fields({
    balance: token('Balance to be loaded'),
    amount: amount('Amount in major units of the currency of the balance'),
    outcome: Type.Optional(oneOf(loadOutcomes, 'How the side of the card answers; approved when left out')),
  }),
  response: record({
    transaction: Type.String(),
    code: Type.String(),
    status: Type.String(),
    reason_code: nullable(Type.String()),
    account: Type.String(),
    balance: Type.String(),
    amount: amountOut('Amount in major units'),
    currency: Type.String(),
    events: Type.Array(record({ action: Type.String(), subject: Type.String() })),
  }),
  refusals: [validationError, entityNotFound, accountNotActive, limitExceeded, insufficientFunds],
  example: {
    body: { balance: '019aa0c4-7a11-7c3e-8b52-7d1a5c0e0a02', amount: 50, outcome: 'three_ds_failed' },
    response: {
      transaction: '019aa0c4-7a20-7c3e-9d51-2f6f1f0c0b06',
      code: 'load',
      status: 'rejected',
      reason_code: 'three_ds_failed',
      account: '019aa0c4-7a10-7c3e-9d51-2f6f1f0c0a01',
      balance: '019aa0c4-7a11-7c3e-8b52-7d1a5c0e0a02',
      amount: 50,
      currency: 'EUR',
      events: [{ action: 'TRANSACTION.NEW', subject: '019aa0c4-7a20-7c3e-9d51-2f6f1f0c0b06' }],
    },
  },
  post: {
    async prepare({ caller, db }, { body }) {
      const { instance } = caller;
      const owner = await ownerOf(db, instance, body.balance);
      if (owner === undefined) return refuse(entityNotFound, { field: 'balance' });
      const { currency } = owner;
      const amountMinor = toMinor(body.amount, currency);
      if (amountMinor === undefined) {
        return invalid(validationError, { field: 'amount', rule: 'decimals', message: `is no amount of ${currency}` });
      }
      const data: Load = {
        balance: { instance, id: body.balance },
        settlement: houseBalance(instance, 'settlement:load', currency),
        feeIncome: houseBalance(instance, 'fee-income', currency),
        ids: { load: newId(), fee: newId() },
        amountMinor,
        currency,
        outcome: body.outcome ?? 'approved',
        programs: await programsOf(db, instance),
      };
      const balances = [data.balance.id, data.settlement, data.feeIncome].map((id) => ({ instance, id }));
      return { plan: { balances, transactions: [data.ids.load, data.ids.fee] }, data };
    },
    decide: decideLoad,
  },
});
