import type {
  BalanceFact,
  BalanceRef,
  Facts,
  GateFact,
  HoldEndDraft,
  MovementDraft,
  Plan,
  Posting,
  RecordKind,
  StatusDraft,
  TransactionDraft,
} from '../../kernel/posting.ts';
import { recordOf } from '../../kernel/posting.ts';
import {
  accountNotActive,
  entityNotFound,
  insufficientFunds,
  invalid,
  limitExceeded,
  type Refused,
  refuse,
  validationError,
} from '../../kernel/refusal.ts';
import type { Rail, RailAddress, RailParty } from '../../ports/payment-rail/port.ts';
import { houseBalance } from '../ledger/service.ts';
import type { Evidence } from '../payees/model.ts';
import { evidenceRecord } from '../payees/service.ts';
import type { Program } from '../programs/model.ts';
import { countLimits, feeMinorOf } from '../programs/service.ts';
import { networkIdOf, type Wire } from './model.ts';
import { insertWires } from './store.ts';

/** A customer's instruction to pay an account elsewhere, its route chosen: what `decide` has to know beside the facts. */
export interface WireOrder {
  readonly instance: string;
  readonly ids: { readonly transaction: string; readonly hold: string; readonly fee: string };
  readonly balance: string;
  /** The virtual account that was named, and its number. */
  readonly account: string | null;
  readonly number: Pick<RailParty, 'iban' | 'bic' | 'sortCode' | 'accountNumber'> | null;
  readonly rail: Rail;
  readonly routeReason: string;
  readonly settlementDate: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly programs: ReadonlyMap<string, Program>;
  /** Where the debtor lives, by the profile or else by the request. */
  readonly debtorAddress: RailAddress | null;
  readonly creditor: RailParty;
  readonly reference: string | null;
  readonly endToEndId: string | null;
  readonly purposeCode: string | null;
  /** Evidence that the payee was verified: made for this transfer, and written with it. */
  readonly evidence: Evidence | undefined;
  readonly vop: string | null;
  readonly link: string | null;
  readonly texts: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
}

const wireKind: RecordKind<Wire> = { name: 'wires.wires', write: insertWires };

export function orderPlan({ instance, balance, account, ids }: WireOrder): Plan {
  return {
    balances: [{ instance, id: balance }],
    gates: account === null ? [] : [{ instance, id: account }],
    transactions: [ids.transaction],
  };
}

/**
 * Accepts a wire: the account active, within the limits, amount and fee out of what is available. Both are held, and
 * booked once the payment is settled; the money leaves by the job that hands it in.
 */
export function decideOrder(
  order: WireOrder,
  facts: Facts,
):
  | Posting
  | Refused<'entity_not_found' | 'validation_error' | 'account_not_active' | 'limit_exceeded' | 'insufficient_funds'> {
  const { instance, ids, amountMinor, currency } = order;
  const ref = (id: string): BalanceRef => ({ instance, id });
  const balance = facts.balance(ref(order.balance));
  const gate = balance?.account == null ? undefined : facts.gate(ref(order.account ?? balance.account));
  if (balance === undefined || gate === undefined) return refuse(entityNotFound, { field: 'debtor' });
  if (balance.currency !== currency) {
    const message = `the debtor's balance is in ${balance.currency}`;
    return invalid(validationError, { field: 'currency', rule: 'currency_mismatch', message });
  }
  const stopped = [gate, facts.gate(ref(balance.account!))!].find(({ state }) => state !== 'active');
  if (stopped !== undefined) return refuse(accountNotActive, { field: 'debtor', status: stopped.state });
  const program = order.programs.get(balance.program ?? '');
  const counted = countLimits(program, 'transfer_out', balance, amountMinor, facts.now);
  if ('exceeded' in counted) return refuse(limitExceeded, { field: 'debtor', ...counted.exceeded });
  const feeMinor = feeMinorOf(program, 'transfer_out', { amountMinor, currency });
  const available = balance.postedMinor - balance.heldMinor - (balance.floorMinor ?? 0n);
  if (available < amountMinor + feeMinor) return refuse(insufficientFunds);
  const debtor = debtorOf(order, balance, gate);
  if (debtor.iban === null && debtor.accountNumber === null) {
    const message = 'has no account number to send from';
    return invalid(validationError, { field: 'debtor', rule: 'no_account_number', message });
  }
  return {
    transactions: [transactionOf(order, gate, debtor, feeMinor)],
    movements: [],
    holds: [
      {
        instance,
        id: ids.hold,
        balance: balance.id,
        transaction: ids.transaction,
        amountMinor: amountMinor + feeMinor,
      },
    ],
    counters: counted.counters,
    records: [
      recordOf(wireKind, instance, wireOf(order, debtor, feeMinor, facts.now)),
      ...(order.evidence === undefined ? [] : [evidenceRecord(instance, order.evidence)]),
    ],
    jobs: [{ instance, name: 'wires.follow', subject: ids.transaction }],
    answer: {
      transaction: ids.transaction,
      code: 'wire-transfer',
      status: 'pending',
      channel: order.rail,
      route_reason: order.routeReason,
      expected_settlement: order.settlementDate,
      warnings: order.warnings,
    },
  };
}

