import { type Static, Type } from 'typebox';
import { currency, fields, oneOf, text } from '../../kernel/schema.ts';
import { sandboxSortCodes } from '../../kernel/uk-modulus.ts';

/**
 * A program: the rules, set by the operator under the initial agreement, by which accounts and cards of an instance are
 * opened and used. It is configuration as JSON; amounts are in major units, as an operator writes them.
 *
 * - primary and secondary balance: the main balance of an account, and those beside it in other currencies
 * - issuer: the bank and branch codes in which account numbers are issued under this program
 */

const maxPrograms = 64;
const code = Type.String({ pattern: '^[A-Z0-9][A-Z0-9_-]{0,31}$', description: 'Code, as in account_create' });
const codes = (description: string) => Type.Array(code, { uniqueItems: true, maxItems: maxPrograms, description });
const money = (description: string) => Type.Number({ minimum: 0, exclusiveMaximum: 1e13, description });

const limitCategories = ['pos', 'contactless', 'ecommerce', 'atm', 'load', 'transfer_in', 'transfer_out'] as const;
export type LimitCategory = (typeof limitCategories)[number];
const feeCategories = ['transfer_out', 'load'] as const;
export type FeeCategory = (typeof feeCategories)[number];
const limitPeriods = ['transaction', 'daily', 'weekly', 'monthly', 'yearly', 'lifetime'] as const;
const accountTypes = ['default', 'funding', 'breakage'] as const;

const limit = fields({
  category: oneOf(limitCategories, 'What the limit counts'),
  period: oneOf(limitPeriods, 'Over which period'),
  amount: Type.Optional(money('At most this much, in major units of the currency of each balance')),
  count: Type.Optional(Type.Integer({ minimum: 0, description: 'At most this many' })),
});

const fee = fields({
  category: oneOf(feeCategories, 'What the fee is charged for'),
  fixed: Type.Optional(money('Fixed amount in major units of the currency of the balance')),
  basis_points: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 10_000, description: 'Share of the amount, in hundredths of a percent' }),
  ),
});

const verification = oneOf(
  ['required', 'optional'],
  'Whether the holder has to be verified before an account is opened',
);

const issuer = fields({
  bank: Type.String({ pattern: '^[A-Z]{4}$', description: 'Bank code of four letters, as in the BIC' }),
  bg_branch: Type.String({ pattern: '^[0-9]{4}$', description: 'Branch of Bulgarian IBANs' }),
  bg_bic: Type.String({ format: 'bic', description: 'BIC of the accounts with a Bulgarian IBAN' }),
  gb_sort_code: Type.String({ pattern: '^[0-9]{6}$', description: 'Sort code of accounts in GBP' }),
  gb_bic: Type.String({ format: 'bic', description: 'BIC of the accounts with a British IBAN' }),
});
export type Issuer = Static<typeof issuer>;

/** What an operator writes; the version is given when it is applied. */
export const programDefinition = fields({
  code,
  account_type: oneOf(
    accountTypes,
    'Type of the accounts opened under it; virtual accounts follow from their main account',
  ),
  primary_currency: currency,
  secondary_currencies: Type.Array(currency, {
    uniqueItems: true,
    description: 'Currencies of the balances beside the main one',
  }),
  iban_mode: oneOf(['primary', 'per_balance'], 'One account number on the primary balance, or one on each'),
  skip_iban: Type.Boolean({ description: 'Whether an account may be opened without account number' }),
  issuer: Type.Optional(issuer),
  kyc: fields({ natural_person: verification, merchant: verification }),
  cards: fields({
    virtual: Type.Boolean(),
    plastic: Type.Boolean(),
    convert: Type.Boolean(),
    wallets: Type.Array(oneOf(['apple', 'google']), { uniqueItems: true }),
    max_name_length: Type.Integer({ minimum: 1, maximum: 27 }),
    pin_sms: Type.Boolean(),
    aml_on: Type.Array(oneOf(['create', 'activate_non_personalized']), { uniqueItems: true }),
  }),
  processor: text(64, { min: 1, description: 'Card processor' }),
  direct_issuing: Type.Boolean(),
  groups: fields({
    default: Type.Record(Type.String(), Type.String()),
    allowed: codes('Groups that cards may be given'),
  }),
  queue: fields({
    enabled: Type.Boolean(),
    rails: Type.Array(oneOf(['sct', 'sct_inst', 'fps']), { uniqueItems: true }),
  }),
  rails: Type.Record(Type.String(), Type.Array(oneOf(['sct_inst', 'sct', 'fps', 'bisera']), { uniqueItems: true })),
  product_types: Type.Array(oneOf(['pos', 'e-commerce', 'qr', 'account-opening', 'card-issuing']), {
    uniqueItems: true,
  }),
  limits: Type.Array(limit, { maxItems: 64 }),
  fees: Type.Optional(Type.Array(fee, { maxItems: 64 })),
  floor: Type.Number({
    maximum: 0,
    exclusiveMinimum: -1e13,
    description: 'How far a balance may go below zero, major units',
  }),
  vop: oneOf(['automatic', 'required'], 'Whether a transfer needs a payee verification of its own'),
  duplicate_window_s: Type.Optional(Type.Integer({ minimum: 1, maximum: 86_400 })),
});
export type ProgramDefinition = Static<typeof programDefinition>;

/** A program as applied and as partners read it. */
export const program = Type.Object(
  { ...programDefinition.properties, version: Type.Integer({ minimum: 1 }) },
  { description: 'Program' },
);
export type Program = Static<typeof program>;

/** The issuer of programs that name none: a bank that does not exist, for the sandbox. */
export const sandboxIssuer: Issuer = {
  bank: 'OEMI',
  bg_branch: '0001',
  bg_bic: 'OEMIBGSF',
  gb_sort_code: sandboxSortCodes[0]!,
  gb_bic: 'OEMIGB2L',
};

export function issuerOf(of: Program): Issuer {
  return of.issuer ?? sandboxIssuer;
}
