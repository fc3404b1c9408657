import { type Codec, Cursor, partsOf, sequence } from './codec.ts';
import { type Definition, define } from './definition.ts';
import { type AccountAtBank, account, accountId, agent } from './parties.ts';
import { problem, type Rule } from './problem.ts';
import { code, count, dateTime, isoDate, matching, money, text } from './values.ts';

/** camt.053.001.08, a statement of an account, and camt.054.001.08, a notification of entries on it. */
export interface AccountReports<Kind extends 'camt.053' | 'camt.054'> {
  readonly kind: Kind;
  readonly messageId: string;
  readonly createdAt: Date;
  readonly reports: readonly AccountReport[];
}

export interface AccountReport {
  readonly id: string;
  readonly sequenceNumber: number | null;
  readonly createdAt: Date | null;
  readonly from: Date | null;
  readonly to: Date | null;
  readonly account: AccountAtBank;
  readonly accountCurrency: string | null;
  /** Of statements only. */
  readonly balances: readonly ReportedBalance[];
  readonly entries: readonly ReportedEntry[];
}

type Direction = 'CRDT' | 'DBIT';

export interface ReportedBalance {
  /** OPBD and CLBD: booked, at the opening and at the end; CLAV: available at the end. */
  readonly type: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly direction: Direction;
  readonly date: string;
}

export interface ReportedEntry {
  readonly reference: string | null;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly direction: Direction;
  /** BOOK, PDNG, INFO. */
  readonly status: string;
  readonly bookingDate: string | null;
  readonly valueDate: string | null;
  readonly servicerReference: string | null;
  /** Bank transaction code: PMNT, RCDT, ESCT. */
  readonly domain: string | null;
  readonly family: string | null;
  readonly subFamily: string | null;
  readonly transactions: readonly EntryTransaction[];
}

export interface EntryTransaction {
  readonly messageId: string | null;
  readonly instructionId: string | null;
  readonly endToEndId: string | null;
  readonly transactionId: string | null;
  readonly amountMinor: bigint | null;
  readonly currency: string | null;
  readonly direction: Direction | null;
  readonly debtorName: string | null;
  readonly debtor: AccountAtBank;
  readonly creditorName: string | null;
  readonly creditor: AccountAtBank;
  readonly remittance: string | null;
}

const direction = matching<Direction>('CRDT or DBIT', (content) => content === 'CRDT' || content === 'DBIT');
const reference = text(35);

/** A day, given as such or by a moment of it; written as a day. */
const day: Codec<string> = {
  write: (date) => `<Dt>${isoDate.write(date)}</Dt>`,
  read(element, reading) {
    const cursor = new Cursor(element, reading);
    const [date, moment] = [cursor.take('Dt'), cursor.take('DtTm')];
    cursor.end();
    if (date !== undefined) return isoDate.read(date, reading);
    if (moment === undefined || dateTime.read(moment, reading) === undefined) return cursor.missing('Dt');
    return moment.text.slice(0, 10);
  },
};

const transaction = partsOf<EntryTransaction>();
const transactionCodec = sequence<EntryTransaction>(
  transaction.maybe(
    'Refs',
    transaction.optional('messageId', 'MsgId', reference),
    transaction.skip('AcctSvcrRef', 'PmtInfId'),
    transaction.optional('instructionId', 'InstrId', reference),
    transaction.optional('endToEndId', 'EndToEndId', reference),
    transaction.skip('UETR'),
    transaction.optional('transactionId', 'TxId', reference),
    transaction.skip(
      'MndtId',
      'ChqNb',
      'ClrSysRef',
      'AcctOwnrTxId',
      'AcctSvcrTxId',
      'MktInfrstrctrTxId',
      'PrcgId',
      'Prtry',
    ),
  ),
  money('Amt', false),
  transaction.optional('direction', 'CdtDbtInd', direction),
  transaction.skip('AmtDtls', 'Avlbty', 'BkTxCd', 'Chrgs', 'Intrst'),
  transaction.maybe(
    'RltdPties',
    transaction.skip('InitgPty'),
    transaction.maybe('Dbtr', partyName('debtorName'), transaction.skip('Agt')),
    transaction.into('debtor', account('DbtrAcct')),
    transaction.skip('UltmtDbtr'),
    transaction.maybe('Cdtr', partyName('creditorName'), transaction.skip('Agt')),
    transaction.into('creditor', account('CdtrAcct')),
    transaction.skip('UltmtCdtr', 'TradgPty', 'Prtry'),
  ),
  transaction.maybe(
    'RltdAgts',
    transaction.skip('InstgAgt', 'InstdAgt'),
    transaction.into('debtor', agent('DbtrAgt')),
    transaction.into('creditor', agent('CdtrAgt')),
    transaction.skip('IntrmyAgt1', 'IntrmyAgt2', 'IntrmyAgt3', 'RcvgAgt', 'DlvrgAgt', 'IssgAgt', 'SttlmPlc', 'Prtry'),
  ),
  transaction.skip('LclInstrm', 'Purp', 'RltdRmtInf'),
  transaction.maybe(
    'RmtInf',
    transaction.optional('remittance', 'Ustrd', text(140)),
    transaction.skip('Ustrd', 'Strd'),
  ),
  transaction.skip('RltdDts', 'RltdPric', 'RltdQties', 'FinInstrmId', 'Tax', 'RtrInf', 'CorpActn', 'SfkpgAcct'),
  transaction.skip('CshDpst', 'CardTx', 'AddtlTxInf'),
);

