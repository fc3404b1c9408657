import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CreditTransfer, CreditTransfers } from './credit-transfer.ts';
import { readMessage, writeMessage } from './message.ts';
import { isUnreadable } from './problem.ts';
import { fit } from './text.ts';

const transaction: CreditTransfer = {
  instructionId: null,
  endToEndId: 'NOTPROVIDED',
  transactionId: 'TX-1',
  amountMinor: 1250n,
  currency: 'EUR',
  acceptedAt: null,
  debtor: {
    name: 'Maria Petrova',
    address: { line: null, street: '1 Vitosha', postCode: '1000', town: 'Sofia', country: 'BG' },
    bic: 'BNBGBGSF',
    iban: 'BG80BNBG96611020345678',
    sortCode: null,
    accountNumber: null,
  },
  creditor: {
    name: 'Hans Mueller',
    address: null,
    bic: 'DEUTDEFF',
    iban: 'DE89370400440532013000',
    sortCode: null,
    accountNumber: null,
  },
  purposeCode: null,
  reference: 'Invoice 7',
  creditorReference: null,
};

const message: CreditTransfers = {
  kind: 'pacs.008',
  rail: 'sct',
  messageId: 'MSG-1',
  createdAt: new Date('2026-11-23T10:00:00.120Z'),
  settlementDate: '2026-11-23',
  instructingAgent: 'BNBGBGSF',
  instructedAgent: null,
  transactions: [transaction, { ...transaction, transactionId: 'TX-2' }],
};

const xml = writeMessage(message);

/** What the message is refused with after one of its texts was replaced. */
function refusal(from: string | RegExp, to: string): string {
  const changed = xml.replace(from, to);
  assert.notEqual(changed, xml);
  const read = readMessage(Buffer.from(changed));
  if (!isUnreadable(read)) return 'read';
  const { rule, reasonCode, path } = read.unreadable;
  return `${rule} ${reasonCode} ${path.split('/').at(-1)}`;
}

test('a moment is written without zeros at the end of its fraction', () => {
  assert.match(xml, /<CreDtTm>2026-11-23T10:00:00\.12Z<\/CreDtTm>/);
});

