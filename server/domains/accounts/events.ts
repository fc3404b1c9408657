import { Type } from 'typebox';
import type { EventDefinition, EventDraft } from '../../kernel/event.ts';
import { currency, nullable, oneOf, record, token } from '../../kernel/schema.ts';
import { type AccountStatus, type AccountWithBalances, accountStatuses, exampleAccount } from './model.ts';
import { readBalances } from './store.ts';

/** An account number is ready to be used. */
export const accountIban: EventDefinition = {
  action: 'ACCOUNT.IBAN',
  when: 'An account number of an account is ready',
  payload: record({
    account: token('Account'),
    iban: Type.String(),
    balance: token('Balance'),
    currency,
    bic: Type.String(),
    sort_code: nullable(Type.String()),
    account_number: nullable(Type.String()),
  }),
  example: {
    account: exampleAccount.token,
    iban: 'BG80BNBG96611020345678',
    balance: exampleAccount.balances[0].token,
    currency: 'EUR',
    bic: 'BNBGBGSF',
    sort_code: null,
    account_number: null,
  },
  async render(db, rows) {
    const instance = rows[0]!.instance;
    const balances = await readBalances(db, instance, [...new Set(rows.map((row) => row.subject))]);
    const byKey = new Map(balances.map((balance) => [`${balance.account}|${balance.balance}`, balance]));
    return rows.map((row) => {
      const { account, balance, currency, number } = byKey.get(`${row.subject}|${row.data?.balance}`)!;
      return {
        account,
        iban: number!.iban,
        balance,
        currency,
        bic: number!.bic,
        sort_code: number!.sortCode,
        account_number: number!.accountNumber,
      };
    });
  },
};

/** One event for each number of a new account. */
export function numbersReady({ account, balances }: AccountWithBalances): EventDraft[] {
  return balances
    .filter(({ number }) => number !== null)
    .map(({ balance }) => ({ action: accountIban.action, subject: account.id, data: { balance } }));
}

/** An account was blocked, made active again or closed. */
export const accountStatusChanged: EventDefinition = {
  action: 'ACCOUNT.STATUS',
  when: 'The status of an account has changed',
  payload: record({
    account: token('Account'),
    status: oneOf(accountStatuses),
    previous_status: oneOf(accountStatuses),
    reason: nullable(Type.String()),
    by: Type.String({ description: 'Who changed it' }),
  }),
  example: {
    account: exampleAccount.token,
    status: 'blocked',
    previous_status: 'active',
    reason: null,
    by: '3f1c2a58-7d44-4b1e-9a37-5b0c6f2e9d10',
  },
  async render(_db, rows) {
    return rows.map((row) => ({
      account: row.subject,
      status: row.after,
      previous_status: row.before,
      reason: row.data?.reason ?? null,
      by: row.data?.by,
    }));
  },
};

export function statusChanged(
  account: string,
  before: AccountStatus,
  after: AccountStatus,
  by: string,
  reason: string | null = null,
): EventDraft {
  return { action: accountStatusChanged.action, subject: account, before, after, data: { by, reason } };
}
