import type { Database } from '../../kernel/database.ts';
import { definePort } from '../../kernel/port.ts';

/**
 * The payment networks as the bank sees them. What crosses this line is what the schemes' rulebooks say and nothing of
 * the bank's: parties, amounts in minor units, reason codes (ISO 20022 external codes; Faster Payments' own are mapped
 * by the adapter).
 *
 * Three rules hold for every adapter:
 * - The sender's transaction id names a payment. Handing in the same id again is the same payment, never a second one.
 * - `unknown` is an answer: the message went out, or may have, and nobody knows what became of it. The bank then
 *   inquires; it does not guess.
 * - What comes in is offered until it has been taken, and may be offered again afterwards, by any process.
 */
export const paymentRails = definePort<PaymentRails>('payment-rails');

/** SEPA Credit Transfer, SEPA Instant, Faster Payments, and the domestic credit transfer in BGN. */
export type Rail = 'sct' | 'sct_inst' | 'fps' | 'bisera';

export interface PaymentRails {
  /** Hands in a payment. `rejected`: the scheme refused it at once, no money moved. */
  submit(context: RailContext, payment: Payment): Promise<Submission>;
  /** What became of a payment that was handed in, or may have been (pacs.028, or what the adapter knows by itself). */
  inquire(context: RailContext, payment: Payment): Promise<PaymentState>;
  /** Takes a payment back that is handed in and not settled yet. Where the scheme cannot do it, it is too late. */
  cancel(context: RailContext, payment: Payment): Promise<Cancellation>;
  /** Sends a payment that was received back to where it came from (pacs.004). */
  returnPayment(context: RailContext, payment: PaymentReturn): Promise<Submission>;
  /** Asks for the money of a settled payment of ours (camt.056). */
  recall(context: RailContext, recall: Recall): Promise<Submission>;
  /** Says no to somebody's recall (camt.029 RJCR). Yes is a return with the reason FOCR. */
  refuseRecall(context: RailContext, answer: RecallRefusal): Promise<Submission>;
  /**
   * Offers what came in to `take`, in batches, until nothing waits. An answer is given for each item, in their order,
   * after the bank has written it down for good; the adapter then owes the scheme the message that follows from it: for
   * a payment that is not accepted a rejection where the rail is instant, else a return. When `take` throws, nothing of
   * the batch counts as taken.
   */
  receive(context: ReceiveContext, take: TakeIncoming): Promise<void>;
}

export interface RailContext {
  readonly db: Database;
  /** The clock of an instance; in production it is real time. */
  nowOf(instance: string): Promise<Date>;
}

export interface ReceiveContext extends RailContext {
  /** The instances whose clock may have brought something: of meaning to a simulated scheme only. */
  readonly instances: readonly string[];
}

/** `canceled`: for certain, it will never settle; an inquiry answers `rejected` from now on. */
export type Cancellation = { readonly status: 'canceled' | 'too_late' | 'unknown' };

export type Submission =
  | { readonly status: 'accepted' }
  | { readonly status: 'rejected'; readonly reasonCode: string }
  | { readonly status: 'unknown' };

export type PaymentState =
  /** Under way, or nobody can tell yet. `lookAt`: when news can be expected. */
  | { readonly status: 'pending' | 'unknown'; readonly lookAt?: Date }
  /** `lookAt`: when something more is to be expected of it, a return for example. */
  | { readonly status: 'settled'; readonly at: Date; readonly lookAt?: Date }
  | { readonly status: 'rejected'; readonly reasonCode: string }
  /** The scheme is sure that it never had it: it may be handed in, with the same id. */
  | { readonly status: 'absent' };

/** An account as the schemes name it: an IBAN, or sort code and account number. */
export interface RailAccount {
  readonly iban: string | null;
  readonly sortCode: string | null;
  readonly accountNumber: string | null;
}

export interface RailParty extends RailAccount {
  readonly name: string;
  readonly bic: string | null;
  readonly address: RailAddress | null;
}

/** A structured or hybrid postal address. */
export interface RailAddress {
  /** Free lines: of a hybrid address only. */
  readonly line: string | null;
  readonly street: string | null;
  readonly postCode: string | null;
  readonly town: string | null;
  readonly country: string | null;
}

interface PaymentTexts {
  /** Remittance information, unstructured: at most 140 characters. */
  readonly reference: string | null;
  /** Null is `NOTPROVIDED`. */
  readonly endToEndId: string | null;
  /** ISO 20022 purpose. */
  readonly purposeCode: string | null;
}

