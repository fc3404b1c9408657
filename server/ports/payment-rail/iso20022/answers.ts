import type { Clock } from '../../../kernel/clock.ts';
import type { IncomingAnswer, Rail } from '../port.ts';
import type { CreditTransfers } from './credit-transfer.ts';
import type { MessageFolder } from './folder.ts';
import { neverHad } from './incoming.ts';
import { messageIdFor } from './outgoing.ts';
import { isInstant } from './rails.ts';
import type { StatusReport, TransactionStatus } from './status-report.ts';
import type { StatusRequest } from './status-request.ts';

/** What the bank said to the payments of one message. It is kept, because the sender may ask for it. */
export interface MessageAnswers {
  readonly rail: Rail;
  readonly at: string;
  readonly accepted: readonly string[];
  /** Transaction ids with their reasons. */
  readonly refused: Readonly<Record<string, string>>;
}

/** One name for one message of one bank. */
export function messageKey({ messageId, instructingAgent }: Pick<CreditTransfers, 'messageId' | 'instructingAgent'>) {
  return messageIdFor('message', instructingAgent ?? '', messageId);
}

export function answersOf(
  { rail, transactions }: CreditTransfers,
  answers: readonly IncomingAnswer[],
  at: Date,
): MessageAnswers {
  const accepted: string[] = [];
  const refused: Record<string, string> = {};
  for (const [index, { transactionId }] of transactions.entries()) {
    const answer = answers[index]!;
    if (answer.accepted) accepted.push(transactionId);
    else refused[transactionId] = answer.reasonCode;
  }
  return { rail, at: at.toISOString(), accepted, refused };
}

interface Reporting {
  readonly bic: string;
  readonly clock: Clock;
  readonly folder: MessageFolder;
}

/** What became of the payments of a message: the report to it, or to a question about it. Nothing when nobody can say. */
export async function reportOf(
  message: CreditTransfers | StatusRequest,
  { bic, clock, folder }: Reporting,
): Promise<StatusReport | undefined> {
  const originalId = message.kind === 'pacs.008' ? message.messageId : message.originalMessageId;
  if (originalId === null) return undefined;
  const key = messageKey({ messageId: originalId, instructingAgent: message.instructingAgent });
  const text = await folder.noted('answers', key);
  if (text === undefined) return undefined;
  const answers: MessageAnswers = JSON.parse(text);
  const accepted = new Set(answers.accepted);
  const transactions = message.transactions.map(({ transactionId, endToEndId }) => {
    const [status, reasonCode] = verdictOn(transactionId!, answers, accepted);
    return transactionStatus(transactionId!, endToEndId, status, reasonCode, bic);
  });
  return reportAbout(message, originalId, transactions, { bic, clock });
}

/** The rejection of a whole message that could not be read, by the id that stands in it; nothing when none does. */
export function rejectionOf(
  bytes: Buffer,
  reasonCode: string,
  { bic, clock }: Omit<Reporting, 'folder'>,
): StatusReport | undefined {
  const head = bytes.toString('latin1', 0, 4096);
  const [messageId] = /(?<=<(?:\w+:)?MsgId>)[A-Za-z0-9?:().,'+-]{1,35}(?=<)/.exec(head) ?? [];
  if (messageId === undefined || !/FIToFICstmrCdtTrf/.test(head)) return undefined;
  const about = { messageId, instructingAgent: null };
  const report = reportAbout(about, messageId, [], { bic, clock });
  return { ...report, group: { status: 'RJCT', originatorBic: bic, reasonCode } };
}

/** The answer to a question about a message that has never come. */
export function neverCame(request: StatusRequest, { bic, clock }: Omit<Reporting, 'folder'>): StatusReport {
  const transactions = request.transactions.map(({ transactionId, endToEndId }) =>
    transactionStatus(transactionId!, endToEndId, 'RJCT', neverHad, bic),
  );
  return reportAbout(request, request.originalMessageId ?? request.messageId, transactions, { bic, clock });
}

function reportAbout(
  { messageId, instructingAgent }: Pick<CreditTransfers, 'messageId' | 'instructingAgent'>,
  originalMessageId: string,
  transactions: readonly TransactionStatus[],
  { bic, clock }: Omit<Reporting, 'folder'>,
): StatusReport {
  return {
    kind: 'pacs.002',
    messageId: messageIdFor('pacs.002', instructingAgent ?? '', messageId),
    createdAt: clock.now(),
    instructingAgent: bic,
    instructedAgent: instructingAgent,
    originalMessageId,
    originalMessageName: 'pacs.008.001.08',
    group: { status: null, originatorBic: null, reasonCode: null },
    transactions,
  };
}

function verdictOn(id: string, answers: MessageAnswers, accepted: ReadonlySet<string>): [string, string | null] {
  const reasonCode = answers.refused[id];
  if (reasonCode === undefined && !accepted.has(id)) return ['RJCT', neverHad];
  // A refused payment of the other rails has settled, and comes back as a return.
  if (!isInstant(answers.rail)) return ['ACSC', null];
  return reasonCode === undefined ? ['ACCP', null] : ['RJCT', reasonCode];
}

const nobody = { iban: null, sortCode: null, accountNumber: null, bic: null };

/** The status of one transaction, with nothing of the transaction but its ids. */
export function transactionStatus(
  transactionId: string,
  endToEndId: string | null,
  status: string,
  reasonCode: string | null,
  bic: string,
): TransactionStatus {
  return {
    statusId: null,
    instructionId: null,
    endToEndId,
    transactionId,
    status,
    originatorBic: reasonCode === null ? null : bic,
    reasonCode,
    acceptedAt: null,
    original: {
      amountMinor: null,
      currency: null,
      settlementDate: null,
      paymentType: { serviceLevel: null, localInstrument: null },
      debtor: nobody,
      creditor: nobody,
    },
  };
}
