import type { Calendar, Zone } from '../../../kernel/calendar.ts';
import type { Rail } from '../port.ts';
import { partsOf } from './codec.ts';
import { code, matching } from './values.ts';

/** What a message says about the kind of payment (PmtTpInf). */
export interface PaymentType {
  readonly serviceLevel: string | null;
  readonly localInstrument: string | null;
}

/** What a rail asks of its messages. SEPA is the EPC's usage rules of 2025; the two others are profiles of our own. */
interface Profile extends PaymentType {
  readonly currency: string;
  /** As it stands in the settlement information; SEPA leaves it to the clearing system to know itself. */
  readonly clearingSystem: string | null;
  readonly amountMinorMax: bigint;
  readonly accountsBy: 'iban' | 'sort code';
  readonly referenceMax: number;
  /** Whose business days count, by whose clocks. */
  readonly calendar: Calendar;
  readonly zone: Zone;
}

const sepa: Profile = {
  currency: 'EUR',
  serviceLevel: 'SEPA',
  localInstrument: null,
  clearingSystem: null,
  amountMinorMax: 99_999_999_999n,
  accountsBy: 'iban',
  referenceMax: 140,
  calendar: 'TARGET',
  zone: 'Europe/Brussels',
};

export const profiles: Readonly<Record<Rail, Profile>> = {
  sct: sepa,
  sct_inst: { ...sepa, localInstrument: 'INST' },
  fps: {
    currency: 'GBP',
    serviceLevel: 'URNS',
    localInstrument: null,
    clearingSystem: 'FPS',
    amountMinorMax: 100_000_000n,
    accountsBy: 'sort code',
    referenceMax: 18,
    calendar: 'GB',
    zone: 'Europe/London',
  },
  bisera: {
    ...sepa,
    currency: 'BGN',
    serviceLevel: 'NURG',
    clearingSystem: 'BISERA6',
    calendar: 'BG',
    zone: 'Europe/Sofia',
  },
};

/** Whether the rail answers each payment at once, with a rejection instead of a return. */
export function isInstant(rail: Rail): boolean {
  return rail === 'sct_inst' || rail === 'fps';
}

/** The rail of a payment by its currency and type, if one of ours carries it. */
export function railOf(currency: string | null, type: PaymentType): Rail | undefined {
  return (Object.keys(profiles) as Rail[]).find(
    (rail) =>
      profiles[rail].currency === currency &&
      profiles[rail].serviceLevel === type.serviceLevel &&
      profiles[rail].localInstrument === type.localInstrument,
  );
}

export function paymentTypeOf(rail: Rail): PaymentType {
  const { serviceLevel, localInstrument } = profiles[rail];
  return { serviceLevel, localInstrument };
}

const type = partsOf<PaymentType>();

/** PmtTpInf: it stands in a group header, a transaction, or a reference to one. */
export const paymentTypePart = type.maybe(
  'PmtTpInf',
  type.skip('InstrPrty', 'ClrChanl'),
  type.maybe('SvcLvl', type.optional('serviceLevel', 'Cd', code), type.skip('Prtry')),
  type.maybe(
    'LclInstrm',
    type.optional(
      'localInstrument',
      'Cd',
      matching('a local instrument', (text) => /^\w{1,35}$/.test(text)),
    ),
    type.skip('Prtry'),
  ),
  type.skip('CtgyPurp'),
);
