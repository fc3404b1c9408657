import { partsOf, sequence } from './codec.ts';
import { define } from './definition.ts';
import {
  type OriginalIds,
  type OriginalMessage,
  type OriginalTransaction,
  originalIdParts,
  originalMessageParts,
  originalTransactionPart,
  type Reason,
  reasonPart,
} from './original.ts';
import { type Route, routeParts } from './parties.ts';
import { problem } from './problem.ts';
import { type Totals, totalsOf, wrongTotals } from './totals.ts';
import { count, dateTime, decimal, identifier, isoDate, money } from './values.ts';

/** pacs.004.001.09: settled payments that go back. */
export interface PaymentReturns extends Route {
  readonly kind: 'pacs.004';
  readonly messageId: string;
  readonly createdAt: Date;
  readonly settlementDate: string;
  readonly transactions: readonly ReturnedPayment[];
}

export interface ReturnedPayment extends Reason, OriginalMessage, OriginalIds {
  readonly returnId: string;
  /** What was settled once. */
  readonly originalAmount: { readonly amountMinor: bigint; readonly currency: string };
  /** What comes back: as much, or less a fee after a recall. */
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly original: OriginalTransaction;
}

interface Written extends Omit<PaymentReturns, 'kind'>, Totals {}

const returned = partsOf<ReturnedPayment>();
const returnedCodec = sequence<ReturnedPayment>(
  returned.required('returnId', 'RtrId', identifier),
  returned.maybe('OrgnlGrpInf', ...originalMessageParts),
  ...originalIdParts,
  returned.into('originalAmount', money('OrgnlIntrBkSttlmAmt', true)),
  returned.skip('OrgnlIntrBkSttlmDt'),
  money('RtrdIntrBkSttlmAmt', true),
  returned.skip('RtrdInstdAmt', 'CompstnAmt', 'ChrgBr', 'ChrgsInf', 'ClrSysRef'),
  reasonPart('RtrRsnInf'),
  returned.into('original', originalTransactionPart),
);

const group = partsOf<Written>();
const codec = sequence<Written>(
  group.within(
    'GrpHdr',
    group.required('messageId', 'MsgId', identifier),
    group.required('createdAt', 'CreDtTm', dateTime),
    group.skip('BtchBookg'),
    group.required('count', 'NbOfTxs', count),
    group.optional('controlSum', 'CtrlSum', decimal),
    group.skip('GrpRtr'),
    group.into('total', money('TtlRtrdIntrBkSttlmAmt', true)),
    group.required('settlementDate', 'IntrBkSttlmDt', isoDate),
    group.within('SttlmInf', group.fixed('SttlmMtd', 'CLRG'), group.skip('ClrSys')),
    ...routeParts,
  ),
  group.skip('OrgnlGrpInf'),
  group.list('transactions', 'TxInf', returnedCodec, 1, 10_000),
);

export const paymentReturns = define<PaymentReturns, Written>({
  name: 'pacs.004.001.09',
  root: 'PmtRtr',
  codec,
  toWritten: ({ kind: _, ...message }) => ({ ...message, ...totalsOf(message.transactions) }),
  toMessage: ({ count, controlSum, total, ...message }) =>
    wrongTotals({ count, controlSum, total }, message.transactions) ?? { kind: 'pacs.004', ...message },
  check({ transactions }) {
    for (const [
      index,
      { amountMinor, currency, originalAmount, reasonCode, transactionId },
    ] of transactions.entries()) {
      const path = `TxInf[${index + 1}]`;
      if (transactionId === null) return problem('missing_element', `${path}/OrgnlTxId`, 'which payment comes back');
      if (reasonCode === null) return problem('missing_element', `${path}/RtrRsnInf/Rsn/Cd`, 'a return has a reason');
      if (currency !== originalAmount.currency) return problem('currency', path, 'not the currency of the payment');
      if (amountMinor <= 0n || amountMinor > originalAmount.amountMinor) {
        return problem('amount', `${path}/RtrdIntrBkSttlmAmt`, 'more than was paid, or nothing');
      }
    }
    return undefined;
  },
});
