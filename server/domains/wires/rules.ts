import {
  addBusinessDays,
  atLocalTime,
  type Calendar,
  endOfDay,
  isBusinessDay,
  localDate,
  nextBusinessDay,
  type Zone,
} from '../../kernel/calendar.ts';
import { isEea } from '../../kernel/country.ts';
import type { Rail, RailAccount } from '../../ports/payment-rail/port.ts';

/** What is particular to a network: its currency, its days, its cut-off, its largest amount (in minor units). */
interface RailRules {
  readonly currency: string;
  readonly calendar: Calendar;
  readonly zone: Zone;
  /** Local time until which a payment belongs to the day. Absent: at any time, every day. */
  readonly cutOff?: string;
  /** Business days from the day of acceptance to settlement. */
  readonly settlesAfterDays: number;
  readonly mostMinor?: bigint;
  readonly name: string;
}

/**
 * SEPA Credit Transfer settles on the next business day of TARGET, the BGN system on the same business day of Bulgaria,
 * both for what comes before the cut-off. SEPA Instant and Faster Payments know neither days nor cut-offs.
 */
export const railRules: Readonly<Record<Rail, RailRules>> = {
  sct: {
    name: 'SEPA Credit Transfer',
    currency: 'EUR',
    calendar: 'TARGET',
    zone: 'Europe/Brussels',
    cutOff: '16:00',
    settlesAfterDays: 1,
    mostMinor: 99_999_999_999n,
  },
  sct_inst: {
    name: 'SEPA Instant',
    currency: 'EUR',
    calendar: 'TARGET',
    zone: 'Europe/Brussels',
    settlesAfterDays: 0,
    mostMinor: 99_999_999_999n,
  },
  fps: {
    name: 'Faster Payments',
    currency: 'GBP',
    calendar: 'GB',
    zone: 'Europe/London',
    settlesAfterDays: 0,
    mostMinor: 100_000_000n,
  },
  bisera: {
    name: 'BGN credit transfer',
    currency: 'BGN',
    calendar: 'BG',
    zone: 'Europe/Sofia',
    cutOff: '14:00',
    settlesAfterDays: 0,
  },
};

/** When a payment that is accepted at a moment settles: the interbank settlement date, `YYYY-MM-DD`. */
export function settlementDate(rail: Rail, accepted: Date): string {
  const { calendar, zone, cutOff, settlesAfterDays } = railRules[rail];
  const today = localDate(zone, accepted);
  if (cutOff === undefined) return today;
  const inTime = isBusinessDay(calendar, today) && accepted < atLocalTime(zone, today, cutOff);
  const day = inTime ? today : addBusinessDays(calendar, today, 1);
  return settlesAfterDays === 0 ? nextBusinessDay(calendar, day) : addBusinessDays(calendar, day, settlesAfterDays);
}

/** Banking business days that a recall may stay without an answer (SCT rulebook 4.3.2.2). */
const recallDays = 15;
/** Banking business days after settlement in which a payment can be returned as such (SCT rulebook 4.2). */
const returnDays = 3;

export function recallDeadline(rail: Rail, asked: Date): Date {
  const { calendar, zone } = railRules[rail];
  return endOfDay(zone, addBusinessDays(calendar, localDate(zone, asked), recallDays));
}

/** Whether a received payment may still go back as a return; afterwards, and after SEPA Instant, it is a new payment. */
export function canReturn(rail: Rail, settled: string, now: Date): boolean {
  const { calendar, zone } = railRules[rail];
  return rail !== 'sct_inst' && localDate(zone, now) <= addBusinessDays(calendar, settled, returnDays);
}

/** Where a wire is to go, and by which networks the debtor's program may send it. */
export interface RouteQuestion {
  readonly currency: string;
  readonly creditor: RailAccount;
  readonly instant: boolean;
  readonly fallback: boolean;
  /** The rails of the program for the currency. */
  readonly allowed: readonly Rail[];
}

export type Route = { readonly rail: Rail; readonly reason: string } | { readonly rail: null; readonly reason: string };

/** Countries of the SEPA schemes beside the European Economic Area, by the prefix of their IBANs. */
const sepaBeyond = 'AD AL CH GB GI MC MD ME MK RS SM VA'.split(' ');
/** Where every bank has to be reachable by SEPA Instant: the euro area. */
const euroArea = 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' ');

export function isEeaOrUk(country: string): boolean {
  return isEea(country) || country === 'GB';
}

/** Chooses the network by currency, program and whether it is to be instant, and says why. */
export function routeOf(question: RouteQuestion): Route {
  const { currency, creditor, instant, allowed } = question;
  if (currency === 'EUR') return euroRoute(question);
  const rail = currency === 'GBP' ? 'fps' : currency === 'BGN' ? 'bisera' : undefined;
  if (rail === undefined || !allowed.includes(rail)) return none(`the program sends no ${currency} to other banks`);
  const country = creditor.iban?.slice(0, 2);
  if (rail === 'fps' && creditor.sortCode === null) return none('GBP goes to a sort code and account number only');
  if (rail === 'bisera' && country !== 'BG') return none('BGN goes to Bulgarian IBANs only');
  return {
    rail,
    reason: `${currency}: ${railRules[rail].name}${instant && rail === 'bisera' ? ', which is not instant' : ''}`,
  };
}

function euroRoute({ creditor, instant, fallback, allowed }: RouteQuestion): Route {
  const country = creditor.iban?.slice(0, 2);
  if (country === undefined || !(isEea(country) || sepaBeyond.includes(country))) {
    return none('EUR goes to IBANs of the SEPA countries only');
  }
  const bySct: Route = allowed.includes('sct')
    ? { rail: 'sct', reason: 'EUR, not instant' }
    : none('the program sends no EUR by SEPA Credit Transfer');
  if (!instant) return bySct;
  const unreached = !allowed.includes('sct_inst')
    ? 'the program has no SEPA Instant'
    : euroArea.includes(country)
      ? undefined
      : `SEPA Instant does not reach every bank in ${country}`;
  if (unreached === undefined) return { rail: 'sct_inst', reason: 'EUR, instant' };
  if (!fallback || bySct.rail === null) return none(unreached);
  return { rail: 'sct', reason: `${unreached}: SEPA Credit Transfer instead, as instant_fallback says` };
}

function none(reason: string): Route {
  return { rail: null, reason };
}

/** Sort code and account number of a British IBAN, as Faster Payments need them. */
export function withSortCode(account: RailAccount): RailAccount {
  if (account.sortCode !== null || account.iban?.startsWith('GB') !== true) return account;
  return { iban: account.iban, sortCode: account.iban.slice(8, 14), accountNumber: account.iban.slice(14) };
}
