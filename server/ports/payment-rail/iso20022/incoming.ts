import type {
  IncomingItem,
  IncomingPayment,
  IncomingRecall,
  IncomingRecallRefusal,
  IncomingReturn,
  IncomingStatus,
  PaymentState,
  Rail,
} from '../port.ts';
import type { CancellationRequest } from './cancellation-request.ts';
import type { CreditTransfer, CreditTransfers } from './credit-transfer.ts';
import type { Message } from './message.ts';
import type { OriginalTransaction } from './original.ts';
import type { PaymentReturns } from './payment-return.ts';
import { railOf } from './rails.ts';
import type { Resolution } from './resolution.ts';
import type { StatusReport } from './status-report.ts';

/** The receiving bank of an instant payment has this long from its acceptance, so that the payer's bank hears in ten. */
const instantAnswerMs = 7_000;

/** What a message brings to the bank; statements, and questions that the adapter answers itself, bring nothing. */
export function itemsOf(message: Message): IncomingItem[] {
  switch (message.kind) {
    case 'pacs.008':
      return message.transactions.map((transaction) => paymentOf(message, transaction));
    case 'pacs.002':
      return statusesOf(message);
    case 'pacs.004':
      return message.transactions.map((transaction) => returnOf(message, transaction));
    case 'camt.056':
      return message.transactions.map((transaction) => recallOf(message, transaction));
    case 'camt.029':
      return message.transactions.map((transaction) => recallRefusalOf(transaction));
    case 'camt.054':
      return settlementsOf(message);
    default:
      return [];
  }
}

function paymentOf(message: CreditTransfers, transaction: CreditTransfer): IncomingPayment {
  const { rail, settlementDate } = message;
  const { endToEndId, amountMinor, currency, acceptedAt, debtor, creditor, purposeCode } = transaction;
  return {
    kind: 'payment',
    rail,
    id: transaction.transactionId,
    senderBic: debtor.bic ?? message.instructingAgent ?? debtor.sortCode ?? '',
    endToEndId: endToEndId === 'NOTPROVIDED' ? null : endToEndId,
    amountMinor,
    currency,
    settlementDate,
    answerBy: rail === 'sct_inst' && acceptedAt !== null ? new Date(acceptedAt.getTime() + instantAnswerMs) : null,
    debtor,
    creditor,
    reference: transaction.reference ?? transaction.creditorReference,
    purposeCode,
  };
}

/** What is not said is taken to be the plain rail of the currency. */
function railBy({ currency, paymentType }: OriginalTransaction, fallback: Rail = 'sct'): Rail {
  const plain: Readonly<Record<string, Rail>> = { GBP: 'fps', BGN: 'bisera' };
  return railOf(currency, paymentType) ?? plain[currency ?? ''] ?? fallback;
}

const settled = ['ACCP', 'ACSC', 'ACCC', 'ACWC'];

/** The code with which a bank says that it never had a payment. */
export const neverHad = 'NOOR';

/** What a report says of a payment: by the transaction, or by the message where it speaks of the whole. */
export function statesOf(
  report: StatusReport,
): { readonly payment: string; readonly state: PaymentState; rail: Rail }[] {
  const { group, originalMessageId, createdAt, transactions } = report;
  if (transactions.length === 0) {
    const state = stateOf(group.status, group.reasonCode, createdAt);
    return originalMessageId === null ? [] : [{ payment: originalMessageId, state, rail: 'sct' }];
  }
  return transactions.flatMap(({ transactionId, status, reasonCode, acceptedAt, original }) => {
    const payment = transactionId ?? originalMessageId;
    if (payment === null) return [];
    const state = stateOf(status ?? group.status, reasonCode ?? group.reasonCode, acceptedAt ?? createdAt);
    return [{ payment, state, rail: railBy(original) }];
  });
}

function stateOf(status: string | null, reasonCode: string | null, at: Date): PaymentState {
  if (status !== null && settled.includes(status)) return { status: 'settled', at };
  if (status !== 'RJCT') return { status: 'pending' };
  return reasonCode === neverHad ? { status: 'absent' } : { status: 'rejected', reasonCode: reasonCode ?? 'MS03' };
}

function statusesOf(report: StatusReport): IncomingStatus[] {
  return statesOf(report).flatMap(({ payment, state, rail }) =>
    state.status === 'settled' || state.status === 'rejected' ? [{ kind: 'status', rail, payment, state }] : [],
  );
}

function returnOf(message: PaymentReturns, transaction: PaymentReturns['transactions'][number]): IncomingReturn {
  const { returnId, transactionId, amountMinor, currency, reasonCode, originatorBic, original } = transaction;
  return {
    kind: 'return',
    rail: railBy(original),
    id: returnId,
    senderBic: message.instructingAgent ?? originatorBic ?? original.creditor.bic ?? '',
    payment: transactionId!,
    amountMinor,
    currency,
    reasonCode: reasonCode!,
  };
}

function recallOf(
  message: CancellationRequest,
  transaction: CancellationRequest['transactions'][number],
): IncomingRecall {
  const { cancellationId, transactionId, endToEndId, amountMinor, currency, settlementDate, original } = transaction;
  const { iban, sortCode, accountNumber } = original.creditor;
  return {
    kind: 'recall',
    id: cancellationId,
    original: {
      rail: railBy(original),
      id: transactionId!,
      senderBic: original.debtor.bic ?? message.instructingAgent ?? original.debtor.sortCode ?? '',
      endToEndId: endToEndId === 'NOTPROVIDED' ? null : endToEndId,
      amountMinor,
      currency,
      settlementDate,
    },
    creditor: { iban, sortCode, accountNumber },
    reasonCode: transaction.reasonCode!,
  };
}

function recallRefusalOf({ statusId, transactionId, reasonCode, original }: Resolution['transactions'][number]) {
  const rail = railBy(original);
  return {
    kind: 'recall-refusal',
    rail,
    id: statusId,
    payment: transactionId!,
    reasonCode: reasonCode ?? 'CUST',
  } as const satisfies IncomingRecallRefusal;
}

/** A debit on our account at the settlement system says that the payments under it have settled. */
function settlementsOf({ reports, createdAt }: Extract<Message, { kind: 'camt.054' }>): IncomingStatus[] {
  return reports
    .flatMap(({ entries }) => entries)
    .filter(({ status, direction }) => status === 'BOOK' && direction === 'DBIT')
    .flatMap(({ currency, transactions }) =>
      transactions.flatMap(({ transactionId }): IncomingStatus[] => {
        if (transactionId === null) return [];
        const rail: Rail = currency === 'GBP' ? 'fps' : currency === 'BGN' ? 'bisera' : 'sct';
        return [{ kind: 'status', rail, payment: transactionId, state: { status: 'settled', at: createdAt } }];
      }),
    );
}
