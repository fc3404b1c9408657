import type { Payment, Rail, RailParty, ReceivedPayment } from '../../ports/payment-rail/port.ts';

/**
 * Wires: payments between a customer of this institution and one of another, by a payment network.
 *
 * - queued: accepted from the customer, not handed in; submitting: handed in, or about to be, and nobody knows yet;
 *   submitted: the scheme has it; canceling: taken back for certain, not booked yet; settled, rejected, canceled: how it
 *   ended; returned: it came back after it settled
 * - recall: the request to have a payment back; return: the payment that gives it back
 */

export type WireState =
  | 'queued'
  | 'submitting'
  | 'submitted'
  | 'canceling'
  | 'settled'
  | 'rejected'
  | 'canceled'
  | 'returned';

/** What the scheme is told of a payment, beside ids, amount and dates. */
export interface WireMessage extends Pick<Payment, 'reference' | 'endToEndId' | 'purposeCode'> {
  readonly debtor: RailParty;
  readonly creditor: RailParty;
}

/** A received payment that a wire gives back, and why. */
export type Returned = Omit<ReceivedPayment, 'amountMinor' | 'currency'> & { readonly reasonCode: string };

/** A payment of ours as it is kept. */
export interface Wire {
  readonly instance: string;
  readonly transaction: string;
  readonly networkId: string;
  readonly rail: Rail;
  readonly state: WireState;
  /** Where its money is until it settles: held on the holder's balance, or on the house account suspense. */
  readonly source: 'hold' | 'suspense';
  readonly balance: string;
  readonly hold: string | null;
  /** The fee's transaction, made when it settles. */
  readonly feeId: string | null;
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  readonly currency: string;
  readonly settlementDate: string;
  readonly message: WireMessage;
  /** It goes back as a return of this payment; null: as a payment. */
  readonly returned: Returned | null;
  /** The incoming transaction that it gives back. */
  readonly parent: string | null;
  readonly reasonCode: string | null;
  readonly acceptedAt: Date;
  readonly submittedAt: Date | null;
  readonly endedAt: Date | null;
}

/** A wire as a rail takes it. */
export function paymentOf(wire: Wire): Payment {
  const { instance, rail, networkId, amountMinor, currency, settlementDate, acceptedAt, message } = wire;
  return { instance, rail, id: networkId, amountMinor, currency, settlementDate, acceptedAt, ...message };
}

/** Our transaction id towards the schemes: 32 of the 35 characters that they allow. */
export function networkIdOf(transaction: string): string {
  return transaction.replaceAll('-', '');
}

/** A recall in either direction. */
export interface RecallRow {
  readonly id: string;
  readonly transaction: string;
  readonly direction: 'in' | 'out';
  readonly networkId: string;
  readonly state: 'open' | 'accepted' | 'refused';
  readonly reasonCode: string;
  /** The received payment that another bank wants back. */
  readonly original: Omit<ReceivedPayment, 'amountMinor' | 'currency'> | null;
  readonly deadline: Date;
  readonly openedAt: Date;
  readonly answeredAt: Date | null;
  readonly answerCode: string | null;
}