function partyName(key: 'debtorName' | 'creditorName') {
  const others = transaction.skip('PstlAdr', 'Id', 'CtryOfRes', 'CtctDtls');
  return transaction.maybe('Pty', transaction.optional(key, 'Nm', text(140)), others);
}

const entry = partsOf<ReportedEntry>();
const entryCodec = sequence<ReportedEntry>(
  entry.optional('reference', 'NtryRef', reference),
  money('Amt', true),
  entry.required('direction', 'CdtDbtInd', direction),
  entry.skip('RvslInd'),
  entry.within('Sts', entry.required('status', 'Cd', code)),
  entry.optional('bookingDate', 'BookgDt', day),
  entry.optional('valueDate', 'ValDt', day),
  entry.optional('servicerReference', 'AcctSvcrRef', reference),
  entry.skip('Avlbty'),
  entry.within(
    'BkTxCd',
    entry.maybe(
      'Domn',
      entry.optional('domain', 'Cd', code),
      entry.within('Fmly', entry.optional('family', 'Cd', code), entry.optional('subFamily', 'SubFmlyCd', code)),
    ),
    entry.skip('Prtry'),
  ),
  entry.skip('ComssnWvrInd', 'AddtlInfInd', 'AmtDtls', 'Chrgs', 'TechInptChanl', 'Intrst', 'CardTx'),
  entry.maybe('NtryDtls', entry.skip('Btch'), entry.list('transactions', 'TxDtls', transactionCodec, 0, 100_000)),
  entry.skip('AddtlNtryInf'),
);

const balance = partsOf<ReportedBalance>();
const balanceCodec = sequence<ReportedBalance>(
  balance.within('Tp', balance.within('CdOrPrtry', balance.required('type', 'Cd', code)), balance.skip('SubTp')),
  balance.skip('CdtLine'),
  money('Amt', true),
  balance.required('direction', 'CdtDbtInd', direction),
  balance.required('date', 'Dt', day),
  balance.skip('Avlbty'),
);

const report = partsOf<AccountReport>();
const reportCodec = sequence<AccountReport>(
  report.required('id', 'Id', reference),
  report.skip('StmtPgntn', 'NtfctnPgntn'),
  report.optional('sequenceNumber', 'ElctrncSeqNb', count),
  report.skip('RptgSeq', 'LglSeqNb'),
  report.optional('createdAt', 'CreDtTm', dateTime),
  report.maybe('FrToDt', report.optional('from', 'FrDtTm', dateTime), report.optional('to', 'ToDtTm', dateTime)),
  report.skip('CpyDplctInd', 'RptgSrc'),
  report.within(
    'Acct',
    report.into('account', accountId),
    report.skip('Tp'),
    report.optional(
      'accountCurrency',
      'Ccy',
      matching('a currency', (content) => /^[A-Z]{3}$/.test(content)),
    ),
    report.skip('Nm', 'Prxy', 'Ownr'),
    report.into('account', agent('Svcr')),
  ),
  report.skip('RltdAcct', 'Intrst'),
  report.list('balances', 'Bal', balanceCodec, 0, 1000),
  report.skip('TxsSummry'),
  report.list('entries', 'Ntry', entryCodec, 0, 1_000_000),
  report.skip('AddtlStmtInf', 'AddtlNtfctnInf'),
);

type Kind = 'camt.053' | 'camt.054';
type Written = Omit<AccountReports<Kind>, 'kind'>;

function accountReports<K extends Kind>(kind: K, root: string, tag: string): Definition<AccountReports<K>> {
  const message = partsOf<Written>();
  return define<AccountReports<K>, Written>({
    name: `${kind}.001.08`,
    root,
    codec: sequence(
      message.within(
        'GrpHdr',
        message.required('messageId', 'MsgId', reference),
        message.required('createdAt', 'CreDtTm', dateTime),
        message.skip('MsgRcpt', 'MsgPgntn', 'OrgnlBizQry', 'AddtlInf'),
      ),
      message.list('reports', tag, reportCodec, 1, 10_000),
    ),
    toWritten: ({ kind: _, ...rest }) => rest,
    toMessage: (rest) => ({ kind, ...rest }),
    check({ reports }) {
      for (const [index, single] of reports.entries()) {
        const wrong = kind === 'camt.053' ? wrongBalances(single) : wrongNotice(single);
        if (wrong !== undefined) return problem(wrong, `${tag}[${index + 1}]`, 'balances and entries do not fit');
      }
      return undefined;
    },
  });
}

/** A statement that has both booked balances leads from the one to the other by its booked entries. */
function wrongBalances({ balances, entries }: AccountReport): Rule | undefined {
  if (balances.length === 0) return 'missing_element';
  const opening = balances.find(({ type }) => type === 'OPBD');
  const closing = balances.find(({ type }) => type === 'CLBD');
  if (opening === undefined || closing === undefined) return undefined;
  const booked = entries.filter(({ status }) => status === 'BOOK');
  const sum = [opening, ...booked].reduce((total, item) => total + signed(item), 0n);
  return sum === signed(closing) ? undefined : 'inconsistent_sum';
}

function wrongNotice({ balances }: AccountReport): Rule | undefined {
  return balances.length > 0 ? 'unexpected_element' : undefined;
}

function signed(item: { readonly amountMinor: bigint; readonly direction: Direction }): bigint {
  return item.direction === 'CRDT' ? item.amountMinor : -item.amountMinor;
}

export const statements = accountReports('camt.053', 'BkToCstmrStmt', 'Stmt');
export const notifications = accountReports('camt.054', 'BkToCstmrDbtCdtNtfctn', 'Ntfctn');