/** A payment of ours. */
export interface Payment extends PaymentTexts {
  /** Whose clock it follows. It is no business of the scheme. */
  readonly instance: string;
  readonly rail: Rail;
  /** Our transaction id towards the scheme: at most 35 characters. */
  readonly id: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  /** Interbank settlement date, `YYYY-MM-DD`. */
  readonly settlementDate: string;
  /** When the payer's instruction was accepted: from here an instant scheme counts its ten seconds. */
  readonly acceptedAt: Date;
  readonly debtor: RailParty;
  readonly creditor: RailParty;
}

/** A payment that was received, as far as messages about it have to name it. */
export interface ReceivedPayment {
  readonly rail: Rail;
  /** The sender's transaction id, unique with the sender's BIC. */
  readonly id: string;
  readonly senderBic: string;
  readonly endToEndId: string | null;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly settlementDate: string;
}

export interface PaymentReturn {
  readonly instance: string;
  /** Our id of the return. */
  readonly id: string;
  readonly original: ReceivedPayment;
  readonly reasonCode: string;
  readonly settlementDate: string;
}

export interface Recall {
  readonly instance: string;
  /** Our id of the recall. */
  readonly id: string;
  /** DUPL, TECH, FRAD by the bank; CUST, AM09, AC03 by the payer. */
  readonly reasonCode: string;
  readonly payment: Payment;
}

export interface RecallRefusal {
  readonly instance: string;
  /** The recall's own id and its sender. */
  readonly recall: string;
  readonly original: ReceivedPayment;
  /** NOAS, NOOR, ARDT, AM04, AC04, LEGL, CUST. */
  readonly reasonCode: string;
}

export type IncomingItem = IncomingPayment | IncomingStatus | IncomingReturn | IncomingRecall | IncomingRecallRefusal;

/** A credit transfer for one of our accounts (pacs.008). */
export interface IncomingPayment extends ReceivedPayment, PaymentTexts {
  readonly kind: 'payment';
  /** Real time until which the scheme takes an answer; what is not decided by then is refused. Null: no hurry. */
  readonly answerBy: Date | null;
  readonly debtor: RailParty;
  readonly creditor: RailParty;
}

/** What became of a payment of ours, reported by the scheme itself (pacs.002, camt.054). */
export interface IncomingStatus {
  readonly kind: 'status';
  readonly rail: Rail;
  readonly payment: string;
  readonly state: Extract<PaymentState, { readonly status: 'settled' | 'rejected' }>;
}

/** A settled payment of ours comes back (pacs.004). The reason FOCR is the yes to our recall. */
export interface IncomingReturn {
  readonly kind: 'return';
  readonly rail: Rail;
  /** The returning bank's id, unique with its BIC. */
  readonly id: string;
  readonly senderBic: string;
  readonly payment: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly reasonCode: string;
}

/** Somebody asks for the money of a payment that we received (camt.056). */
export interface IncomingRecall {
  readonly kind: 'recall';
  readonly id: string;
  readonly original: ReceivedPayment;
  /** The account that was credited. */
  readonly creditor: RailAccount;
  readonly reasonCode: string;
}

/** The no to our recall (camt.029). */
export interface IncomingRecallRefusal {
  readonly kind: 'recall-refusal';
  readonly rail: Rail;
  readonly id: string;
  readonly payment: string;
  readonly reasonCode: string;
}

/** What the bank says to an item. What is not accepted carries the reason for the scheme. */
export type IncomingAnswer = { readonly accepted: true } | { readonly accepted: false; readonly reasonCode: string };

export type TakeIncoming = (items: readonly IncomingItem[]) => Promise<readonly IncomingAnswer[]>;

/** The levers of a simulated scheme: bound in sandboxes only. */
export const simulatedScheme = definePort<SimulatedScheme>('simulated-scheme');

export interface SimulatedScheme {
  /** Has another bank send something, at a moment of the instance's clock; the same id twice is sent once. */
  deliver(context: RailContext, instance: string, id: string, at: Date, item: IncomingItem): Promise<void>;
  /** Decides what becomes of a payment that has been handed in and has not ended; false when the scheme has none such. */
  steer(context: RailContext, instance: string, payment: string, steering: Steering): Promise<boolean>;
}

export type Steering =
  | { readonly to: 'settle' }
  | { readonly to: 'reject'; readonly reasonCode: string }
  | { readonly to: 'delay'; readonly seconds: number };
