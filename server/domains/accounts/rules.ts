import { makeIban } from '../../kernel/iban.ts';
import { toMinor } from '../../kernel/money.ts';
import type { BalanceFact, BalanceRef, Facts, MovementDraft, Posting, TransactionDraft } from '../../kernel/posting.ts';
import {
  accountNotActive,
  type FieldError,
  invalid,
  type Refused,
  refuse,
  validationError,
} from '../../kernel/refusal.ts';
import { completeAccountNumber, type ModulusTable } from '../../kernel/uk-modulus.ts';
import type { Holder } from '../parties/model.ts';
import type { Issuer, Program } from '../programs/model.ts';
import type { AccountNumber, AccountRow, AccountStatus } from './model.ts';

/** What a request to open an account comes to once its tokens are looked up. */
export interface Opening {
  readonly program: Program;
  readonly holder: Holder;
  /** The main account, with the currency of its primary balance, where a virtual account is asked for. */
  readonly main: { readonly account: AccountRow; readonly currency: string } | null;
  readonly skipNumbers: boolean;
}

/** Exactly one holder: a merchant or a user. */
export function holderErrors(merchant: string | null, user: string | null): FieldError[] {
  if (merchant === null && user === null) {
    return [
      { field: 'merchant', rule: 'required', message: 'give the merchant or the user who is to hold the account' },
    ];
  }
  if (merchant !== null && user !== null) {
    return [{ field: 'user', rule: 'exclusive', message: 'give either merchant or user' }];
  }
  return [];
}

/** Whether the account may be opened: the program's rules, and for a virtual account the checks of its main account. */
export function refuseOpening(opening: Opening): Refused<'validation_error' | 'account_not_active'> | undefined {
  const errors = [
    ...programErrors(opening),
    ...statusErrors(opening),
    ...verificationErrors(opening),
    ...mainErrors(opening),
  ];
  if (errors.length > 0) return invalid(validationError, ...errors);
  const { main, holder } = opening;
  if (main === null) return undefined;
  // A merchant's blocked main account may get virtual accounts; they stay stopped with it until it is active again.
  const open = holder.user === null ? main.account.status !== 'closed' : main.account.status === 'active';
  return open ? undefined : refuse(accountNotActive, { field: 'main' });
}

function programErrors({ program, skipNumbers, main }: Opening): FieldError[] {
  const errors: FieldError[] = [];
  if (main === null && program.account_type === 'breakage') {
    errors.push({ field: 'program', rule: 'operators_only', message: 'breakage accounts are opened by operators' });
  }
  if (skipNumbers && !program.skip_iban) {
    errors.push({
      field: 'skip_iban_generation',
      rule: 'not_allowed',
      message: `the program ${program.code} does not open accounts without account number`,
    });
  }
  return errors;
}

function statusErrors({ holder: { status } }: Opening): FieldError[] {
  return status === 'active' ? [] : [{ field: 'merchant', rule: 'not_active', message: `the merchant is ${status}` }];
}

/** A virtual account asks for a verified holder whatever the program says. */
function verificationErrors({ program, holder, main }: Opening): FieldError[] {
  const field = holder.user === null ? 'merchant' : 'user';
  const required = main !== null || program.kyc[field === 'user' ? 'natural_person' : 'merchant'] === 'required';
  if (!required || holder.verificationStatus === 'verified') return [];
  return [{ field, rule: 'not_verified', message: `the ${field} is not verified` }];
}

function mainErrors({ program, holder, main }: Opening): FieldError[] {
  if (main === null) return [];
  const { account, currency } = main;
  if (account.main !== null) {
    return [{ field: 'main', rule: 'virtual', message: 'a virtual account cannot be a main account' }];
  }
  if (account.merchant !== holder.merchant || account.user !== holder.user) {
    return [{ field: 'main', rule: 'same_holder', message: 'the main account belongs to another holder' }];
  }
  if (program.primary_currency !== currency) {
    return [{ field: 'program', rule: 'same_currency', message: `the main account is in ${currency}` }];
  }
  return [];
}

/**
 * The status after account_status: active and blocked may be changed into each other, and asking for what is already so
 * changes nothing. A closed account stays closed.
 */
export function nextStatus(
  current: AccountStatus,
  asked: 'active' | 'blocked',
): { readonly changed: boolean } | Refused<'account_not_active'> {
  if (current === 'closed') return refuse(accountNotActive);
  return { changed: current !== asked };
}

/** An account's balances to be emptied for good, and where what is left on them goes. */
export interface Sweep {
  readonly instance: string;
  readonly account: string;
  readonly target: string | null;
  readonly legs: readonly SweepLeg[];
  readonly holds: readonly BalanceRef[];
}

export interface SweepLeg {
  readonly balance: string;
  /** A balance of the holder, or the house account of what is owed to former holders. */
  readonly to: string;
  readonly toHolder: boolean;
  readonly ids: { readonly debit: string; readonly credit: string };
}

/**
 * Decides the end of an account: its open holds are released, and all that is left moves to the balance that was asked
 * for, where the currency fits, or is owed by the house. What the holder owes stays on the balance.
 */
export function decideSweep(sweep: Sweep, facts: Facts): Posting | Refused<'validation_error'> {
  const refused = refuseTarget(sweep, facts);
  if (refused !== undefined) return refused;
  const { instance } = sweep;
  const holdEnds = sweep.holds.map((ref) => {
    return { instance, hold: ref.id, amountMinor: facts.hold(ref)!.openMinor, reason: 'released' as const };
  });
  const moved = sweep.legs.flatMap((leg) => {
    const from = facts.balance({ instance, id: leg.balance })!;
    return from.postedMinor > 0n ? [sweptLeg(leg, from, facts)] : [];
  });
  return {
    holdEnds,
    transactions: moved.flatMap(({ transactions }) => transactions),
    movements: moved.map(({ movement }) => movement),
    answer: {},
  };
}

