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
import { dateTime, identifier, matching } from './values.ts';

/** pacs.002.001.10: what became of a message, or of transactions of it. */
export interface StatusReport extends Route, OriginalMessage {
  readonly kind: 'pacs.002';
  readonly messageId: string;
  readonly createdAt: Date;
  /** Of the whole message, where the report does not speak of single transactions. */
  readonly group: Verdict;
  readonly transactions: readonly TransactionStatus[];
}

/** ACCP and ACSC: accepted, settled; ACSP, PDNG, RCVD: under way; RJCT: rejected, with the reason. */
interface Verdict extends Reason {
  readonly status: string | null;
}

export interface TransactionStatus extends Verdict, OriginalIds {
  readonly statusId: string | null;
  readonly acceptedAt: Date | null;
  readonly original: OriginalTransaction;
}

type Written = Omit<StatusReport, 'kind'>;

const statusCode = matching('a status', (text) => /^[A-Z]{4}$/.test(text));

const transaction = partsOf<TransactionStatus>();
const transactionCodec = sequence<TransactionStatus>(
  transaction.optional('statusId', 'StsId', identifier),
  transaction.skip('OrgnlGrpInf'),
  ...originalIdParts,
  transaction.optional('status', 'TxSts', statusCode),
  reasonPart('StsRsnInf'),
  transaction.skip('ChrgsInf'),
  transaction.optional('acceptedAt', 'AccptncDtTm', dateTime),
  transaction.skip('FctvIntrBkSttlmDt', 'AcctSvcrRef', 'ClrSysRef', 'InstgAgt', 'InstdAgt'),
  transaction.into('original', originalTransactionPart),
);

const verdict = partsOf<Verdict>();
const report = partsOf<Written>();
const codec = sequence<Written>(
  report.within(
    'GrpHdr',
    report.required('messageId', 'MsgId', identifier),
    report.required('createdAt', 'CreDtTm', dateTime),
    ...routeParts,
  ),
  report.maybe(
    'OrgnlGrpInfAndSts',
    ...originalMessageParts,
    report.into('group', verdict.optional('status', 'GrpSts', statusCode), reasonPart('StsRsnInf')),
    report.skip('NbOfTxsPerSts'),
  ),
  report.list('transactions', 'TxInfAndSts', transactionCodec, 0, 10_000),
);

export const statusReport = define<StatusReport, Written>({
  name: 'pacs.002.001.10',
  root: 'FIToFIPmtStsRpt',
  codec,
  toWritten: ({ kind: _, ...message }) => message,
  toMessage: (message) => ({ kind: 'pacs.002', ...message }),
  check({ group, transactions }) {
    if (group.status === null && transactions.length === 0) {
      return problem('missing_element', 'OrgnlGrpInfAndSts/GrpSts', 'a status of the message or of a transaction');
    }
    const silent = [group, ...transactions].find(({ status, reasonCode }) => status === 'RJCT' && reasonCode === null);
    return silent && problem('missing_element', 'StsRsnInf/Rsn/Cd', 'a rejection has a reason');
  },
});
