import type { Database } from '../../kernel/database.ts';
import { normalizeIban } from '../../kernel/iban.ts';
import { newId } from '../../kernel/ids.ts';
import type { PrepareContext } from '../../kernel/operation.ts';
import {
  entityNotFound,
  type FieldError,
  invalid,
  isRefused,
  type Refused,
  refuse,
  validationError,
} from '../../kernel/refusal.ts';
import { isUkAccount } from '../../kernel/uk-modulus.ts';
import type { PayeeAccount } from '../../ports/payee-directory/port.ts';
import type { Rail, RailAccount, RailAddress, RailParty } from '../../ports/payment-rail/port.ts';
import { findAccount, findByExternalReference, findByIban, findBySortCode } from '../accounts/service.ts';
import { ownerOf, programsOfBalances, recentDebits } from '../ledger/service.ts';
import { addressOf } from '../parties/service.ts';
import type { Evidence } from '../payees/model.ts';
import { checkPayee, evidenceOf, isOurs } from '../payees/service.ts';
import type { Program } from '../programs/model.ts';
import { programsOf } from '../programs/service.ts';
import { screenCounterparty } from '../screening/service.ts';
import { isEeaOrUk, largestMinor, routeOf, settlementDate, type WireOrder, withSortCode } from '../wires/service.ts';
import type { Party, TransferRequest } from './model.ts';
import { duplicateSuspected, noRoute, sanctioned, vopRequired } from './refusals.ts';
import type { ResolvedParty } from './rules.ts';

const identifiers = ['balance', 'iban', 'sort_code', 'external_identifier'] as const;

/** What is wrong with a party's identifiers: exactly one is needed, and a sort code goes with an account number. */
export function partyErrors(field: 'debtor' | 'creditor', party: Party): FieldError[] {
  const given = identifiers.filter((name) => filled(party[name]));
  if (given.length !== 1) {
    const message =
      given.length === 0 ? 'names no balance, IBAN or account number' : `has several: ${given.join(', ')}`;
    return [{ field, rule: 'one_identifier', message }];
  }
  if (filled(party.sort_code) !== filled(party.account_number)) {
    return [{ field: `${field}.account_number`, rule: 'required', message: 'goes with a sort code' }];
  }
  if (filled(party.sort_code) && !isUkAccount(party.sort_code!, party.account_number!)) {
    return [{ field: `${field}.account_number`, rule: 'modulus', message: 'does not belong to the sort code' }];
  }
  return [];
}

function filled(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}

/**
 * Resolves a party to a balance by what never changes, or in the moment of the request (external identifiers).
 * Balances and external identifiers are the caller's own; account numbers lead to any instance. A debtor of another instance is refused like one that does not exist.
 */
export async function resolveParty(
  db: Database,
  instance: string,
  field: 'debtor' | 'creditor',
  party: Party,
): Promise<ResolvedParty | Elsewhere | Refused<'entity_not_found' | 'validation_error'>> {
  const address = [party.address, party.address1, party.zip, party.city].filter(filled).join(', ') || null;
  if (filled(party.balance)) return { instance, balance: party.balance!, account: null, number: null, address };
  if (filled(party.external_identifier)) {
    const found = await findByExternalReference(db, instance, party.external_identifier!);
    if (found === 'ambiguous') return ambiguous(field);
    if (found === undefined) return refuse(entityNotFound, { field });
    return { instance, balance: found.balance, account: null, number: null, address };
  }
  const entry = filled(party.iban)
    ? await findByIban(db, normalizeIban(party.iban!))
    : await findBySortCode(db, party.sort_code!, party.account_number!);
  if (field === 'debtor') {
    if (entry?.instance !== instance) return refuse(entityNotFound, { field });
  } else if (entry === undefined) return { elsewhere: accountOf(party) };
  const { iban, bic, sortCode, accountNumber } = entry!;
  return {
    instance: entry!.instance,
    balance: entry!.balance,
    account: entry!.account,
    number: { iban, bic, sortCode, accountNumber },
    address,
  };
}

