import { type Static, Type } from 'typebox';
import { amountOut, currency, moment, nullable, oneOf, record, token } from '../../kernel/schema.ts';

/**
 * - account: what a merchant or a user holds with us, opened under a program
 * - balance: money of an account in one currency; the primary one is the main balance, the others are secondary
 * - virtual account: a number of its own in front of a main account; it has no money of its own
 * - account number: an IBAN; in GBP also the sort code and the account number in it
 *
 * active ⇄ blocked by account_status; closed is final.
 */

const accountTypes = ['default', 'funding', 'virtual', 'breakage'] as const;
export const accountStatuses = ['active', 'blocked', 'closed'] as const;
export type AccountStatus = (typeof accountStatuses)[number];
/** Why an account is blocked that follows its merchant: nobody can activate it as long as the merchant is not served. */
export const merchantSuspended = 'merchant_suspended';
const balanceTypes = ['primary', 'secondary'] as const;

const balance = record({
  token: token('Balance: debtor or creditor of transfers'),
  type: oneOf(balanceTypes, 'Main balance, or one beside it'),
  currency,
  available: amountOut('What can be spent: current less blocked'),
  blocked: amountOut('Held for something that may follow'),
  current: amountOut('Booked'),
  iban: nullable(Type.String({ description: 'IBAN of this account' })),
  bic: nullable(Type.String()),
  sort_code: nullable(Type.String({ description: 'In GBP' })),
  account_number: nullable(Type.String({ description: 'In GBP' })),
});

/** An account as the API shows it. */
export const account = record({
  token: token('Account'),
  type: oneOf(accountTypes),
  program: Type.String({ description: 'Code of its program' }),
  merchant: nullable(token('Merchant who holds it')),
  user: nullable(token('User who holds it')),
  main: nullable(token('Main account of a virtual one')),
  alias: nullable(Type.String()),
  status: oneOf(accountStatuses),
  status_reason: nullable(Type.String()),
  card: nullable(token('Its active card')),
  created_at: moment('When it was opened'),
  balances: Type.Array(balance, { description: "A virtual account shows its main account's balances" }),
});
export type Account = Static<typeof account>;

/** An account as stored. */
export interface AccountRow {
  readonly id: string;
  readonly type: (typeof accountTypes)[number];
  readonly program: string;
  readonly merchant: string | null;
  readonly user: string | null;
  readonly main: string | null;
  readonly alias: string | null;
  readonly status: AccountStatus;
  readonly statusReason: string | null;
  readonly createdAt: Date;
}

/** The number under which an account is reached for one of its balances. */
export interface AccountNumber {
  readonly iban: string;
  readonly bic: string;
  readonly sortCode: string | null;
  readonly accountNumber: string | null;
}

/** A balance as seen from an account. Nothing of it ever changes. */
export interface AccountBalance {
  readonly account: string;
  readonly balance: string;
  readonly type: (typeof balanceTypes)[number];
  readonly currency: string;
  readonly number: AccountNumber | null;
}

export interface AccountWithBalances {
  readonly account: AccountRow;
  readonly balances: readonly AccountBalance[];
}

/** What a number leads to. Nothing of it ever changes; holder and state are on the account's gate in the ledger. */
export interface NumberEntry {
  readonly instance: string;
  /** The account reached: a virtual one where the number is its own. */
  readonly account: string;
  /** The balance credited or debited: the main account's where the number is a virtual account's. */
  readonly balance: string;
  readonly currency: string;
  readonly iban: string;
  readonly bic: string;
  readonly sortCode: string | null;
  readonly accountNumber: string | null;
}

export const exampleAccount = {
  token: '01939e6c-6a10-7b21-8f00-1f0e4c7a9b52',
  type: 'default',
  program: 'EUR-CONSUMER',
  merchant: null,
  user: '01939e6c-5d0c-7a3e-9c3b-3f8f5a1e2b4d',
  main: null,
  alias: 'ops',
  status: 'active',
  status_reason: null,
  card: null,
  created_at: '2026-11-20T10:15:30.000Z',
  balances: [
    {
      token: '01939e6c-6a10-7b22-a4c1-52d6e8f01a73',
      type: 'primary',
      currency: 'EUR',
      available: 0,
      blocked: 0,
      current: 0,
      iban: 'BG80BNBG96611020345678',
      bic: 'BNBGBGSF',
      sort_code: null,
      account_number: null,
    },
  ],
} as const;
