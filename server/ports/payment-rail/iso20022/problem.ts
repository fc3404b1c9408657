/**
 * Why a message is not read. Each rule stands with the reason that the sender's bank is told, one of ISO 20022's
 * external status reasons: FF01 file format, AM03 currency, AM10 control sum, AM12 amount, AM18 number of transactions,
 * RC01 bank identifier, AC01 account, DT01 date, RR04 everything that a scheme's rulebook asks beyond the format.
 */
const reasons = {
  too_large: 'FF01',
  encoding: 'FF01',
  doctype: 'FF01',
  not_well_formed: 'FF01',
  foreign_content: 'FF01',
  unknown_message: 'FF01',
  wrong_version: 'FF01',
  schema: 'FF01',
  missing_element: 'FF01',
  unexpected_element: 'FF01',
  invalid_value: 'FF01',
  too_many_transactions: 'AM18',
  inconsistent_count: 'AM18',
  inconsistent_sum: 'AM10',
  mixed_rails: 'RR04',
  rail: 'RR04',
  currency: 'AM03',
  amount: 'AM12',
  account: 'AC01',
  bank: 'RC01',
  address: 'BE04',
} as const;

export type Rule = keyof typeof reasons;

export interface Problem {
  readonly rule: Rule;
  readonly reasonCode: string;
  /** The elements down to where it is, as far as it has a place: `Document/FIToFICstmrCdtTrf/GrpHdr/NbOfTxs`. */
  readonly path: string;
  /** For a person; never what the message says about people or accounts. */
  readonly detail: string;
}

export function problem(rule: Rule, path: string, detail: string): Problem {
  return { rule, reasonCode: reasons[rule], path, detail };
}

/** A refused message, told apart from a read one by `isUnreadable`. */
export interface Unreadable {
  readonly unreadable: Problem;
}

export function isUnreadable(value: object): value is Unreadable {
  return 'unreadable' in value;
}
