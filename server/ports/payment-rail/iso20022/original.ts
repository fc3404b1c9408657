import { type Part, partsOf } from './codec.ts';
import { type AccountAtBank, account, agent } from './parties.ts';
import { type PaymentType, paymentTypePart } from './rails.ts';
import { bic, code, identifier, isoDate, matching, money, text } from './values.ts';

/** What messages about an earlier message have in common: which one, which transaction, and why. */

/** An earlier message: its id and its name (`pacs.008.001.08`, or only `pacs.008`). */
export interface OriginalMessage {
  readonly originalMessageId: string | null;
  readonly originalMessageName: string | null;
}

const message = partsOf<OriginalMessage>();

export const originalMessageParts: readonly Part<OriginalMessage>[] = [
  message.optional('originalMessageId', 'OrgnlMsgId', text(35)),
  message.optional(
    'originalMessageName',
    'OrgnlMsgNmId',
    matching('the name of a message', (name) => /^[\w.-]{1,35}$/.test(name)),
  ),
  message.skip('OrgnlCreDtTm', 'OrgnlNbOfTxs', 'OrgnlCtrlSum'),
];

/** The ids of an earlier transaction, as the bank gave them that sent it. */
export interface OriginalIds {
  readonly instructionId: string | null;
  readonly endToEndId: string | null;
  readonly transactionId: string | null;
}

const ids = partsOf<OriginalIds>();

export const originalIdParts: readonly Part<OriginalIds>[] = [
  ids.optional('instructionId', 'OrgnlInstrId', identifier),
  ids.optional('endToEndId', 'OrgnlEndToEndId', identifier),
  ids.optional('transactionId', 'OrgnlTxId', identifier),
  ids.skip('OrgnlClrSysRef', 'OrgnlUETR', 'OrgnlClrSysRef'),
];

/** The earlier transaction itself, as far as it is repeated. */
export interface OriginalTransaction {
  readonly amountMinor: bigint | null;
  readonly currency: string | null;
  readonly settlementDate: string | null;
  readonly paymentType: PaymentType;
  readonly debtor: AccountAtBank;
  readonly creditor: AccountAtBank;
}

const original = partsOf<OriginalTransaction>();

export const originalTransactionPart: Part<OriginalTransaction> = original.maybe(
  'OrgnlTxRef',
  money('IntrBkSttlmAmt', false),
  original.skip('Amt'),
  original.optional('settlementDate', 'IntrBkSttlmDt', isoDate),
  original.skip('ReqdColltnDt', 'ReqdExctnDt', 'CdtrSchmeId', 'SttlmInf'),
  original.into('paymentType', paymentTypePart),
  original.skip('PmtMtd', 'MndtRltdInf', 'RmtInf', 'UltmtDbtr', 'Dbtr'),
  original.into('debtor', account('DbtrAcct'), agent('DbtrAgt')),
  original.skip('DbtrAgtAcct'),
  original.into('creditor', agent('CdtrAgt')),
  original.skip('CdtrAgtAcct', 'Cdtr'),
  original.into('creditor', account('CdtrAcct')),
  original.skip('UltmtCdtr', 'Purp'),
);

/** Who gives a reason, and which. */
export interface Reason {
  /** The bank that gives it; null when it is the customer. */
  readonly originatorBic: string | null;
  readonly reasonCode: string | null;
}

const reason = partsOf<Reason>();

/** The element has another name in each message, and the same form. */
export function reasonPart(tag: string): Part<Reason> {
  return reason.maybe(
    tag,
    reason.maybe(
      'Orgtr',
      reason.skip('Nm', 'PstlAdr'),
      reason.maybe(
        'Id',
        reason.maybe('OrgId', reason.optional('originatorBic', 'AnyBIC', bic), reason.skip('LEI', 'Othr')),
        reason.skip('PrvtId'),
      ),
      reason.skip('CtryOfRes', 'CtctDtls'),
    ),
    reason.maybe('Rsn', reason.optional('reasonCode', 'Cd', code), reason.skip('Prtry')),
    reason.skip('AddtlInf'),
  );
}
