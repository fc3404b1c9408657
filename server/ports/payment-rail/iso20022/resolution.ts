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
import { code, dateTime, identifier, matching } from './values.ts';

/** camt.029.001.09: the answer to a recall when it is no; a yes is a pacs.004 with FOCR. */
export interface Resolution extends Route {
  readonly kind: 'camt.029';
  readonly messageId: string;
  readonly createdAt: Date;
  /** RJCR: the cancellation is rejected. */
  readonly confirmation: string;
  readonly transactions: readonly ResolvedCancellation[];
}

export interface ResolvedCancellation extends Reason, OriginalMessage, OriginalIds {
  readonly statusId: string;
  readonly status: string;
  readonly original: OriginalTransaction;
}

type Written = Omit<Resolution, 'kind'>;

const resolved = partsOf<ResolvedCancellation>();
const resolvedCodec = sequence<ResolvedCancellation>(
  resolved.required('statusId', 'CxlStsId', identifier),
  resolved.skip('RslvdCase'),
  resolved.maybe('OrgnlGrpInf', ...originalMessageParts),
  ...originalIdParts,
  resolved.required(
    'status',
    'TxCxlSts',
    matching('a status', (text) => /^(RJCR|ACCR|PDCR)$/.test(text)),
  ),
  reasonPart('CxlStsRsnInf'),
  resolved.skip('RsltnRltdInf', 'OrgnlIntrBkSttlmAmt', 'OrgnlIntrBkSttlmDt', 'Assgnr', 'Assgne'),
  resolved.into('original', originalTransactionPart),
);

const answer = partsOf<Written>();
const codec = sequence<Written>(
  answer.within(
    'Assgnmt',
    answer.required('messageId', 'Id', identifier),
    ...assignmentParts,
    answer.required('createdAt', 'CreDtTm', dateTime),
  ),
  answer.skip('RslvdCase'),
  answer.within('Sts', answer.required('confirmation', 'Conf', code)),
  answer.within(
    'CxlDtls',
    answer.skip('OrgnlGrpInfAndSts'),
    answer.list('transactions', 'TxInfAndSts', resolvedCodec, 1, 10_000),
  ),
);

export const resolution = define<Resolution, Written>({
  name: 'camt.029.001.09',
  root: 'RsltnOfInvstgtn',
  codec,
  toWritten: ({ kind: _, ...message }) => message,
  toMessage: (message) => ({ kind: 'camt.029', ...message }),
  check({ transactions }) {
    if (transactions.some(({ transactionId }) => transactionId === null)) {
      return problem('missing_element', 'CxlDtls/TxInfAndSts/OrgnlTxId', 'which payment is meant');
    }
    return transactions.some(({ status, reasonCode }) => status === 'RJCR' && reasonCode === null)
      ? problem('missing_element', 'CxlDtls/TxInfAndSts/CxlStsRsnInf/Rsn/Cd', 'a no has a reason')
      : undefined;
  },
});
