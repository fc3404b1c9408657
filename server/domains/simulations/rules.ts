import { toMajor } from '../../kernel/money.ts';
import type {
  BalanceFact,
  BalanceRef,
  CounterDraft,
  Facts,
  GateFact,
  MovementDraft,
  Posting,
  TransactionDraft,
} from '../../kernel/posting.ts';
import {
  accountNotActive,
  entityNotFound,
  insufficientFunds,
  limitExceeded,
  type Refused,
  refuse,
} from '../../kernel/refusal.ts';
import type { Program } from '../programs/model.ts';
import { countLimits, feeMinorOf } from '../programs/service.ts';

/** How the card's issuer or its holder's authentication answers a load: approved, or why not. */
export const loadOutcomes = [
  'approved',
  'declined',
  'insufficient_funds',
  'expired_card',
  'suspected_fraud',
  'issuer_unavailable',
  'three_ds_failed',
  'timeout',
] as const;

/** A load by an external card. */
export interface Load {
  readonly balance: BalanceRef;
  /** Where the money comes from, and where a fee goes. */
  readonly settlement: string;
  readonly feeIncome: string;
  readonly ids: { readonly load: string; readonly fee: string };
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly outcome: (typeof loadOutcomes)[number];
  readonly programs: ReadonlyMap<string, Program>;
}

/**
 * Decides a load: onto an active account, within the limits of its program, the fee taken in the same step. One that the
 * card's side refuses is a rejected transaction, hidden, which moves nothing and counts for no limit.
 */
export function decideLoad(
  load: Load,
  facts: Facts,
): Posting | Refused<'entity_not_found' | 'account_not_active' | 'limit_exceeded' | 'insufficient_funds'> {
  const { instance } = load.balance;
  const balance = facts.balance(load.balance);
  if (balance === undefined || balance.account === null) return refuse(entityNotFound, { field: 'balance' });
  const gate = facts.gate({ instance, id: balance.account })!;
  if (gate.state !== 'active') return refuse(accountNotActive, { field: 'balance', status: gate.state });
  if (load.outcome !== 'approved') {
    const row = { ...loadRow(load, gate), status: 'rejected', reasonCode: load.outcome, hidden: true };
    return posting(load, [row], [], [], gate);
  }
  const program = load.programs.get(balance.program ?? '');
  const counted = countLimits(program, 'load', balance, load.amountMinor, facts.now);
  if ('exceeded' in counted) return refuse(limitExceeded, { field: 'balance', ...counted.exceeded });
  const feeMinor = feeMinorOf(program, 'load', load);
  if (availableMinor(balance) + load.amountMinor < feeMinor) return refuse(insufficientFunds);
  return posting(load, loadRows(load, gate, feeMinor), loadMovements(load, feeMinor), counted.counters, gate);
}

function availableMinor(balance: BalanceFact): bigint {
  return balance.postedMinor - balance.heldMinor - (balance.floorMinor ?? 0n);
}

function loadRow({ balance, ids, amountMinor, currency }: Load, gate: GateFact): TransactionDraft {
  return {
    instance: balance.instance,
    id: ids.load,
    code: 'load',
    channel: 'load',
    status: 'completed',
    side: 'credit',
    amountMinor,
    currency,
    balance: balance.id,
    account: gate.id,
    merchant: gate.merchant,
    user: gate.user,
  };
}

function loadRows(load: Load, gate: GateFact, feeMinor: bigint): TransactionDraft[] {
  const row = { ...loadRow(load, gate), feeMinor };
  if (feeMinor === 0n) return [row];
  const { load: parent, fee: id } = load.ids;
  return [row, { ...loadRow(load, gate), id, code: 'fee', side: 'debit', amountMinor: feeMinor, parent }];
}

function loadMovements({ balance, settlement, feeIncome, ids, amountMinor, currency }: Load, feeMinor: bigint) {
  const { instance, id } = balance;
  const into: MovementDraft = {
    instance,
    amountMinor,
    currency,
    debit: settlement,
    credit: id,
    debitTransaction: null,
    creditTransaction: ids.load,
  };
  const fee: MovementDraft = {
    instance,
    amountMinor: feeMinor,
    currency,
    debit: id,
    credit: feeIncome,
    debitTransaction: ids.fee,
    creditTransaction: null,
  };
  return feeMinor === 0n ? [into] : [into, fee];
}

function posting(
  { ids, balance, amountMinor, currency }: Load,
  transactions: readonly TransactionDraft[],
  movements: readonly MovementDraft[],
  counters: readonly CounterDraft[],
  gate: GateFact,
): Posting {
  const { status, reasonCode = null } = transactions[0]!;
  return {
    transactions,
    movements,
    counters,
    answer: {
      transaction: ids.load,
      code: 'load',
      status,
      reason_code: reasonCode,
      account: gate.id,
      balance: balance.id,
      amount: toMajor(amountMinor, currency),
      currency,
      events: [
        ...transactions.map(({ id }) => ({ action: 'TRANSACTION.NEW', subject: id })),
        ...movements.map(() => ({ action: 'BALANCE.UPDATE', subject: balance.id })),
      ],
    },
  };
}
