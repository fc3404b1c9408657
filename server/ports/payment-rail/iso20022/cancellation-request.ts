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
import { assignmentParts, type Route } from './parties.ts';
import { problem } from './problem.ts';
import { count, dateTime, decimal, identifier, isoDate, money } from './values.ts';

/** camt.056.001.08: the bank of the payer asks for the money of settled payments. */
export interface CancellationRequest extends Route {
  readonly kind: 'camt.056';
  readonly messageId: string;
  readonly createdAt: Date;
  readonly transactions: readonly RequestedCancellation[];
}

export interface RequestedCancellation extends Reason, OriginalMessage, OriginalIds {
  readonly cancellationId: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly settlementDate: string;
  readonly original: OriginalTransaction;
}

interface Written extends Omit<CancellationRequest, 'kind'> {
  readonly count: number | null;
  readonly controlSum: string | null;
}

const requested = partsOf<RequestedCancellation>();
const requestedCodec = sequence<RequestedCancellation>(
  requested.required('cancellationId', 'CxlId', identifier),
  requested.skip('Case'),
  requested.maybe('OrgnlGrpInf', ...originalMessageParts),
  ...originalIdParts,
  money('OrgnlIntrBkSttlmAmt', true),
  requested.required('settlementDate', 'OrgnlIntrBkSttlmDt', isoDate),
  requested.skip('Assgnr', 'Assgne'),
  reasonPart('CxlRsnInf'),
  requested.into('original', originalTransactionPart),
);

const request = partsOf<Written>();
const codec = sequence<Written>(
  request.within(
    'Assgnmt',
    request.required('messageId', 'Id', identifier),
    ...assignmentParts,
    request.required('createdAt', 'CreDtTm', dateTime),
  ),
  request.skip('Case'),
  request.maybe(
    'CtrlData',
    request.optional('count', 'NbOfTxs', count),
    request.optional('controlSum', 'CtrlSum', decimal),
  ),
  request.within(
    'Undrlyg',
    request.skip('OrgnlGrpInfAndCxl'),
    request.list('transactions', 'TxInf', requestedCodec, 1, 10_000),
  ),
);

export const cancellationRequest = define<CancellationRequest, Written>({
  name: 'camt.056.001.08',
  root: 'FIToFIPmtCxlReq',
  codec,
  toWritten: ({ kind: _, ...message }) => ({ ...message, count: message.transactions.length, controlSum: null }),
  toMessage: ({ count: said, controlSum: _, ...message }) =>
    said !== null && said !== message.transactions.length
      ? problem('inconsistent_count', 'CtrlData/NbOfTxs', `${said}, but there are ${message.transactions.length}`)
      : { kind: 'camt.056', ...message },
  check({ transactions }) {
    if (transactions.some(({ transactionId }) => transactionId === null)) {
      return problem('missing_element', 'Undrlyg/TxInf/OrgnlTxId', 'which payment is meant');
    }
    return transactions.some(({ reasonCode }) => reasonCode === null)
      ? problem('missing_element', 'Undrlyg/TxInf/CxlRsnInf/Rsn/Cd', 'a recall has a reason')
      : undefined;
  },
});
