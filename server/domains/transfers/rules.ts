import type { BalanceFact, Facts, GateFact, MovementDraft, Posting, TransactionDraft } from '../../kernel/posting.ts';
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
import { clearingAccount, houseBalance } from '../ledger/service.ts';
import type { Program } from '../programs/model.ts';
import { countLimits, feeMinorOf, type LimitCategory } from '../programs/service.ts';

/** A party as resolved before any lock: only what never changes. */
export interface ResolvedParty {
  readonly instance: string;
  readonly balance: string;
  /** The account whose IBAN or account number was named: a virtual one has the money of its main account. */
  readonly account: string | null;
  /** That account's number, where the party was named by one. */
  readonly number: AccountNumber | null;
  readonly address: string | null;
}

export interface AccountNumber {
  readonly iban: string | null;
  readonly bic: string | null;
  readonly sortCode: string | null;
  readonly accountNumber: string | null;
}

/** What `decide` has to know beside the facts. */
export interface Transfer {
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly debtor: ResolvedParty;
  readonly creditor: ResolvedParty;
  readonly ids: { readonly debit: string; readonly credit: string; readonly fee: string };
  /** The programs of each side's instance. */
  readonly programs: { readonly debtor: ReadonlyMap<string, Program>; readonly creditor: ReadonlyMap<string, Program> };
  readonly reference?: string;
  readonly endToEndId?: string;
  readonly purposeCode?: string;
  readonly vop?: string;
  readonly texts: Readonly<Record<string, string>>;
}

type RefusalName =
  | 'entity_not_found'
  | 'validation_error'
  | 'account_not_active'
  | 'limit_exceeded'
  | 'insufficient_funds';

/** One side with its facts. */
interface PartySide {
  readonly party: ResolvedParty;
  readonly balance: BalanceFact;
  readonly gate: GateFact;
  readonly number: AccountNumber;
}

/**
 * Decides an internal transfer: between two holders' balances of one currency, both accounts active, within the limits
 * of the debtor's and the creditor's programs, out of what is available. Fees are part of the same work: both or neither.
 */
export function decideTransfer(transfer: Transfer, facts: Facts): Posting | Refused<RefusalName> {
  const debtor = sideOf(transfer.debtor, facts);
  if (debtor === undefined) return refuse(entityNotFound, { field: 'debtor' });
  const creditor = sideOf(transfer.creditor, facts);
  if (creditor === undefined) return refuse(entityNotFound, { field: 'creditor' });
  if (debtor.balance.currency !== transfer.currency) return wrongCurrency('debtor', debtor.balance.currency);
  if (creditor.balance.currency !== transfer.currency) return wrongCurrency('creditor', creditor.balance.currency);
  for (const [field, side] of [
    ['debtor', debtor],
    ['creditor', creditor],
  ] as const) {
    const closed = notActive(side, facts);
    if (closed !== undefined) return refuse(accountNotActive, { field, status: closed });
  }
  const out = limitsOf(transfer, 'debtor', debtor.balance, 'transfer_out', facts);
  if ('exceeded' in out) return refuse(limitExceeded, { field: 'debtor', ...out.exceeded });
  const into = limitsOf(transfer, 'creditor', creditor.balance, 'transfer_in', facts);
  if ('exceeded' in into) return refuse(limitExceeded, { field: 'creditor', ...into.exceeded });
  const feeMinor = feeMinorOf(programOf(transfer, 'debtor', debtor.balance), 'transfer_out', transfer);
  if (availableMinor(debtor.balance) < transfer.amountMinor + feeMinor) return refuse(insufficientFunds);
  return {
    transactions: transactionsOf(transfer, debtor, creditor, feeMinor),
    movements: movementsOf(transfer, feeMinor),
    counters: [...out.counters, ...into.counters],
    answer: { transaction: transfer.ids.debit, code: 'internal-transfer', status: 'completed' },
  };
}

/** A holder's balance with its gate; house accounts are nobody's to name. */
function sideOf(party: ResolvedParty, facts: Facts): PartySide | undefined {
  const balance = facts.balance({ instance: party.instance, id: party.balance });
  if (balance === undefined || balance.account === null) return undefined;
  const gate = facts.gate({ instance: party.instance, id: party.account ?? balance.account });
  return gate === undefined ? undefined : { party, balance, gate, number: party.number ?? balance };
}

/** The state that stops this side, its own account's or its main account's; undefined when money may pass. */
function notActive({ balance, gate }: PartySide, facts: Facts): string | undefined {
  const main = facts.gate({ instance: balance.instance, id: balance.account! });
  return [gate.state, main?.state ?? 'closed'].find((state) => state !== 'active');
}

function wrongCurrency(field: string, currency: string): Refused<'validation_error'> {
  return invalid(validationError, {
    field: 'currency',
    rule: 'currency_mismatch',
    message: `the ${field}'s balance is in ${currency}`,
  });
}

