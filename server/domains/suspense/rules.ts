import {
  addBusinessDays,
  atLocalTime,
  businessDaysBetween,
  type Calendar,
  endOfDay,
  localDate,
  type Zone,
} from '../../kernel/calendar.ts';
import { normalizeIban } from '../../kernel/iban.ts';
import { toMajor, toMinor } from '../../kernel/money.ts';
import type { BalanceRef, Facts, Plan, Posting } from '../../kernel/posting.ts';
import { accountNotActive, type Refused, refuse } from '../../kernel/refusal.ts';
import type { IncomingPayment, RailAddress } from '../../ports/payment-rail/port.ts';
import { houseBalance } from '../ledger/service.ts';
import type { QueueRail, QueueRecord, Rule } from './model.ts';
import type { SuspenseRow } from './store.ts';

/** Business days that a partner has; the day of entry is day 0. */
const windowDays = 10;
/** So many business days before its end the partner is reminded. */
const remindDays = 2;

const places: Readonly<Record<QueueRail, { readonly calendar: Calendar; readonly zone: Zone }>> = {
  sct: { calendar: 'TARGET', zone: 'Europe/Brussels' },
  sct_inst: { calendar: 'TARGET', zone: 'Europe/Brussels' },
  fps: { calendar: 'GB', zone: 'Europe/London' },
};

/** The review window of a transfer that enters the queue: when to remind, and when the tenth business day ends. */
export function windowOf(rail: QueueRail, entered: Date): { readonly remindAt: Date; readonly deadline: Date } {
  const { calendar, zone } = places[rail];
  const day = localDate(zone, entered);
  return {
    remindAt: atLocalTime(zone, addBusinessDays(calendar, day, windowDays - remindDays), '00:00'),
    deadline: endOfDay(zone, addBusinessDays(calendar, day, windowDays)),
  };
}

/** Business days left until a deadline; its own day counts. 0 once it has passed. */
function daysLeft(rail: QueueRail, deadline: Date, now: Date): number {
  const { calendar, zone } = places[rail];
  const lastMoment = new Date(deadline.getTime() - 1);
  return now >= deadline ? 0 : businessDaysBetween(calendar, localDate(zone, now), localDate(zone, lastMoment));
}

/** When operators look after what has expired: nine in the morning of the next business day of TARGET. */
export function nextMorning(now: Date): Date {
  const day = localDate('Europe/Brussels', now);
  return atLocalTime('Europe/Brussels', addBusinessDays('TARGET', day, 1), '09:00');
}

/** What the bookings of a record need of it. */
type Booked = Pick<
  SuspenseRow,
  'id' | 'transaction' | 'rail' | 'amountMinor' | 'currency' | 'account' | 'balance' | 'reference' | 'message'
> & { readonly instance: string };

/** The rail by which a transfer goes back: what came by SEPA Instant is returned by SEPA Credit Transfer. */
export function wayBack(rail: QueueRail): 'sct' | 'fps' {
  return rail === 'fps' ? 'fps' : 'sct';
}

export function releasePlan({ instance, balance, account, transaction, currency }: Booked): Plan {
  const suspense = houseBalance(instance, 'suspense', currency);
  return {
    balances: [balance, suspense].map((id) => ({ instance, id })),
    gates: [{ instance, id: account }],
    lookups: [{ instance, id: transaction }],
    transactions: [],
  };
}

/** Credits what was held to its account. Refused where the account has been blocked or closed since. */
export function decideRelease(record: Booked, facts: Facts): Posting | Refused<'account_not_active'> {
  const { instance, balance, account, transaction, amountMinor, currency } = record;
  const ref = (id: string): BalanceRef => ({ instance, id });
  const main = facts.balance(ref(balance))!.account!;
  const stopped = [account, main].map((id) => facts.gate(ref(id))!.state).find((state) => state !== 'active');
  if (stopped !== undefined) return refuse(accountNotActive, { status: stopped });
  return {
    transactions: [],
    movements: [
      {
        instance,
        amountMinor,
        currency,
        debit: houseBalance(instance, 'suspense', currency),
        credit: balance,
        debitTransaction: null,
        creditTransaction: transaction,
      },
    ],
    updates: [{ instance, transaction, status: 'completed' }],
    answer: {},
  };
}

