import { namedId } from '../../kernel/ids.ts';

/**
 * The chart of accounts. A holder's balance is a liability of the institution: credit raises it. House accounts stand
 * against it, so every currency sums to zero within each instance. `docs/ledger.md` holds the same table, and a test
 * holds the two against each other.
 */
export const houseAccounts = {
  'settlement:sct': 'Money at and towards the SEPA Credit Transfer scheme',
  'settlement:sct_inst': 'Money at and towards the SEPA Instant scheme',
  'settlement:fps': 'Money at and towards Faster Payments',
  'settlement:bisera': 'Money at and towards the BGN domestic credit transfer system',
  'settlement:load': 'Money received for loads by external card, and sandbox funding',
  'settlement:cards': 'Money towards the card schemes for cards issued',
  'acquiring-receivable': 'Owed by the card schemes for wallet payments acquired',
  'merchant-payable': 'Owed to merchants for wallet payments acquired, before payout',
  'fee-income': 'Fees earned',
  'fx-position': 'Open currency position',
  suspense: 'Incoming transfers held for a decision',
  'redemption-payable': 'Owed to former holders whose accounts were closed with money on them',
  breakage: 'Expired remainders of gift programs',
} as const;

export type HouseAccount = keyof typeof houseAccounts | `clearing:${string}`;

/** What each transaction code debits and credits; `holder` is the customer's balance. */
export const postings = [
  {
    code: 'internal-transfer',
    debit: 'holder',
    credit: 'holder',
    note: 'within one instance; also what is left on a closed account, to another balance of its holder',
  },
  {
    code: 'internal-transfer',
    debit: 'holder',
    credit: 'clearing',
    note: "towards another instance, in the payer's books",
  },
  {
    code: 'internal-transfer',
    debit: 'clearing',
    credit: 'holder',
    note: "from another instance, in the payee's books",
  },
  {
    code: 'internal-transfer',
    debit: 'holder',
    credit: 'redemption-payable',
    note: 'what is left on an account that is closed; the holder sees it, channel system',
  },
  {
    code: 'wire-transfer',
    debit: 'holder',
    credit: 'settlement',
    note: 'outgoing, once it is settled; until then a hold. Settlement is that of its rail',
  },
  { code: 'wire-transfer', debit: 'settlement', credit: 'holder', note: 'incoming; an outgoing one that comes back' },
  { code: 'wire-transfer', debit: 'settlement', credit: 'suspense', note: 'incoming, held for a decision' },
  { code: 'wire-transfer', debit: 'suspense', credit: 'holder', note: 'held, and released to its account' },
  { code: 'wire-transfer', debit: 'suspense', credit: 'settlement', note: 'held, and sent back' },
  {
    code: 'wire-transfer',
    debit: 'settlement',
    credit: 'redemption-payable',
    note: 'comes back to an account that is closed by now',
  },
  { code: 'load', debit: 'settlement:load', credit: 'holder', note: 'external card load, sandbox funding' },
  { code: 'fee', debit: 'holder', credit: 'fee-income', note: 'in the same work as what it is charged for' },
] as const;

/** The token of a house account: derived, so that no look-up is needed to name it. */
export function houseBalance(instance: string, account: HouseAccount, currency: string): string {
  return namedId(`house|${instance}|${account}|${currency}`);
}

/** The clearing account that an instance keeps towards another one. */
export function clearingAccount(other: string): HouseAccount {
  return `clearing:${other}`;
}