function availableMinor(balance: BalanceFact): bigint {
  return balance.postedMinor - balance.heldMinor - (balance.floorMinor ?? 0n);
}

function programOf({ programs }: Transfer, side: 'debtor' | 'creditor', { program }: BalanceFact): Program | undefined {
  return programs[side].get(program ?? '');
}

function limitsOf(
  transfer: Transfer,
  side: 'debtor' | 'creditor',
  balance: BalanceFact,
  category: LimitCategory,
  { now }: Facts,
) {
  return countLimits(programOf(transfer, side, balance), category, balance, transfer.amountMinor, now);
}

function transactionsOf(
  transfer: Transfer,
  debtor: PartySide,
  creditor: PartySide,
  feeMinor: bigint,
): TransactionDraft[] {
  const { ids, reference } = transfer;
  const within = debtor.party.instance === creditor.party.instance;
  const wires = wiresOf(transfer, debtor, creditor);
  const side = (own: PartySide, other: PartySide) => ({
    ...columns(own, transfer.currency),
    code: 'internal-transfer',
    amountMinor: transfer.amountMinor,
    ...(reference !== undefined && { reference }),
    details: { ...transfer.texts, counterpart: counterpartOf(other, within), ...(wires && { wires }) },
  });
  const debit: TransactionDraft = {
    ...side(debtor, creditor),
    id: ids.debit,
    side: 'debit',
    feeMinor,
    ...(within && { link: ids.credit }),
  };
  const credit: TransactionDraft = {
    ...side(creditor, debtor),
    id: ids.credit,
    side: 'credit',
    ...(within && { link: ids.debit }),
  };
  if (feeMinor === 0n) return [debit, credit];
  const fee: TransactionDraft = {
    ...columns(debtor, transfer.currency),
    id: ids.fee,
    code: 'fee',
    side: 'debit',
    amountMinor: feeMinor,
    parent: ids.debit,
  };
  return [debit, credit, fee];
}

function columns({ party, balance, gate }: PartySide, currency: string) {
  return {
    instance: party.instance,
    channel: 'internal',
    status: 'completed',
    currency,
    balance: balance.id,
    account: gate.id,
    merchant: gate.merchant,
    user: gate.user,
  };
}

/** What there is to say: details are kept with each transaction, and nothing is kept for what is absent. */
const given = (text: string | null | undefined) => text ?? undefined;

/** The other side as one side may see it: towards another instance only its name and number. */
function counterpartOf({ balance, gate, number }: PartySide, within: boolean): Record<string, unknown> {
  return {
    internal: true,
    name: gate.holderName,
    iban: given(number.iban),
    sort_code: given(number.sortCode),
    account_number: given(number.accountNumber),
    bic: given(number.bic),
    account: within ? gate.id : undefined,
    balance: within ? balance.id : undefined,
  };
}

/** Only where an IBAN or a sort code was used. */
function wiresOf(transfer: Transfer, debtor: PartySide, creditor: PartySide): Record<string, unknown> | undefined {
  if (transfer.debtor.number === null && transfer.creditor.number === null) return undefined;
  return {
    network: 'internal',
    sender_name: debtor.gate.holderName,
    sender_iban: given(debtor.number.iban),
    sender_bic: given(debtor.number.bic),
    sender_address: given(transfer.debtor.address),
    receiver_name: creditor.gate.holderName,
    receiver_iban: given(creditor.number.iban),
    end_to_end_id: transfer.endToEndId,
    purpose_code: transfer.purposeCode,
    vop: transfer.vop,
  };
}

/** Between two instances the money passes a clearing account in each, so that each one's books balance alone. */
function movementsOf({ debtor, creditor, amountMinor, currency, ids }: Transfer, feeMinor: bigint): MovementDraft[] {
  const clearing = (mine: string, theirs: string) => houseBalance(mine, clearingAccount(theirs), currency);
  const within = debtor.instance === creditor.instance;
  const movements: MovementDraft[] = [
    {
      instance: debtor.instance,
      amountMinor,
      currency,
      debit: debtor.balance,
      credit: within ? creditor.balance : clearing(debtor.instance, creditor.instance),
      debitTransaction: ids.debit,
      creditTransaction: within ? ids.credit : null,
    },
  ];
  if (!within) {
    movements.push({
      instance: creditor.instance,
      amountMinor,
      currency,
      debit: clearing(creditor.instance, debtor.instance),
      credit: creditor.balance,
      debitTransaction: null,
      creditTransaction: ids.credit,
    });
  }
  if (feeMinor > 0n) {
    movements.push({
      instance: debtor.instance,
      amountMinor: feeMinor,
      currency,
      debit: debtor.balance,
      credit: houseBalance(debtor.instance, 'fee-income', currency),
      debitTransaction: ids.fee,
      creditTransaction: null,
    });
  }
  return movements;
}
