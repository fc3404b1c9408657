import { namedId } from '../../kernel/ids.ts';
import type {
  BalanceRef,
  Facts,
  GateFact,
  Plan,
  Posting,
  TransactionDraft,
  TransactionFact,
} from '../../kernel/posting.ts';
import { type Refused, refusal } from '../../kernel/refusal.ts';
import type { IncomingAnswer, IncomingPayment, Rail, ReceivedPayment } from '../../ports/payment-rail/port.ts';
import { houseBalance } from '../ledger/service.ts';
import type { Program } from '../programs/model.ts';
import { countLimits } from '../programs/service.ts';
import { type QueueRail, queueRails, type Rule } from '../suspense/model.ts';
import { suspended } from '../suspense/service.ts';
import { addressText, counterpartOf } from './outgoing.ts';
import { schemeKey } from './store.ts';

/** An incoming payment whose account is one of ours. */
export interface Arrival {
  readonly instance: string;
  /** The transaction's token, made of what the scheme calls the payment: the same payment is the same transaction. */
  readonly id: string;
  readonly record: string;
  readonly payment: IncomingPayment;
  /** The account that was named, virtual or not, its balance and that balance's currency. */
  readonly account: string;
  readonly balance: string;
  readonly programs: ReadonlyMap<string, Program>;
  /** The instance has the operator's approval for the queue. */
  readonly queueing: boolean;
  /** The partner's rules for what is queued. */
  readonly rules: readonly Rule[];
  /** It is queued whatever is configured. */
  readonly mustWait: boolean;
  /** The sender is on a sanctions list: nobody is credited before that has been looked into. */
  readonly isSanctioned: boolean;
  /** Real time, for schemes that want their answer in seconds. */
  readonly isLate: () => boolean;
}

/** The token of an incoming payment's transaction in an instance. */
export function incomingId(instance: string, payment: { rail: Rail; senderBic: string; id: string }): string {
  return namedId(`incoming|${instance}|${schemeKey(payment)}`);
}

export function arrivalPlan({ instance, id, payment, account, balance }: Arrival): Plan {
  const { rail, currency } = payment;
  const houses = [houseBalance(instance, `settlement:${rail}`, currency), houseBalance(instance, 'suspense', currency)];
  return {
    balances: [balance, ...houses].map((each) => ({ instance, id: each })),
    gates: [{ instance, id: account }],
    lookups: [{ instance, id }],
    transactions: [id],
  };
}

/** Why an arrival is not booked as it came: never seen outside, each becomes an answer to the scheme. */
const known = refusal({ name: 'known', code: 0, key: 'known', message: 'It is booked already' });
const unanswerable = refusal({ name: 'unanswerable', code: 0, key: 'unanswerable', message: 'It is refused' });
type ArrivalRefusal = Refused<'known' | 'unanswerable'>;

/**
 * Decides an incoming payment: credited; or held for the partner's decision; or, where the account is closed (AC04) or
 * blocked (AC06), of another currency or out of its limits, sent back: a transaction that moves nothing, hidden. One that
 * is booked already is answered as it was then.
 */
export function decideArrival(arrival: Arrival, facts: Facts): Posting | ArrivalRefusal {
  const { instance, id, payment, account, balance } = arrival;
  const ref = (of: string): BalanceRef => ({ instance, id: of });
  const booked = facts.transaction(ref(id));
  if (booked !== undefined) return { refused: known, data: { answer: answerOf(booked.details) } };
  const target = facts.balance(ref(balance));
  const gate = facts.gate(ref(account));
  if (target?.account == null || gate === undefined) return { refused: unanswerable, data: { answer: no('AC01') } };
  if (arrival.isLate()) return { refused: unanswerable, data: { answer: no('AB06') } };
  const stopped = [gate, facts.gate(ref(target.account))!].find(({ state }) => state !== 'active')?.state;
  if (stopped !== undefined) return sentBack(arrival, gate, stopped === 'closed' ? 'AC04' : 'AC06');
  if (target.currency !== payment.currency) return sentBack(arrival, gate, 'AM03');
  const program = arrival.programs.get(target.program ?? '');
  const counted = countLimits(program, 'transfer_in', target, payment.amountMinor, facts.now);
  if ('exceeded' in counted) return sentBack(arrival, gate, payment.rail === 'sct' ? 'MS03' : 'AM02');
  if (arrival.isSanctioned && !isQueueRail(payment)) return sentBack(arrival, gate, 'RR04');
  const waits = isQueued(arrival, program);
  const booking = waits ? held(arrival, payment, gate, facts.now) : credited(arrival, gate);
  return { ...booking, counters: counted.counters };
}

function isQueued({ payment, queueing, mustWait, isSanctioned }: Arrival, program: Program | undefined): boolean {
  if (!isQueueRail(payment)) return false;
  return (
    mustWait ||
    isSanctioned ||
    (queueing && program?.queue.enabled === true && program.queue.rails.includes(payment.rail))
  );
}

