import { type Static, Type } from 'typebox';
import { toMajor } from '../../kernel/money.ts';
import { amountOut, moment, nullable, record } from '../../kernel/schema.ts';
import type { StatusChange } from './model.ts';

/**
 * The transaction record as the API and the webhooks show it (R5 of the reference): one side of something that
 * happened. `counterpart` is on every internal transfer; `wires` when an IBAN or a sort code was used.
 */

const optionalText = nullable(Type.String());

const counterpart = record({
  internal: Type.Boolean(),
  name: optionalText,
  iban: optionalText,
  sort_code: optionalText,
  account_number: optionalText,
  bic: optionalText,
  account: optionalText,
  balance: optionalText,
  country: optionalText,
  address: optionalText,
});
export type Counterpart = Static<typeof counterpart>;

const wires = record({
  network: Type.String(),
  sender_name: optionalText,
  sender_iban: optionalText,
  sender_bic: optionalText,
  sender_address: optionalText,
  receiver_name: optionalText,
  receiver_iban: optionalText,
  end_to_end_id: optionalText,
  network_reference: optionalText,
  purpose_code: optionalText,
  vop: optionalText,
});
export type Wires = Static<typeof wires>;

/** What of a transaction is not a column: kept with it as JSON, under the seal. Absent is null. */
export interface TransactionDetails {
  readonly reference2?: string;
  readonly reference3?: string;
  readonly reference4?: string;
  readonly description?: string;
  readonly origin_of_funds?: string;
  readonly counterpart?: Partial<Counterpart>;
  readonly wires?: Partial<Wires>;
}

export const transactionRecord = record({
  token: Type.String(),
  parent: optionalText,
  link: optionalText,
  code: Type.String(),
  type: Type.String(),
  sub_code: optionalText,
  channel: Type.String(),
  status: Type.String(),
  debit_credit: Type.String(),
  amount: amountOut('Amount in major units'),
  currency: Type.String(),
  original_amount: amountOut('Amount before conversion'),
  original_currency: Type.String(),
  fx_rate: optionalText,
  fee: amountOut('Fee charged with it'),
  balance_after: amountOut('The booked balance after it'),
  merchant: optionalText,
  user: optionalText,
  account: optionalText,
  balance: Type.String(),
  card: optionalText,
  reference: optionalText,
  reference2: optionalText,
  reference3: optionalText,
  reference4: optionalText,
  origin_of_funds: optionalText,
  description: optionalText,
  hidden: Type.Boolean(),
  reason_code: optionalText,
  created_at: moment('When it was booked'),
  processed_at: nullable(moment('When it came to its end')),
  value_date: nullable(Type.String({ format: 'date' })),
  counterpart: nullable(counterpart),
  wires: nullable(wires),
  card_data: Type.Null(),
  timeline: Type.Array(record({ status: Type.String(), at: moment('Since when') })),
});
export type TransactionRecord = Static<typeof transactionRecord>;

/** A transaction row as read back. */
export interface StoredTransaction {
  readonly id: string;
  readonly number: bigint;
  readonly code: string;
  readonly channel: string;
  readonly status: string;
  readonly side: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly feeMinor: bigint;
  readonly balance: string;
  readonly balancePosted: bigint;
  readonly account: string | null;
  readonly merchant: string | null;
  readonly user: string | null;
  readonly card: string | null;
  readonly parent: string | null;
  readonly link: string | null;
  readonly reference: string | null;
  readonly hidden: boolean;
  readonly reasonCode: string | null;
  readonly details: TransactionDetails | null;
  readonly changes: readonly StatusChange[];
  readonly createdAt: Date;
}

/** The transaction codes by family, the channels, and the statuses that a transaction can have. */
export const financialCodes = ['internal-transfer', 'load', 'wire-transfer', 'fee', 'oct', 'presentment'] as const;
export const authorizationCodes = ['authorization', 'refund', 'reversal'] as const;
export const transactionCodes = [...financialCodes, ...authorizationCodes] as const;
export const transactionChannels = [
  'sct',
  'sct_inst',
  'fps',
  'bisera',
  'internal',
  'load',
  'pos',
  'contactless',
  'ecommerce',
  'atm',
  'moto',
  'wallet',
  'system',
  'portal',
] as const;
export const transactionStatuses = [
  'pending',
  'suspended',
  'completed',
  'rejected',
  'returned',
  'reversed',
  'expired',
  'canceled',
] as const;

const unfinished: ReadonlySet<string> = new Set(['pending', 'suspended']);
const authorizations: ReadonlySet<string> = new Set(authorizationCodes);

const noCounterpart: Counterpart = {
  internal: false,
  name: null,
  iban: null,
  sort_code: null,
  account_number: null,
  bic: null,
  account: null,
  balance: null,
  country: null,
  address: null,
};

const noWires: Wires = {
  network: 'internal',
  sender_name: null,
  sender_iban: null,
  sender_bic: null,
  sender_address: null,
  receiver_name: null,
  receiver_iban: null,
  end_to_end_id: null,
  network_reference: null,
  purpose_code: null,
  vop: null,
};

/** A transaction as it stood after an event: with the changes up to that event's number. */
export function transactionAsOf(row: StoredTransaction, number: bigint, status: string): StoredTransaction {
  return { ...row, status, changes: row.changes.filter(({ no }) => no <= number) };
}

/** Renders a transaction. It reads nothing but the row, so it comes out the same each time. */
export function renderTransaction(row: StoredTransaction): TransactionRecord {
  const details = row.details ?? {};
  const at = row.createdAt.toISOString();
  const last = row.changes.at(-1);
  const timeline = [
    { status: row.changes[0]?.before ?? row.status, at },
    ...row.changes.map((change) => ({ status: change.status, at: change.at })),
  ];
  const wired = [details.wires, ...row.changes.map(({ wires }) => wires)].filter((part) => part !== undefined);
  const amount = toMajor(row.amountMinor, row.currency);
  return {
    token: row.id,
    parent: row.parent,
    link: row.link,
    code: row.code,
    type: authorizations.has(row.code) ? 'authorization' : 'financial',
    sub_code: null,
    channel: row.channel,
    status: row.status,
    debit_credit: row.side,
    amount,
    currency: row.currency,
    original_amount: amount,
    original_currency: row.currency,
    fx_rate: null,
    fee: toMajor(row.feeMinor, row.currency),
    balance_after: toMajor(row.balancePosted, row.currency),
    merchant: row.merchant,
    user: row.user,
    account: row.account,
    balance: row.balance,
    card: row.card,
    reference: row.reference,
    reference2: details.reference2 ?? null,
    reference3: details.reference3 ?? null,
    reference4: details.reference4 ?? null,
    origin_of_funds: details.origin_of_funds ?? null,
    description: details.description ?? null,
    hidden: row.hidden,
    reason_code: last?.reason_code ?? row.reasonCode,
    created_at: at,
    processed_at: unfinished.has(row.status) ? null : timeline.at(-1)!.at,
    value_date: timeline.find(({ status }) => status === 'completed')?.at.slice(0, 10) ?? null,
    counterpart: details.counterpart === undefined ? null : { ...noCounterpart, ...details.counterpart },
    wires: wired.length === 0 ? null : Object.assign({}, noWires, ...wired),
    card_data: null,
    timeline,
  };
}