for (const [what, from, to, expected] of [
  ['a document type', '<Document', '<!DOCTYPE Document [<!ENTITY a "b">]><Document', 'doctype FF01 '],
  ['an external entity', '<Document', '<!DOCTYPE d SYSTEM "file:///etc/passwd"><Document', 'doctype FF01 '],
  ['an unknown entity', 'Hans', '&hans;', 'not_well_formed FF01 '],
  ['a missing end', '</Document>', '', 'not_well_formed FF01 '],
  ['another encoding', 'UTF-8', 'ISO-8859-1', 'encoding FF01 '],
  ['another version', /001\.08/, '001.09', 'wrong_version FF01 Document'],
  ['another message', /pacs\.008/, 'pacs.009', 'unknown_message FF01 Document'],
  ['another standard', /urn:iso:std:iso:20022:tech:xsd:/, 'urn:other:', 'unknown_message FF01 Document'],
  ['an element of another namespace', '<Nm>Hans', '<Nm xmlns="urn:x">Hans', 'foreign_content FF01 Document'],
  ['an attribute', '<GrpHdr>', '<GrpHdr id="1">', 'foreign_content FF01 Document'],
  ['text between elements', '<GrpHdr>', '<GrpHdr>text', 'foreign_content FF01 Document'],
  ['an element within a text', 'Hans Mueller', '<b>Hans</b>', 'unexpected_element FF01 b'],
  ['an unknown element', '<PmtId>', '<Extra/><PmtId>', 'missing_element FF01 CdtTrfTxInf'],
  [
    'an element that is not of SEPA',
    '<ChrgBr>',
    '<InstdAmt Ccy="EUR">1</InstdAmt><ChrgBr>',
    'missing_element FF01 CdtTrfTxInf',
  ],
  [
    'elements in another order',
    /(<Dbtr>.*?<\/Dbtr>)(<DbtrAcct>.*?<\/DbtrAcct>)/,
    '$2$1',
    'missing_element FF01 CdtTrfTxInf',
  ],
  ['no message id', /<MsgId>.*?<\/MsgId>/, '', 'missing_element FF01 GrpHdr'],
  ['no transaction id', /<TxId>TX-1<\/TxId>/, '', 'missing_element FF01 PmtId'],
  ['no settlement date', /<IntrBkSttlmDt>.*?<\/IntrBkSttlmDt>/, '', 'missing_element FF01 GrpHdr'],
  ['no transaction', /<CdtTrfTxInf>.*<\/CdtTrfTxInf>/, '', 'missing_element FF01 FIToFICstmrCdtTrf'],
  ['a date that is none', '2026-11-23<', '2026-02-30<', 'invalid_value FF01 IntrBkSttlmDt'],
  ['a count that is wrong', '<NbOfTxs>2<', '<NbOfTxs>3<', 'inconsistent_count AM18 NbOfTxs'],
  ['a total that is wrong', '>25.00<', '>25.01<', 'inconsistent_sum AM10 GrpHdr'],
  ['a control sum that is wrong', '</NbOfTxs>', '</NbOfTxs><CtrlSum>24.99</CtrlSum>', 'inconsistent_sum AM10 CtrlSum'],
  ['a third decimal', '>12.50<', '>12.505<', 'amount AM12 IntrBkSttlmAmt'],
  ['an amount of nothing', '>12.50<', '>0.00<', 'inconsistent_sum AM10 GrpHdr'],
  ['a sign', '>12.50<', '>-12.50<', 'amount AM12 IntrBkSttlmAmt'],
  ['an amount without currency', 'Amt Ccy="EUR">12.50', 'Amt>12.50', 'currency AM03 IntrBkSttlmAmt'],
  ['two currencies', 'Ccy="EUR">12.50', 'Ccy="USD">12.50', 'rail RR04 CdtTrfTxInf'],
  ['another settlement method', 'CLRG', 'COVE', 'invalid_value FF01 SttlmMtd'],
  ['other charges', 'SLEV', 'SHAR', 'invalid_value FF01 ChrgBr'],
  ['another service level', '<Cd>SEPA</Cd>', '<Cd>URGP</Cd>', 'rail RR04 CdtTrfTxInf'],
  ['two rails', '</SvcLvl>', '</SvcLvl><LclInstrm><Cd>INST</Cd></LclInstrm>', 'mixed_rails RR04 CdtTrfTxInf'],
  ['check digits of an IBAN', 'DE89', 'DE88', 'invalid_value FF01 IBAN'],
  ['no account', /<CdtrAcct>.*?<\/CdtrAcct>/, '', 'account AC01 CdtrAcct'],
  ['no BIC', '<BICFI>DEUTDEFF</BICFI>', '', 'bank RC01 CdtrAgt'],
  ['an address of lines only', /<TwnNm>Sofia<\/TwnNm>/, '', 'address BE04 PstlAdr'],
  ['three free lines', '</Ctry>', `</Ctry>${'<AdrLine>x</AdrLine>'.repeat(3)}`, 'address BE04 AdrLine'],
  ['a name that is too long', 'Hans Mueller', 'H'.repeat(71), 'invalid_value FF01 Nm'],
  ['two slashes in an id', 'TX-1', 'TX//1', 'invalid_value FF01 TxId'],
  ['an id that is too long', 'TX-1', 'T'.repeat(36), 'invalid_value FF01 TxId'],
  ['two remittance texts', '</Ustrd>', '</Ustrd><Ustrd>more</Ustrd>', 'unexpected_element FF01 Ustrd'],
] as const) {
  test(`refused: ${what}`, () => assert.equal(refusal(from, to), expected));
}