function isQueueRail(payment: IncomingPayment): payment is IncomingPayment & { rail: QueueRail } {
  return (queueRails as readonly string[]).includes(payment.rail);
}

const yes: IncomingAnswer = { accepted: true };
const no = (reasonCode: string): IncomingAnswer => ({ accepted: false, reasonCode });

/** What the scheme was told of a payment that is booked. */
function answerOf({ refused_with: code }: Readonly<Record<string, unknown>>): IncomingAnswer {
  return typeof code === 'string' ? no(code) : yes;
}

function credited(arrival: Arrival, gate: GateFact): Posting {
  const { instance, id, payment, balance } = arrival;
  const { amountMinor, currency, rail } = payment;
  return {
    transactions: [{ ...rowOf(arrival, gate), status: 'completed' }],
    movements: [
      {
        instance,
        amountMinor,
        currency,
        debit: houseBalance(instance, `settlement:${rail}`, currency),
        credit: balance,
        debitTransaction: null,
        creditTransaction: id,
      },
    ],
    answer: { answer: yes },
  };
}

function held(arrival: Arrival, payment: IncomingPayment, gate: GateFact, at: Date): Posting {
  const { instance, id, record, balance } = arrival;
  const { amountMinor, currency, rail } = payment;
  const { merchant, user } = gate;
  const queued = { ...payment, rail: rail as QueueRail };
  const { isSanctioned, rules } = arrival;
  return {
    transactions: [{ ...rowOf(arrival, gate), status: 'suspended' }],
    movements: [
      {
        instance,
        amountMinor,
        currency,
        debit: houseBalance(instance, `settlement:${rail}`, currency),
        credit: houseBalance(instance, 'suspense', currency),
        debitTransaction: null,
        creditTransaction: null,
      },
    ],
    ...suspended({
      instance,
      id: record,
      transaction: id,
      payment: queued,
      merchant,
      user,
      account: gate.id,
      balance,
      isSanctioned,
      rules,
      at,
    }),
    answer: { answer: yes },
  };
}

/** The scheme takes it back at once, so nothing moves; an instant rail has never had it settled: `rejected`. */
function sentBack(arrival: Arrival, gate: GateFact, reasonCode: string): Posting {
  const status = arrival.payment.rail === 'sct' || arrival.payment.rail === 'bisera' ? 'returned' : 'rejected';
  const row = rowOf(arrival, gate);
  const details = { ...row.details, refused_with: reasonCode };
  return {
    transactions: [{ ...row, status, reasonCode, hidden: true, details }],
    movements: [],
    answer: { answer: no(reasonCode) },
  };
}

function rowOf({ instance, id, payment, balance }: Arrival, gate: GateFact): Omit<TransactionDraft, 'status'> {
  const { rail, amountMinor, currency, debtor, creditor, senderBic, reference, endToEndId } = payment;
  return {
    instance,
    id,
    code: 'wire-transfer',
    channel: rail,
    side: 'credit',
    amountMinor,
    currency,
    balance,
    account: gate.id,
    merchant: gate.merchant,
    user: gate.user,
    ...(reference !== null && { reference }),
    details: {
      counterpart: counterpartOf({ ...debtor, bic: debtor.bic ?? senderBic }),
      wires: {
        network: rail,
        sender_name: debtor.name,
        sender_iban: debtor.iban,
        sender_bic: debtor.bic ?? senderBic,
        sender_address: addressText(debtor.address),
        receiver_name: creditor.name,
        receiver_iban: creditor.iban,
        end_to_end_id: endToEndId,
        network_reference: payment.id,
        purpose_code: payment.purposeCode,
      },
      scheme: { sender_bic: senderBic, settlement_date: payment.settlementDate },
    },
  };
}

/** The answer for the scheme that a decision came to. */
export function schemeAnswer(outcome: Posting | ArrivalRefusal): IncomingAnswer {
  const said = 'refused' in outcome ? outcome.data : outcome.answer;
  return said?.answer as IncomingAnswer;
}

/** A received payment as messages about it name it, from its transaction; undefined when that is no such payment. */
export function receivedFrom({
  channel,
  amountMinor,
  currency,
  details,
}: TransactionFact): ReceivedPayment | undefined {
  const { scheme, wires } = details as {
    readonly scheme?: { readonly sender_bic: string; readonly settlement_date: string };
    readonly wires?: { readonly network_reference?: string; readonly end_to_end_id?: string | null };
  };
  if (scheme === undefined || wires?.network_reference === undefined) return undefined;
  return {
    rail: channel as Rail,
    id: wires.network_reference,
    senderBic: scheme.sender_bic,
    endToEndId: wires.end_to_end_id ?? null,
    amountMinor,
    currency,
    settlementDate: scheme.settlement_date,
  };
}
