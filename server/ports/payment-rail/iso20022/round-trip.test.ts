import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc, { type Arbitrary } from 'fast-check';
import { makeIban } from '../../../kernel/iban.ts';
import type { Rail, RailAddress, RailParty } from '../port.ts';
import type { AccountReport, ReportedEntry } from './account-report.ts';
import { type Message, readMessage, writeMessage } from './message.ts';
import { paymentTypeOf, profiles } from './rails.ts';
import { Schemas } from './schemas.ts';

/**
 * What is written is read the same. Where the environment variable OPENEMI_XSD names a folder with the schemes' schemas,
 * it is valid by them, too.
 */
const schemas = process.env.OPENEMI_XSD === undefined ? undefined : new Schemas(process.env.OPENEMI_XSD);

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789?:().,'+-"];
const word = (max: number) => fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: max });
const phrase = (max: number) =>
  fc.array(word(12), { minLength: 1, maxLength: 8 }).map((words) => words.join(' ').slice(0, max).trim());
const identifier = word(35);
const date = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
const isoDate = date.map((at) => at.toISOString().slice(0, 10));
const orNull = <T>(arbitrary: Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
const bic = fc.constantFrom('BNBGBGSF', 'DEUTDEFFXXX', 'BARCGB22', 'AGRIFRPP');
const iban = digits(18).map((bban) => makeIban('DE', bban));

const address: Arbitrary<RailAddress> = fc.record({
  line: orNull(phrase(90)),
  street: orNull(phrase(70)),
  postCode: orNull(word(16)),
  town: phrase(35),
  country: fc.constantFrom('BG', 'DE', 'GB', 'LT'),
});

function party(rail: Rail): Arbitrary<RailParty> {
  const bySortCode = profiles[rail].accountsBy === 'sort code';
  return fc.record({
    name: phrase(70),
    address: orNull(address),
    bic: bySortCode ? orNull(bic) : bic,
    iban: bySortCode ? fc.constant(null) : iban,
    sortCode: bySortCode ? digits(6) : fc.constant(null),
    accountNumber: bySortCode ? digits(8) : fc.constant(null),
  });
}

const route = { instructingAgent: orNull(bic), instructedAgent: orNull(bic) };
const header = { messageId: identifier, createdAt: date, ...route };
const ids = { instructionId: orNull(identifier), endToEndId: orNull(identifier), transactionId: identifier };
const reason = { originatorBic: orNull(bic), reasonCode: fc.constantFrom('AC01', 'MS03', 'FOCR') };
const originalMessage = {
  originalMessageId: orNull(identifier),
  originalMessageName: orNull(fc.constant('pacs.008.001.08')),
};
const amountOf = (rail: Rail) => fc.bigInt({ min: 1n, max: profiles[rail].amountMinorMax });
const rails = fc.constantFrom<Rail>('sct', 'sct_inst', 'fps', 'bisera');

const held = (rail: Rail) => party(rail).map(({ name: _, address: __, ...account }) => account);
const original = rails.chain((rail) =>
  fc.record({
    amountMinor: amountOf(rail),
    currency: fc.constant(profiles[rail].currency),
    settlementDate: orNull(isoDate),
    paymentType: fc.constant(paymentTypeOf(rail)),
    debtor: held(rail),
    creditor: held(rail),
  }),
);

const creditTransfers: Arbitrary<Message> = rails.chain((rail) => {
  const { currency, referenceMax } = profiles[rail];
  const transaction = fc.record({
    ...ids,
    endToEndId: identifier,
    amountMinor: amountOf(rail),
    currency: fc.constant(currency),
    acceptedAt: rail === 'sct_inst' ? date : orNull(date),
    debtor: party(rail),
    creditor: party(rail),
    purposeCode: orNull(fc.constantFrom('SALA', 'PENS')),
    reference: orNull(phrase(referenceMax)),
    creditorReference: fc.constant(null),
  });
  const structured = fc
    .tuple(transaction, word(18))
    .map(([plain, creditorReference]) => ({ ...plain, reference: null, creditorReference }));
  return fc.record({
    kind: fc.constant('pacs.008'),
    rail: fc.constant(rail),
    ...header,
    settlementDate: isoDate,
    transactions: fc.array(fc.oneof(transaction, structured), { minLength: 1, maxLength: rail === 'sct_inst' ? 1 : 5 }),
  });
});

const statusReport: Arbitrary<Message> = fc.record({
  kind: fc.constant('pacs.002'),
  ...header,
  ...originalMessage,
  originalMessageId: identifier,
  originalMessageName: fc.constant('pacs.008.001.08'),
  group: fc.record({ status: fc.constantFrom('ACCP', 'RJCT'), ...reason }),
  transactions: fc.array(
    fc.record({
      statusId: orNull(identifier),
      ...ids,
      status: fc.constantFrom('ACCP', 'ACSC', 'RJCT', 'PDNG'),
      ...reason,
      acceptedAt: orNull(date),
      original,
    }),
    { maxLength: 4 },
  ),
});

const originalGroup = fc.oneof(
  fc.record({ originalMessageId: identifier, originalMessageName: fc.constant('pacs.008') }),
  fc.constant({ originalMessageId: null, originalMessageName: null }),
);
const some = <T>(arbitrary: Arbitrary<T>) => fc.array(arbitrary, { minLength: 1, maxLength: 4 });

const paymentReturns: Arbitrary<Message> = fc.record({
  kind: fc.constant('pacs.004'),
  ...header,
  settlementDate: isoDate,
  transactions: some(
    fc
      .tuple(original, fc.record({ returnId: identifier, ...ids, ...reason }), originalGroup)
      .map(([paid, rest, group]) => ({
        ...rest,
        ...group,
        originalAmount: { amountMinor: paid.amountMinor, currency: 'EUR' },
        amountMinor: paid.amountMinor,
        currency: 'EUR',
        original: paid,
      })),
  ),
});

const statusRequest: Arbitrary<Message> = fc
  .record({
    kind: fc.constant('pacs.028' as const),
    ...header,
    transactions: some(fc.record({ requestId: identifier, ...ids, acceptedAt: orNull(date), original })),
  })
  .chain((request) => originalGroup.map((group) => ({ ...request, ...group })));

const cancellationRequest: Arbitrary<Message> = fc.record({
  kind: fc.constant('camt.056'),
  ...header,
  transactions: some(
    fc
      .tuple(
        fc.record({ cancellationId: identifier, ...ids, ...reason, amountMinor: amountOf('sct'), original }),
        originalGroup,
        isoDate,
      )
      .map(([rest, group, settlementDate]) => ({ ...rest, ...group, settlementDate, currency: 'EUR' })),
  ),
});

const resolution: Arbitrary<Message> = fc.record({
  kind: fc.constant('camt.029'),
  ...header,
  confirmation: fc.constant('RJCR'),
  transactions: some(
    fc
      .tuple(
        fc.record({ statusId: identifier, status: fc.constantFrom('RJCR', 'PDCR'), ...ids, ...reason, original }),
        originalGroup,
      )
      .map(([rest, group]) => ({ ...rest, ...group })),
  ),
});

const direction = fc.constantFrom<'CRDT' | 'DBIT'>('CRDT', 'DBIT');
const entry: Arbitrary<ReportedEntry> = fc.record({
  reference: orNull(identifier),
  amountMinor: fc.bigInt({ min: 0n, max: 10n ** 14n }),
  currency: fc.constant('EUR'),
  direction,
  status: fc.constantFrom('BOOK', 'PDNG'),
  bookingDate: orNull(isoDate),
  valueDate: orNull(isoDate),
  servicerReference: orNull(identifier),
  domain: fc.constant('PMNT'),
  family: fc.constant('RCDT'),
  subFamily: fc.constant('ESCT'),
  transactions: fc.array(
    fc.record({
      messageId: orNull(identifier),
      instructionId: orNull(identifier),
      endToEndId: orNull(identifier),
      transactionId: orNull(identifier),
      amountMinor: fc.constant(100n),
      currency: fc.constant('EUR'),
      direction: orNull(direction),
      debtorName: orNull(phrase(70)),
      debtor: held('sct'),
      creditorName: orNull(phrase(70)),
      creditor: held('sct'),
      remittance: orNull(phrase(140)),
    }),
    { maxLength: 2 },
  ),
});

const signed = (item: { amountMinor: bigint; direction: string }) =>
  item.direction === 'CRDT' ? item.amountMinor : -item.amountMinor;

function balanced(report: AccountReport): AccountReport {
  const opening = 5_000n;
  const booked = report.entries.filter(({ status }) => status === 'BOOK').map(signed);
  const closing = booked.reduce((sum, amount) => sum + amount, opening);
  const balance = (type: string, minor: bigint) => ({
    type,
    amountMinor: minor < 0n ? -minor : minor,
    currency: 'EUR',
    direction: minor < 0n ? ('DBIT' as const) : ('CRDT' as const),
    date: '2026-11-20',
  });
  return { ...report, balances: [balance('OPBD', opening), balance('CLBD', closing)] };
}

const report: Arbitrary<AccountReport> = fc.record({
  id: identifier,
  sequenceNumber: orNull(fc.nat()),
  createdAt: orNull(date),
  from: date,
  to: date,
  account: held('sct'),
  accountCurrency: orNull(fc.constant('EUR')),
  balances: fc.constant([]),
  entries: fc.array(entry, { maxLength: 4 }),
});
const reportHeader = { messageId: identifier, createdAt: date };
const statements: Arbitrary<Message> = fc.record({
  kind: fc.constant('camt.053'),
  ...reportHeader,
  reports: some(report.map(balanced)),
});
const notifications: Arbitrary<Message> = fc.record({
  kind: fc.constant('camt.054'),
  ...reportHeader,
  reports: some(report),
});

const investigated = (message: Arbitrary<Message>) =>
  message.map((plain) => ({ ...plain, instructingAgent: 'BNBGBGSF', instructedAgent: 'AGRIFRPP' }) as Message);

for (const [name, message] of [
  ['pacs.008', creditTransfers],
  ['pacs.002', statusReport],
  ['pacs.004', paymentReturns],
  ['pacs.028', statusRequest],
  ['camt.056', investigated(cancellationRequest)],
  ['camt.029', investigated(resolution)],
  ['camt.053', statements],
  ['camt.054', notifications],
] as const) {
  test(`${name}: what is written is read the same${schemas === undefined ? '' : ', and valid by its schema'}`, () => {
    fc.assert(
      fc.property(message.map(structuredClone<Message>), (written) => {
        const xml = writeMessage(written);
        assert.deepEqual(readMessage(Buffer.from(xml), schemas), written, xml);
      }),
      { numRuns: 60 },
    );
  });
}
