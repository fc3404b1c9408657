import type { Rail, RailParty } from '../port.ts';
import { partsOf, sequence } from './codec.ts';
import { define } from './definition.ts';
import { account, agent, identity, type Route, routeParts } from './parties.ts';
import { problem, type Rule } from './problem.ts';
import { type PaymentType, paymentTypeOf, paymentTypePart, profiles, railOf } from './rails.ts';
import { type Totals, totalsOf, wrongTotals } from './totals.ts';
import { code, count, dateTime, decimal, identifier, isoDate, matching, money, text } from './values.ts';

/** pacs.008.001.08: credit transfers of one rail, to be settled on one date. */
export interface CreditTransfers extends Route {
  readonly kind: 'pacs.008';
  readonly rail: Rail;
  readonly messageId: string;
  readonly createdAt: Date;
  readonly settlementDate: string;
  readonly transactions: readonly CreditTransfer[];
}

export interface CreditTransfer {
  readonly instructionId: string | null;
  /** `NOTPROVIDED` where the payer gave none. */
  readonly endToEndId: string;
  /** The sending bank's id, under which every other message speaks of this payment. */
  readonly transactionId: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  /** From here an instant payment counts its ten seconds; it is asked for there. */
  readonly acceptedAt: Date | null;
  readonly debtor: RailParty;
  readonly creditor: RailParty;
  readonly purposeCode: string | null;
  /** Unstructured remittance information. */
  readonly reference: string | null;
  /** The creditor's own reference (ISO 11649), instead of the unstructured one. */
  readonly creditorReference: string | null;
}

/** The message as it is written: with its totals, and the type of payment where the rail wants it. */
interface Written extends Omit<CreditTransfers, 'kind' | 'rail' | 'transactions'>, Totals {
  readonly clearingSystem: string | null;
  readonly paymentType: PaymentType;
  readonly transactions: readonly WrittenTransfer[];
}

interface WrittenTransfer extends CreditTransfer {
  readonly paymentType: PaymentType;
}

const transfer = partsOf<WrittenTransfer>();
const transferCodec = sequence<WrittenTransfer>(
  transfer.within(
    'PmtId',
    transfer.optional('instructionId', 'InstrId', identifier),
    transfer.required('endToEndId', 'EndToEndId', identifier),
    transfer.required('transactionId', 'TxId', identifier),
    transfer.skip('UETR', 'ClrSysRef'),
  ),
  transfer.into('paymentType', paymentTypePart),
  money('IntrBkSttlmAmt', true),
  transfer.optional('acceptedAt', 'AccptncDtTm', dateTime),
  transfer.fixed('ChrgBr', 'SLEV'),
  transfer.skip('UltmtDbtr'),
  transfer.into('debtor', identity('Dbtr'), account('DbtrAcct'), agent('DbtrAgt')),
  transfer.skip('DbtrAgtAcct'),
  transfer.into('creditor', agent('CdtrAgt')),
  transfer.skip('CdtrAgtAcct'),
  transfer.into('creditor', identity('Cdtr'), account('CdtrAcct')),
  transfer.skip('UltmtCdtr'),
  transfer.maybe('Purp', transfer.optional('purposeCode', 'Cd', code), transfer.skip('Prtry')),
  transfer.maybe(
    'RmtInf',
    transfer.optional('reference', 'Ustrd', text(140)),
    transfer.maybe(
      'Strd',
      transfer.within(
        'CdtrRefInf',
        transfer.within('Tp', transfer.within('CdOrPrtry', transfer.fixed('Cd', 'SCOR')), transfer.skip('Issr')),
        transfer.optional('creditorReference', 'Ref', text(35)),
      ),
    ),
  ),
);

/** The most transactions of one message. */
export const batchMax = 10_000;

const group = partsOf<Written>();
const codec = sequence<Written>(
  group.within(
    'GrpHdr',
    group.required('messageId', 'MsgId', identifier),
    group.required('createdAt', 'CreDtTm', dateTime),
    group.skip('BtchBookg'),
    group.required('count', 'NbOfTxs', count),
    group.optional('controlSum', 'CtrlSum', decimal),
    group.into('total', money('TtlIntrBkSttlmAmt', true)),
    group.required('settlementDate', 'IntrBkSttlmDt', isoDate),
    group.within(
      'SttlmInf',
      group.fixed('SttlmMtd', 'CLRG'),
      group.maybe(
        'ClrSys',
        group.skip('Cd'),
        group.optional(
          'clearingSystem',
          'Prtry',
          matching('a clearing system', (name) => /^\w{1,35}$/.test(name)),
        ),
      ),
    ),
    group.into('paymentType', paymentTypePart),
    ...routeParts,
  ),
  group.list('transactions', 'CdtTrfTxInf', transferCodec, 1, batchMax),
);