/** An account of another institution. */
export interface Elsewhere {
  readonly elsewhere: RailAccount;
}

function accountOf({ iban, sort_code, account_number }: Party): RailAccount {
  return {
    iban: filled(iban) ? normalizeIban(iban!) : null,
    sortCode: filled(sort_code) ? sort_code! : null,
    accountNumber: filled(account_number) ? account_number! : null,
  };
}

function ambiguous(field: string): Refused<'validation_error'> {
  const message = 'several holders or several of their main accounts could be meant';
  return invalid(validationError, { field: `${field}.external_identifier`, rule: 'ambiguous', message });
}

/** Refuses a transfer from a balance to itself. */
export function sameParty(debtor: ResolvedParty, creditor: ResolvedParty): Refused<'validation_error'> | undefined {
  if (debtor.balance !== creditor.balance) return undefined;
  return invalid(validationError, { field: 'creditor', rule: 'same_party', message: 'is the debtor' });
}

type WireRefusal = Refused<
  'validation_error' | 'entity_not_found' | 'no_route' | 'aml_match_found' | 'vop_required' | 'duplicate_suspected'
>;

/**
 * Prepares a transfer to an account elsewhere: chooses the network, and gathers what that network has to be told of both
 * parties (spec 4.6). Refused with `no_route` where no network of the debtor's program reaches the creditor.
 */
export async function prepareWire(
  context: PrepareContext,
  body: TransferRequest,
  amountMinor: bigint,
  debtor: ResolvedParty,
  elsewhere: RailAccount,
): Promise<WireOrder | WireRefusal> {
  const { caller, db, now } = context;
  const { instance } = caller;
  const owner = await ownerOf(db, instance, debtor.balance);
  if (owner === undefined) return refuse(entityNotFound, { field: 'debtor' });
  if (owner.currency !== body.currency) return wrongCurrency(owner.currency);
  const programs = await programsOf(db, instance);
  const program = await programOf(db, instance, debtor.balance, programs);
  const account = withSortCode(elsewhere);
  const payee = payeeAccount(body.currency, account);
  // A number that would be ours and is nobody's: no other bank can have it.
  if (payee !== undefined && (await isOurs(db, instance, payee))) return refuse(entityNotFound, { field: 'creditor' });
  const route = chooseRoute(body, account, program);
  if (route.rail === null) return refuse(noRoute, { field: 'creditor', reason: route.reason });
  const creditor = partyOf(body.creditor, account);
  const debtorAddress = (await profileAddress(db, instance, owner.account)) ?? addressIn(body.debtor);
  const tooMuch = amountMinor > largestMinor(route.rail) ? [tooLarge(route.rail)] : [];
  const errors = [...tooMuch, ...partyDataErrors(route.rail, body, account, debtorAddress)];
  if (errors.length > 0) return invalid(validationError, ...errors);
  if (await isSanctioned(context, creditor)) return refuse(sanctioned, { field: 'creditor' });
  const twice = await duplicateOf(db, now, instance, {
    ...body,
    amountMinor,
    account: debtor.account ?? owner.account,
    program,
    payee: keyOf(account),
  });
  if (twice !== undefined) return twice;
  const verified = await verifiedPayee(context, body, payee, program);
  if (isRefused(verified)) return verified;
  return {
    instance,
    ids: { transaction: newId(), hold: newId(), fee: newId() },
    balance: debtor.balance,
    account: debtor.account,
    number: debtor.number,
    rail: route.rail,
    routeReason: route.reason,
    settlementDate: settlementDate(route.rail, now),
    amountMinor,
    currency: body.currency,
    programs,
    debtorAddress,
    creditor,
    reference: body.reference || null,
    endToEndId: body.end_to_end_id || null,
    purposeCode: body.purpose_code || null,
    evidence: verified.made,
    vop: (verified.made ?? verified.given)?.token ?? null,
    link: body.link || null,
    texts: textsOf(body),
    warnings: warningsOf(verified.made ?? verified.given),
  };
}