test('refused: bytes that are no UTF-8, too many of them, nothing at all', () => {
  const rule = (bytes: Buffer) => {
    const read = readMessage(bytes);
    return isUnreadable(read) ? read.unreadable.rule : 'read';
  };
  assert.equal(rule(Buffer.from(xml.replace('Hans', 'Jürgen'), 'latin1')), 'encoding');
  assert.equal(rule(Buffer.alloc(48 * 1024 * 1024 + 1, 'a')), 'too_large');
  assert.equal(rule(Buffer.alloc(0)), 'not_well_formed');
  assert.equal(rule(Buffer.from('{"code":0}')), 'not_well_formed');
});

test('refused: an element of a namespace that the root declares beside its own', () => {
  const declared = xml.replace('<Document ', '<Document xmlns:x="urn:x" ');
  const foreign = declared.replace('<Nm>Hans Mueller</Nm>', '<x:Nm>Hans Mueller</x:Nm>');
  assert.deepEqual(readMessage(Buffer.from(declared)), message);
  const read = readMessage(Buffer.from(foreign));
  assert.ok(isUnreadable(read) && read.unreadable.rule === 'foreign_content');
});

for (const [what, from, to] of [
  ['with a prefix', /<(\/?)(?=[A-Z])/g, '<$1iso:'],
  ['over several lines', /></g, '>\n  <'],
  ['with comments and instructions', '<GrpHdr>', '<!-- a > b --><?x > y?><GrpHdr>'],
  ['with a byte order mark', '<?xml', '\ufeff<?xml'],
  [
    'with a place of its schema',
    '<Document ',
    '<Document xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="a>b" ',
  ],
  ['with CDATA and references', 'Hans Mueller', '<![CDATA[Hans]]>&#x20;Muell&#101;r'],
  ['with an ultimate debtor', '<Dbtr>', '<UltmtDbtr><Nm>X</Nm></UltmtDbtr><Dbtr>'],
] as const) {
  test(`read the same: ${what}`, () => {
    const changed = xml.replace(from, to).replace('<iso:Document xmlns=', '<iso:Document xmlns:iso=');
    assert.notEqual(changed, xml);
    assert.deepEqual(readMessage(Buffer.from(changed)), message);
  });
}

test('signs of markup in texts survive', () => {
  const read = readMessage(Buffer.from(xml.replace('Invoice 7', 'a &lt;b&gt; &amp;amp; &quot;c&quot;')));
  assert.equal(isUnreadable(read), false);
  assert.equal((read as CreditTransfers).transactions[0]?.reference, 'a <b> &amp; "c"');
});

test('a message that its rail does not take is a fault to write', () => {
  const changed = (change: Partial<CreditTransfer>) => () =>
    writeMessage({ ...message, transactions: [{ ...transaction, ...change }] });
  assert.throws(changed({ amountMinor: 0n }), /out of range/);
  assert.throws(changed({ amountMinor: 100_000_000_000n }), /out of range/);
  assert.throws(changed({ currency: 'GBP' }), /carries EUR/);
  assert.throws(changed({ endToEndId: '/a' }), /identifier/);
  assert.throws(() => writeMessage({ ...message, rail: 'sct_inst' }), /one transaction/);
  assert.throws(() => writeMessage({ ...message, rail: 'sct_inst', transactions: [transaction] }), /accepted/);
});

for (const [text, max, fitted] of [
  ['Мария Ъгленова', 70, 'Maria Aglenova'],
  ['ЩЪРБАНОВ & СИН ООД', 70, 'SHTARBANOV + SIN OOD'],
  ['Müller_“Söhne”', 70, "Muller-'Sohne'"],
  ['Σωκράτης', 70, 'Sokratis'],
  ['Paid 5€ for tea ☕', 70, 'Paid 5EUR for tea .'],
  ['two\nlines', 70, 'two lines'],
  ['abcdef', 3, 'abc'],
  ['', 70, '.'],
] as const) {
  test(`«${text}» is written as «${fitted}»`, () => assert.equal(fit(text, max), fitted));
}