export const creditTransfers = define<CreditTransfers, Written>({
  name: 'pacs.008.001.08',
  root: 'FIToFICstmrCdtTrf',
  codec,
  toWritten({ rail, transactions, ...message }) {
    const none: PaymentType = { serviceLevel: null, localInstrument: null };
    // SEPA Instant names the type of payment once, in the group header, and the others in each transaction.
    const inGroup = rail === 'sct_inst';
    return {
      ...message,
      ...totalsOf(transactions),
      clearingSystem: profiles[rail].clearingSystem,
      paymentType: inGroup ? paymentTypeOf(rail) : none,
      transactions: transactions.map((transaction) => ({
        ...transaction,
        paymentType: inGroup ? none : paymentTypeOf(rail),
      })),
    };
  },
  toMessage({ count, controlSum, total, clearingSystem: _, paymentType: groupType, transactions, ...message }) {
    const rails = transactions.map(({ currency, paymentType }) =>
      railOf(currency, paymentType.serviceLevel === null ? groupType : paymentType),
    );
    const [rail] = rails;
    if (rail === undefined) return problem('rail', 'CdtTrfTxInf', 'currency and payment type of none of our rails');
    if (rails.some((other) => other !== rail)) return problem('mixed_rails', 'CdtTrfTxInf', 'more than one rail');
    return (
      wrongTotals({ count, controlSum, total }, transactions) ?? {
        kind: 'pacs.008',
        rail,
        ...message,
        transactions: transactions.map(({ paymentType: _, ...transaction }) => transaction),
      }
    );
  },
  check({ rail, transactions }) {
    if (rail === 'sct_inst' && transactions.length > 1) {
      return problem('too_many_transactions', 'CdtTrfTxInf', 'an instant message has one transaction');
    }
    for (const [index, transaction] of transactions.entries()) {
      const broken = brokenRule(rail, transaction);
      if (broken !== undefined) return problem(broken[0], `CdtTrfTxInf[${index + 1}]/${broken[1]}`, broken[2]);
    }
    return undefined;
  },
});

/** Messages of the same rail and settlement date in one, under another id. */
export function mergedTransfers(
  messageId: string,
  messages: readonly CreditTransfers[],
  createdAt: Date,
): CreditTransfers {
  const [first] = messages;
  if (first === undefined) throw new RangeError('nothing to merge');
  const to = messages.every(({ instructedAgent }) => instructedAgent === first.instructedAgent);
  return {
    ...first,
    messageId,
    createdAt,
    instructedAgent: to ? first.instructedAgent : null,
    transactions: messages.flatMap(({ transactions }) => transactions),
  };
}

/** The first usage rule of the rail that a transaction breaks: the rule, the element, and words. */
function brokenRule(rail: Rail, transaction: CreditTransfer): readonly [Rule, string, string] | undefined {
  const { currency, amountMinorMax, referenceMax } = profiles[rail];
  const { amountMinor, reference, creditorReference } = transaction;
  if (transaction.currency !== currency) return ['currency', 'IntrBkSttlmAmt', `the rail carries ${currency}`];
  if (amountMinor <= 0n || amountMinor > amountMinorMax) return ['amount', 'IntrBkSttlmAmt', 'out of range'];
  if (rail === 'sct_inst' && transaction.acceptedAt === null) {
    return ['missing_element', 'AccptncDtTm', 'an instant payment says when it was accepted'];
  }
  if (reference !== null && creditorReference !== null) {
    return ['unexpected_element', 'RmtInf', 'either unstructured or structured'];
  }
  if ((reference ?? creditorReference ?? '').length > referenceMax) {
    return ['invalid_value', 'RmtInf', `at most ${referenceMax} characters`];
  }
  return brokenByParty(rail, transaction.debtor, 'Dbtr') ?? brokenByParty(rail, transaction.creditor, 'Cdtr');
}

function brokenByParty(rail: Rail, party: RailParty, tag: string): readonly [Rule, string, string] | undefined {
  if (profiles[rail].accountsBy === 'sort code') {
    const right = party.iban === null && party.sortCode !== null && party.accountNumber !== null;
    return right ? undefined : ['account', `${tag}Acct`, 'the rail needs sort code and account number'];
  }
  if (party.iban === null || party.accountNumber !== null) return ['account', `${tag}Acct`, 'the rail needs an IBAN'];
  if (party.bic === null) return ['bank', `${tag}Agt`, 'the rail needs a BIC'];
  const { address } = party;
  if (address !== null && (address.town === null || address.country === null)) {
    return ['address', `${tag}/PstlAdr`, 'town and country need elements of their own'];
  }
  return undefined;
}