function wrongCurrency(currency: string): Refused<'validation_error'> {
  const message = `the debtor's balance is in ${currency}`;
  return invalid(validationError, { field: 'currency', rule: 'currency_mismatch', message });
}

async function programOf(
  db: PrepareContext['db'],
  instance: string,
  balance: string,
  programs: ReadonlyMap<string, Program>,
): Promise<Program | undefined> {
  return programs.get((await programsOfBalances(db, instance, [balance])).get(balance) ?? '');
}

function tooLarge(rail: string): FieldError {
  return { field: 'amount', rule: 'network_limit', message: `is more than ${rail} carries in one payment` };
}

function chooseRoute(
  { currency, is_instant, instant_fallback }: TransferRequest,
  creditor: RailAccount,
  program?: Program,
) {
  const allowed = program?.rails[currency] ?? [];
  return routeOf({ currency, creditor, instant: is_instant === true, fallback: instant_fallback === 'sct', allowed });
}

async function isSanctioned(
  { db, environment, caller }: PrepareContext,
  { name, address, iban }: RailParty,
): Promise<boolean> {
  const country = address?.country ?? iban?.slice(0, 2) ?? null;
  return (await screenCounterparty({ db, environment }, caller.instance, { name, country })) === 'match';
}

function partyDataErrors(rail: Rail, body: TransferRequest, account: RailAccount, debtorAddress: RailAddress | null) {
  return rail === 'fps' || rail === 'bisera' ? nameErrors(body) : sepaErrors(body, account, debtorAddress);
}

function nameErrors({ creditor }: TransferRequest): FieldError[] {
  return creditor.name ? [] : [required('creditor.name')];
}

function required(field: string): FieldError {
  return { field, rule: 'required', message: 'the payment network has to be told' };
}

/**
 * What the SEPA schemes want of the parties: the creditor's name; an address structured or hybrid, with town and country
 * in fields of their own, never as lines alone; and both addresses where a payment leaves the EEA and the UK.
 */
function sepaErrors(body: TransferRequest, account: RailAccount, debtorAddress: RailAddress | null): FieldError[] {
  const unstructured = (['debtor', 'creditor'] as const)
    .filter((side) => isUnstructured(body[side]))
    .map((side) => ({
      field: `${side}.address`,
      rule: 'address_unstructured',
      message: 'an address needs city and country in fields of their own',
    }));
  const errors = [...nameErrors(body), ...unstructured];
  if (errors.length > 0 || isEeaOrUk(account.iban!.slice(0, 2))) return errors;
  const { city, country } = body.creditor;
  if (!city) errors.push(required('creditor.city'));
  if (!country) errors.push(required('creditor.country'));
  if (debtorAddress === null) errors.push(required('debtor.address'));
  return errors;
}

function isUnstructured({ address, address1, zip, city, country }: Party): boolean {
  return Boolean(address || address1 || zip || city) && !(city && country);
}

function partyOf(party: Party, account: RailAccount): RailParty {
  return { ...account, name: party.name ?? '', bic: null, address: addressIn(party) };
}

/** The address that a request gives; null unless its town and country are known. */
function addressIn({ address, address1, city, zip, country }: Party): RailAddress | null {
  if (!city || !country) return null;
  return { line: address || null, street: address1 || null, postCode: zip || null, town: city, country };
}

async function profileAddress(
  db: PrepareContext['db'],
  instance: string,
  account: string,
): Promise<RailAddress | null> {
  const holder = await findAccount(db, instance, account);
  const known = holder && (await addressOf(db, instance, holder));
  return known?.town != null && known.country !== null ? { ...known, line: null } : null;
}

const kept = ['reference2', 'reference3', 'reference4', 'origin_of_funds', 'description'] as const;