/** The target has to be an active balance of the same holder, on another account. */
function refuseTarget({ instance, account, target }: Sweep, facts: Facts): Refused<'validation_error'> | undefined {
  if (target === null) return undefined;
  const own = facts.gate({ instance, id: account })!;
  const other = facts.gate({ instance, id: facts.balance({ instance, id: target })!.account! })!;
  const error = (rule: string, message: string) => invalid(validationError, { field: 'sweep_to', rule, message });
  if (other.id === account) return error('same_account', 'belongs to the account that is to be closed');
  if (other.merchant !== own.merchant || other.user !== own.user) return error('same_holder', 'is of another holder');
  if (other.state !== 'active') return error('not_active', `is of an account that is ${other.state}`);
  return undefined;
}

function sweptLeg(
  { to, toHolder, ids }: SweepLeg,
  from: BalanceFact,
  facts: Facts,
): { transactions: TransactionDraft[]; movement: MovementDraft } {
  const { instance, currency, postedMinor: amountMinor } = from;
  const into = facts.balance({ instance, id: to })!;
  const side = (own: BalanceFact, counterpart: Record<string, unknown>) => {
    const gate = facts.gate({ instance, id: own.account! })!;
    const { merchant, user } = gate;
    const channel = toHolder ? 'internal' : 'system';
    const status = 'completed';
    const details = { description: 'Remaining funds of a closed account', counterpart };
    const code = 'internal-transfer';
    return {
      instance,
      code,
      channel,
      status,
      amountMinor,
      currency,
      balance: own.id,
      account: gate.id,
      merchant,
      user,
      details,
    };
  };
  const holder = toHolder ? counterpartOf(into, facts) : { internal: true, name: 'Redemption payable' };
  const debit = { ...side(from, holder), id: ids.debit, side: 'debit' as const };
  const movement = { instance, amountMinor, currency, debit: from.id, credit: to, debitTransaction: ids.debit };
  if (!toHolder) return { transactions: [debit], movement: { ...movement, creditTransaction: null } };
  const credit = {
    ...side(into, counterpartOf(from, facts)),
    id: ids.credit,
    side: 'credit' as const,
    link: ids.debit,
  };
  return {
    transactions: [{ ...debit, link: ids.credit }, credit],
    movement: { ...movement, creditTransaction: ids.credit },
  };
}

function counterpartOf(balance: BalanceFact, facts: Facts): Record<string, unknown> {
  const gate = facts.gate({ instance: balance.instance, id: balance.account! })!;
  return {
    internal: true,
    name: gate.holderName,
    iban: balance.iban,
    sort_code: balance.sortCode,
    account_number: balance.accountNumber,
    bic: balance.bic,
    account: gate.id,
    balance: balance.id,
  };
}

/** The currencies of an account's balances, the primary one first, and which of them get an account number. */
export function plannedBalances(program: Program): { currency: string; numbered: boolean }[] {
  const secondary = program.secondary_currencies.map((currency) => ({ currency, numbered: numbered(program, 1) }));
  return [{ currency: program.primary_currency, numbered: numbered(program, 0) }, ...secondary];
}

/** Whether the balance at this position gets a number: the primary one always, the others where the program says so. */
export function numbered(program: Program, position: number): boolean {
  return position === 0 || program.iban_mode === 'per_balance';
}

/** The floor of a balance in minor units; a finer one than the currency can express is refused with the program. */
export function floorMinor(program: Program, currency: string): bigint {
  return toMinor(program.floor, currency) ?? 0n;
}

/** The currencies in which accounts get a number of their own; in others a balance has only its token. */
export type NumberedCurrency = 'EUR' | 'BGN' | 'GBP';

export function hasNumbers(currency: string): currency is NumberedCurrency {
  return currency === 'EUR' || currency === 'BGN' || currency === 'GBP';
}

/** A source of random digits: so many, as text. */
export type Digits = (count: number) => string;

const ownAccountType = '10';
const virtualAccountType = '20';

/**
 * A random account number of the issuer: a British one for GBP, which passes the modulus check of its sort code, else a
 * Bulgarian one (bank, branch, account type, eight digits). It may be taken already.
 */
export function drawNumber(
  issuer: Issuer,
  currency: NumberedCurrency,
  virtual: boolean,
  table: ModulusTable,
  digits: Digits,
): AccountNumber {
  if (currency !== 'GBP') {
    const accountType = virtual ? virtualAccountType : ownAccountType;
    const iban = makeIban('BG', `${issuer.bank}${issuer.bg_branch}${accountType}${digits(8)}`);
    return { iban, bic: issuer.bg_bic, sortCode: null, accountNumber: null };
  }
  const sortCode = issuer.gb_sort_code;
  // One body in eleven cannot be completed under MOD11; that a hundred in a row cannot means a broken table.
  for (let attempt = 0; attempt < 100; attempt++) {
    const accountNumber = completeAccountNumber(table, sortCode, digits(7));
    if (accountNumber === undefined) continue;
    const iban = makeIban('GB', `${issuer.bank}${sortCode}${accountNumber}`);
    return { iban, bic: issuer.gb_bic, sortCode, accountNumber };
  }
  throw new Error(`no account number passes the modulus check of sort code ${sortCode}`);
}