function debtorOf(order: WireOrder, balance: BalanceFact, gate: GateFact): RailParty {
  const { iban, bic, sortCode, accountNumber } = order.number ?? balance;
  return { name: gate.holderName, iban, bic, sortCode, accountNumber, address: order.debtorAddress };
}

function wireOf(order: WireOrder, debtor: RailParty, feeMinor: bigint, at: Date): Wire {
  const { instance, ids, rail, balance, amountMinor, currency, creditor, reference, endToEndId, purposeCode } = order;
  return {
    instance,
    transaction: ids.transaction,
    networkId: networkIdOf(ids.transaction),
    rail,
    state: 'queued',
    source: 'hold',
    balance,
    hold: ids.hold,
    feeId: feeMinor === 0n ? null : ids.fee,
    amountMinor,
    feeMinor,
    currency,
    settlementDate: order.settlementDate,
    message: { debtor, creditor, reference, endToEndId, purposeCode },
    returned: null,
    parent: null,
    reasonCode: null,
    acceptedAt: at,
    submittedAt: null,
    endedAt: null,
  };
}

function transactionOf(order: WireOrder, gate: GateFact, debtor: RailParty, feeMinor: bigint): TransactionDraft {
  const { instance, ids, rail, creditor, reference } = order;
  return {
    instance,
    id: ids.transaction,
    code: 'wire-transfer',
    channel: rail,
    status: 'pending',
    side: 'debit',
    amountMinor: order.amountMinor,
    feeMinor,
    currency: order.currency,
    balance: order.balance,
    account: gate.id,
    merchant: gate.merchant,
    user: gate.user,
    ...(order.link !== null && { link: order.link }),
    ...(reference !== null && { reference }),
    details: {
      ...order.texts,
      counterpart: counterpartOf(creditor),
      wires: {
        network: rail,
        sender_name: debtor.name,
        sender_iban: debtor.iban,
        sender_bic: debtor.bic,
        sender_address: addressText(debtor.address),
        receiver_name: creditor.name,
        receiver_iban: creditor.iban,
        end_to_end_id: order.endToEndId,
        network_reference: networkIdOf(ids.transaction),
        purpose_code: order.purposeCode,
        vop: order.vop,
      },
    },
  };
}

/** The other bank's customer as a transaction shows him. */
export function counterpartOf({
  name,
  iban,
  sortCode,
  accountNumber,
  bic,
  address,
}: RailParty): Record<string, unknown> {
  return {
    internal: false,
    name,
    iban,
    sort_code: sortCode,
    account_number: accountNumber,
    bic,
    country: address?.country ?? iban?.slice(0, 2),
    address: addressText(address),
  };
}

export function addressText(address: RailAddress | null): string | null {
  if (address === null) return null;
  const { line, street, postCode, town, country } = address;
  return [line, street, postCode, town, country].filter(Boolean).join(', ') || null;
}

/** What has to be locked and read to end a wire in any way. */
export function endPlan(wire: Wire): Plan {
  const { instance, balance, hold, transaction, parent, rail, currency, feeMinor, source } = wire;
  const houses = [houseBalance(instance, `settlement:${rail}`, currency)];
  if (feeMinor > 0n) houses.push(houseBalance(instance, 'fee-income', currency));
  if (source === 'suspense') houses.push(houseBalance(instance, 'suspense', currency));
  const ref = (id: string): BalanceRef => ({ instance, id });
  return {
    balances: [balance, ...houses].map(ref),
    holds: hold === null ? [] : [ref(hold)],
    lookups: [transaction, ...(parent === null ? [] : [parent])].map(ref),
    transactions: wire.feeId === null ? [] : [wire.feeId],
  };
}

/**
 * The payment is settled: what was held is captured and paid to the network, the fee with it. A hold that is gone (the
 * account was closed meanwhile) does not undo what another bank has been paid: the money is booked by force.
 */