/** The texts of a request that only its own side sees; what was left empty is absent. */
export function textsOf(body: TransferRequest): Record<string, string> {
  return Object.fromEntries(kept.flatMap((name) => (body[name] ? [[name, body[name]]] : [])));
}

function payeeAccount(currency: string, { iban, sortCode, accountNumber }: RailAccount): PayeeAccount | undefined {
  if (currency === 'EUR' && iban !== null) return { scheme: 'vop', iban };
  return sortCode === null || accountNumber === null ? undefined : { scheme: 'cop', sortCode, accountNumber };
}

/** Evidence that the payee was verified: the partner's own, or made now. */
interface Verified {
  readonly given: Evidence | undefined;
  readonly made: Evidence | undefined;
}

/**
 * Payee verification before every transfer that a directory serves, as the Instant Payments Regulation has it. Without a
 * token of the partner's the bank asks by itself, which never stops the transfer; where the program says `required`,
 * the token is needed.
 */
async function verifiedPayee(
  context: PrepareContext,
  { vop, creditor }: TransferRequest,
  account: PayeeAccount | undefined,
  program: Program | undefined,
): Promise<Verified | Refused<'validation_error' | 'entity_not_found' | 'vop_required'>> {
  const { caller, db, now } = context;
  if (vop) {
    const given = await evidenceOf(db, caller.instance, vop);
    if (given === undefined) return refuse(entityNotFound, { field: 'vop' });
    const about = account !== undefined && JSON.stringify(given.account) === JSON.stringify(account);
    if (!about) return badEvidence('other_payee', 'is about another account');
    return now < given.expiresAt ? { given, made: undefined } : badEvidence('expired', 'has expired');
  }
  if (program?.vop === 'required') return refuse(vopRequired, { field: 'vop' });
  if (account === undefined) return { given: undefined, made: undefined };
  const question = { account, name: creditor.name!, accountType: null, secondaryReference: null };
  return {
    given: undefined,
    made: await checkPayee(context, caller.instance, { ...question, user: null, merchant: null }),
  };
}

function badEvidence(rule: string, message: string): Refused<'validation_error'> {
  return invalid(validationError, { field: 'vop', rule, message });
}

function warningsOf(evidence: Evidence | undefined): string[] {
  if (evidence === undefined || evidence.result === 'MTCH') return [];
  const { result, code } = evidence;
  return [`payee verification: ${result === code ? code : `${result}, ${code}`}`];
}

/** What tells one payee from another. */
function keyOf({ iban, sortCode, accountNumber }: RailAccount): string {
  return iban ?? `${sortCode}|${accountNumber}`;
}

/** A transfer as far as it can be the same as another. */
interface Repeatable {
  readonly account: string;
  readonly program: Program | undefined;
  readonly payee: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly reference?: string | null;
}

/** Refuses a payment that was just made, where the program says how long that is. It is a guard, not a lock. */
async function duplicateOf(
  db: Database,
  now: Date,
  instance: string,
  { account, program, payee, amountMinor, currency, reference }: Repeatable,
): Promise<Refused<'duplicate_suspected'> | undefined> {
  if (program?.duplicate_window_s === undefined) return undefined;
  const since = new Date(now.getTime() - program.duplicate_window_s * 1000);
  const same = (await recentDebits(db, instance, account, since)).find(
    (debit) =>
      debit.amountMinor === amountMinor &&
      debit.currency === currency &&
      debit.reference === (reference || null) &&
      !['rejected', 'canceled'].includes(debit.status) &&
      payeeOf(debit.details) === payee,
  );
  return same && refuse(duplicateSuspected, { transaction: same.id });
}

function payeeOf(details: Readonly<Record<string, unknown>>): string {
  const { counterpart } = details as { readonly counterpart?: Record<string, string | null | undefined> };
  const { iban = null, sort_code: sortCode = null, account_number: accountNumber = null } = counterpart ?? {};
  return keyOf({ iban, sortCode, accountNumber });
}