/**
 * The way back begins: a further transaction, hidden, whose parent is the incoming one. The money stays on suspense
 * until the return is settled.
 */
export function decideReturn(record: Booked, returnId: string, reasonCode: string, facts: Facts): Posting {
  const { instance, transaction, rail, message, reference } = record;
  const incoming = facts.transaction({ instance, id: transaction })!;
  const { debtor, creditor, senderBic } = message;
  const channel = wayBack(rail);
  return {
    transactions: [
      {
        instance,
        id: returnId,
        code: 'wire-transfer',
        channel,
        status: 'pending',
        side: 'debit',
        amountMinor: incoming.amountMinor,
        currency: incoming.currency,
        balance: incoming.balance,
        account: incoming.account,
        merchant: incoming.merchant,
        user: incoming.user,
        parent: transaction,
        hidden: true,
        reasonCode,
        ...(reference !== null && { reference }),
        details: {
          counterpart: { internal: false, name: debtor.name, iban: debtor.iban, bic: senderBic },
          wires: {
            network: channel,
            sender_name: creditor.name,
            sender_iban: creditor.iban,
            receiver_name: debtor.name,
            receiver_iban: debtor.iban,
          },
        },
      },
    ],
    movements: [],
    jobs: [{ instance, name: 'wires.return', subject: returnId, data: { record: record.id, reason: reasonCode } }],
    answer: {},
  };
}

/** A record as the API and the webhooks show it at a moment (R6 of the reference). */
export function shownRecord(row: SuspenseRow, at: Date): QueueRecord {
  const { debtor, senderBic, endToEndId } = row.message;
  return {
    token: row.id,
    status: row.status,
    rail: row.rail,
    is_instant: row.rail === 'sct_inst',
    amount: toMajor(row.amountMinor, row.currency),
    currency: row.currency,
    reference: row.reference,
    merchant: row.merchant,
    user: row.user,
    account: row.account,
    balance: row.balance,
    transaction: row.transaction,
    return_transaction: row.returnId,
    wires: {
      sender_name: debtor.name,
      sender_iban: debtor.iban,
      sender_sort_code: debtor.sortCode,
      sender_account_number: debtor.accountNumber,
      sender_bic: debtor.bic ?? senderBic,
      sender_address: addressText(debtor.address),
      sender_country: debtor.address?.country ?? debtor.iban?.slice(0, 2) ?? null,
      end_to_end_id: endToEndId,
    },
    queued_at: row.queuedAt.toISOString(),
    deadline: row.deadline.toISOString(),
    business_days_left: daysLeft(row.rail, row.deadline, at),
    decision: row.decision,
  };
}

function addressText(address: RailAddress | null): string | null {
  if (address === null) return null;
  const { line, street, postCode, town, country } = address;
  return [line, street, postCode, town, country].filter(Boolean).join(', ') || null;
}

/** The first rule of a partner that fits a transfer, by every condition that the rule has. */
export function ruleFor(
  rules: readonly Rule[],
  { amountMinor, currency, debtor }: Pick<IncomingPayment, 'amountMinor' | 'currency' | 'debtor'>,
  merchant: string | null,
): Rule | undefined {
  const country = debtor.address?.country ?? debtor.iban?.slice(0, 2);
  const major = (amount: number | undefined) => (amount === undefined ? undefined : toMinor(amount, currency));
  return rules.find((rule) => {
    if (rule.merchant && rule.merchant !== merchant) return false;
    if (rule.currency !== undefined && rule.currency !== currency) return false;
    const [from, to] = [major(rule.amount_from), major(rule.amount_to)];
    if ((from !== undefined && amountMinor < from) || (to !== undefined && amountMinor > to)) return false;
    const { sender_ibans: ibans, sender_countries: countries } = rule;
    if (ibans !== undefined && !ibans.some((iban) => normalizeIban(iban) === debtor.iban)) return false;
    return countries === undefined || (country !== undefined && countries.includes(country));
  });
}