export function decideSettlement(wire: Wire, facts: Facts): Posting {
  const { instance, transaction, balance, amountMinor, feeMinor, currency, parent, returned } = wire;
  const settlement = houseBalance(instance, `settlement:${wire.rail}`, currency);
  const held = wire.source === 'hold';
  const pay: MovementDraft = {
    instance,
    amountMinor,
    currency,
    debit: held ? balance : houseBalance(instance, 'suspense', currency),
    credit: settlement,
    debitTransaction: held ? transaction : null,
    creditTransaction: null,
    forced: held,
  };
  const updates: StatusDraft[] = [{ instance, transaction, status: 'completed' }];
  if (parent !== null) {
    updates.push({
      instance,
      transaction: parent,
      status: 'returned',
      ...(returned && { reasonCode: returned.reasonCode }),
    });
  }
  const ends = endHold(wire, facts, 'captured');
  if (wire.feeId === null) return { transactions: [], movements: [pay], holdEnds: ends, updates, answer: {} };
  const { merchant, user, account } = facts.transaction({ instance, id: transaction })!;
  const fee: TransactionDraft = {
    instance,
    id: wire.feeId,
    code: 'fee',
    channel: wire.rail,
    status: 'completed',
    side: 'debit',
    amountMinor: feeMinor,
    currency,
    balance,
    account,
    merchant,
    user,
    parent: transaction,
  };
  const charge: MovementDraft = {
    instance,
    amountMinor: feeMinor,
    currency,
    debit: balance,
    credit: houseBalance(instance, 'fee-income', currency),
    debitTransaction: fee.id,
    creditTransaction: null,
    forced: true,
  };
  return { transactions: [fee], movements: [pay, charge], holdEnds: ends, updates, answer: {} };
}

function endHold({ instance, hold }: Wire, facts: Facts, reason: 'captured' | 'released'): HoldEndDraft[] {
  const open = hold === null ? 0n : (facts.hold({ instance, id: hold })?.openMinor ?? 0n);
  return open === 0n ? [] : [{ instance, hold: hold!, amountMinor: open, reason }];
}

/** The payment will not be made: what was held is free again, the fee was never taken. */
export function decideFailure(
  wire: Wire,
  status: 'rejected' | 'canceled',
  reasonCode: string | null,
  facts: Facts,
): Posting {
  const { instance, transaction } = wire;
  const update: StatusDraft = { instance, transaction, status, ...(reasonCode !== null && { reasonCode }) };
  return {
    transactions: [],
    movements: [],
    holdEnds: endHold(wire, facts, 'released'),
    updates: [update],
    answer: {},
  };
}

/** A settled payment that came back. */
export interface ComesBack {
  /** Token of the transaction that credits it. */
  readonly id: string;
  readonly amountMinor: bigint;
  readonly reasonCode: string;
}

/** What has to be locked for it; `redemption-payable` for an account that is closed by now. */
export function comesBackPlan(wire: Wire, { id }: ComesBack): Plan {
  const { instance, balance, rail, currency, transaction } = wire;
  const houses = [
    houseBalance(instance, `settlement:${rail}`, currency),
    houseBalance(instance, 'redemption-payable', currency),
  ];
  return {
    balances: [balance, ...houses].map((each) => ({ instance, id: each })),
    lookups: [transaction, id].map((each) => ({ instance, id: each })),
    transactions: [id],
  };
}

/** A further transaction gives the money back to the debtor; the wire's own is `returned`. */
export function decideComesBack(wire: Wire, { id, amountMinor, reasonCode }: ComesBack, facts: Facts): Posting {
  const { instance, transaction, balance, rail, currency } = wire;
  const sent = facts.transaction({ instance, id: transaction })!;
  const main = facts.gate({ instance, id: facts.balance({ instance, id: balance })!.account! })!;
  const closed = main.state === 'closed';
  const back: TransactionDraft = {
    instance,
    id,
    code: 'wire-transfer',
    channel: rail,
    status: 'completed',
    side: 'credit',
    amountMinor,
    currency,
    balance,
    account: sent.account,
    merchant: sent.merchant,
    user: sent.user,
    parent: transaction,
    reasonCode,
    ...(sent.reference !== null && { reference: sent.reference }),
    details: { counterpart: sent.details.counterpart, wires: sent.details.wires },
  };
  const movement: MovementDraft = {
    instance,
    amountMinor,
    currency,
    debit: houseBalance(instance, `settlement:${rail}`, currency),
    credit: closed ? houseBalance(instance, 'redemption-payable', currency) : balance,
    debitTransaction: null,
    creditTransaction: closed ? null : id,
  };
  return {
    transactions: [back],
    movements: [movement],
    updates: [{ instance, transaction, status: 'returned', reasonCode }],
    answer: {},
  };
}
