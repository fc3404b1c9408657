import { partsOf, sequence } from './codec.ts';
import { define } from './definition.ts';
import {
  type OriginalIds,
  type OriginalMessage,
  type OriginalTransaction,
  originalIdParts,
  originalMessageParts,
  originalTransactionPart,
} from './original.ts';
import { type Route, routeParts } from './parties.ts';
import { problem } from './problem.ts';
import { dateTime, identifier } from './values.ts';

/** pacs.028.001.03: what became of our payments, of which no word has come? */
export interface StatusRequest extends Route, OriginalMessage {
  readonly kind: 'pacs.028';
  readonly messageId: string;
  readonly createdAt: Date;
  readonly transactions: readonly RequestedStatus[];
}

export interface RequestedStatus extends OriginalIds {
  readonly requestId: string;
  /** When the payment was accepted, as its message said. */
  readonly acceptedAt: Date | null;
  readonly original: OriginalTransaction;
}

type Written = Omit<StatusRequest, 'kind'>;

const requested = partsOf<RequestedStatus>();
const requestedCodec = sequence<RequestedStatus>(
  requested.required('requestId', 'StsReqId', identifier),
  requested.skip('OrgnlGrpInf'),
  ...originalIdParts,
  requested.optional('acceptedAt', 'AccptncDtTm', dateTime),
  requested.skip('ClrSysRef', 'InstgAgt', 'InstdAgt'),
  requested.into('original', originalTransactionPart),
);

const request = partsOf<Written>();
const codec = sequence<Written>(
  request.within(
    'GrpHdr',
    request.required('messageId', 'MsgId', identifier),
    request.required('createdAt', 'CreDtTm', dateTime),
    ...routeParts,
  ),
  request.maybe('OrgnlGrpInf', ...originalMessageParts),
  request.list('transactions', 'TxInf', requestedCodec, 1, 10_000),
);

export const statusRequest = define<StatusRequest, Written>({
  name: 'pacs.028.001.03',
  root: 'FIToFIPmtStsReq',
  codec,
  toWritten: ({ kind: _, ...message }) => message,
  toMessage: (message) => ({ kind: 'pacs.028', ...message }),
  check: ({ transactions }) =>
    transactions.some(({ transactionId }) => transactionId === null)
      ? problem('missing_element', 'TxInf/OrgnlTxId', 'which payment is meant')
      : undefined,
});
