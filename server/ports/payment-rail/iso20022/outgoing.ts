import { namedId } from '../../../kernel/ids.ts';
import type {
  Payment,
  PaymentReturn,
  RailAccount,
  RailParty,
  Recall,
  RecallRefusal,
  ReceivedPayment,
} from '../port.ts';
import type { CancellationRequest } from './cancellation-request.ts';
import type { CreditTransfers } from './credit-transfer.ts';
import type { OriginalTransaction } from './original.ts';
import type { PaymentReturns } from './payment-return.ts';
import { paymentTypeOf, profiles } from './rails.ts';
import type { Resolution } from './resolution.ts';
import type { StatusRequest } from './status-request.ts';
import { fit } from './text.ts';

/** Who we are, and which banks keep which accounts. */
export interface Identity {
  readonly bic: string;
  /** The BIC of the bank that keeps an account, where the payer does not name it; nothing when nobody knows. */
  bicOf(account: RailAccount): string | undefined;
}

/** An id of 32 characters that follows from what it is for. */
export function messageIdFor(...parts: readonly string[]): string {
  return namedId(parts.join('|')).replaceAll('-', '');
}

const paymentName = 'pacs.008.001.08';

/** One payment as a message of its own, with the payment's id. */
export function creditTransfersOf(payment: Payment, { bic, bicOf }: Identity, createdAt: Date): CreditTransfers {
  const { rail, id, amountMinor, currency, settlementDate, acceptedAt, purposeCode } = payment;
  const creditor = { ...payment.creditor, bic: payment.creditor.bic ?? bicOf(payment.creditor) ?? null };
  return {
    kind: 'pacs.008',
    rail,
    messageId: id,
    createdAt,
    settlementDate,
    instructingAgent: bic,
    instructedAgent: creditor.bic,
    transactions: [
      {
        instructionId: null,
        endToEndId: endToEndIdOf(payment),
        transactionId: id,
        amountMinor,
        currency,
        acceptedAt,
        debtor: onRail({ ...payment.debtor, bic: payment.debtor.bic ?? bic }, payment),
        creditor: onRail(creditor, payment),
        purposeCode,
        reference: payment.reference?.slice(0, profiles[rail].referenceMax) ?? null,
        creditorReference: null,
      },
    ],
  };
}

/** The payer's own id in the form of the schemes, which have no slash at an end and no two together. */
function endToEndIdOf({ endToEndId }: Payment | ReceivedPayment): string {
  return endToEndId === null ? 'NOTPROVIDED' : fit(endToEndId, 35).replace(/^\/|\/$|\/(?=\/)/g, '-');
}

/** Of an account with both kinds of number, the kind of the rail. */
function onRail(party: RailParty, { rail }: Payment): RailParty {
  return profiles[rail].accountsBy === 'iban'
    ? { ...party, sortCode: null, accountNumber: null }
    : { ...party, iban: null };
}

const nobody = { iban: null, sortCode: null, accountNumber: null, bic: null };

function originalOf(payment: Payment | ReceivedPayment): OriginalTransaction {
  const { rail, amountMinor, currency, settlementDate } = payment;
  const parties =
    'creditor' in payment
      ? { debtor: accountOnly(payment.debtor), creditor: accountOnly(payment.creditor) }
      : { debtor: { ...nobody, bic: isBicLike(payment.senderBic) ? payment.senderBic : null }, creditor: nobody };
  return { amountMinor, currency, settlementDate, paymentType: paymentTypeOf(rail), ...parties };
}

function accountOnly({ name: _, address: __, ...account }: RailParty) {
  return account;
}

/** A bank without BIC is known by its sort code. */
function isBicLike(senderBic: string): boolean {
  return !/^\d/.test(senderBic) && senderBic !== '';
}

function idsOf(payment: Payment | ReceivedPayment) {
  return {
    originalMessageId: null,
    originalMessageName: null,
    instructionId: null,
    endToEndId: endToEndIdOf(payment),
    transactionId: payment.id,
  };
}

function routeTo(senderBic: string, { bic }: Identity) {
  return { instructingAgent: bic, instructedAgent: isBicLike(senderBic) ? senderBic : null };
}

type ReturnParts = Omit<PaymentReturn, 'instance'>;

/** Returns, in one message under the given id. */
export function paymentReturnsOf(
  messageId: string,
  returns: readonly ReturnParts[],
  identity: Identity,
  createdAt: Date,
): PaymentReturns {
  const [first] = returns;
  if (first === undefined) throw new RangeError('no return');
  return {
    kind: 'pacs.004',
    messageId,
    createdAt,
    settlementDate: first.settlementDate,
    ...routeTo(first.original.senderBic, identity),
    transactions: returns.map(({ id, original, reasonCode }) => {
      const { amountMinor, currency } = original;
      return {
        returnId: id,
        ...idsOf(original),
        originalAmount: { amountMinor, currency },
        amountMinor,
        currency,
        originatorBic: identity.bic,
        reasonCode,
        original: originalOf(original),
      };
    }),
  };
}

/** The bank gives the reasons DUPL, TECH and FRAD; the others are the payer's. */
const bankReasons = ['DUPL', 'TECH', 'FRAD'];

export function cancellationRequestOf(recall: Recall, identity: Identity, createdAt: Date): CancellationRequest {
  const { id, reasonCode, payment } = recall;
  const to = payment.creditor.bic ?? identity.bicOf(payment.creditor) ?? null;
  const { amountMinor, currency, settlementDate } = payment;
  return {
    kind: 'camt.056',
    messageId: messageIdFor('camt.056', id),
    createdAt,
    instructingAgent: identity.bic,
    instructedAgent: to,
    transactions: [
      {
        cancellationId: idOf(id),
        ...idsOf(payment),
        originalMessageId: payment.id,
        originalMessageName: paymentName,
        amountMinor,
        currency,
        settlementDate,
        originatorBic: bankReasons.includes(reasonCode) ? identity.bic : null,
        reasonCode,
        original: originalOf({ ...payment, debtor: { ...payment.debtor, bic: payment.debtor.bic ?? identity.bic } }),
      },
    ],
  };
}

/** Tokens have 36 characters with their dashes, and the schemes take 35. */
function idOf(token: string): string {
  return token.length > 35 ? token.replaceAll('-', '') : token;
}

export function resolutionOf(answer: Omit<RecallRefusal, 'instance'>, identity: Identity, createdAt: Date): Resolution {
  const { recall, original, reasonCode } = answer;
  const id = messageIdFor('camt.029', original.senderBic, recall);
  return {
    kind: 'camt.029',
    messageId: id,
    createdAt,
    confirmation: 'RJCR',
    ...routeTo(original.senderBic, identity),
    transactions: [
      {
        statusId: id,
        status: 'RJCR',
        ...idsOf(original),
        originatorBic: identity.bic,
        reasonCode,
        original: originalOf(original),
      },
    ],
  };
}

export function statusRequestOf(payment: Payment, id: string, identity: Identity, createdAt: Date): StatusRequest {
  return {
    kind: 'pacs.028',
    messageId: id,
    createdAt,
    instructingAgent: identity.bic,
    instructedAgent: payment.creditor.bic ?? identity.bicOf(payment.creditor) ?? null,
    originalMessageId: payment.id,
    originalMessageName: paymentName,
    transactions: [
      {
        requestId: id,
        instructionId: null,
        endToEndId: endToEndIdOf(payment),
        transactionId: payment.id,
        acceptedAt: payment.acceptedAt,
        original: originalOf({ ...payment, debtor: { ...payment.debtor, bic: payment.debtor.bic ?? identity.bic } }),
      },
    ],
  };
}
