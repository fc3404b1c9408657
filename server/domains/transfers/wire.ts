import { newId } from '../../kernel/ids.ts';
import type { PrepareContext } from '../../kernel/operation.ts';
import {
  entityNotFound,
  type FieldError,
  invalid,
  type Refused,
  refuse,
  validationError,
} from '../../kernel/refusal.ts';
import type { RailAccount, RailAddress, RailParty } from '../../ports/payment-rail/port.ts';
import { findAccount } from '../accounts/service.ts';
import { ownerOf, programsOfBalances } from '../ledger/service.ts';
import { addressOf } from '../parties/service.ts';
import type { Program } from '../programs/model.ts';
import { programsOf } from '../programs/service.ts';
import { screenCounterparty } from '../screening/service.ts';
import { isEeaOrUk, largestMinor, routeOf, settlementDate, type WireOrder, withSortCode } from '../wires/service.ts';
import type { Party, TransferRequest } from './model.ts';
import { noRoute, sanctioned } from './refusals.ts';
import type { ResolvedParty } from './rules.ts';

type WireRefusal = Refused<'validation_error' | 'entity_not_found' | 'no_route' | 'aml_match_found'>;

/**
 * Prepares a transfer to an account elsewhere: chooses the network, and gathers what that network has to be told of both
 * parties (spec 4.6). Refused with `no_route` where no network of the debtor's program reaches the creditor.
 */
export async function prepareWire(
  { caller, db, now, environment }: PrepareContext,
  body: TransferRequest,
  amountMinor: bigint,
  debtor: ResolvedParty,
  elsewhere: RailAccount,
): Promise<WireOrder | WireRefusal> {
  const { instance } = caller;
  const owner = await ownerOf(db, instance, debtor.balance);
  if (owner === undefined) return refuse(entityNotFound, { field: 'debtor' });
  if (owner.currency !== body.currency) return wrongCurrency(owner.currency);
  const programs = await programsOf(db, instance);
  const program = await programOf(db, instance, debtor.balance, programs);
  const account = withSortCode(elsewhere);
  const instant = body.is_instant === true;
  const fallback = body.instant_fallback === 'sct';
  const allowed = program?.rails[body.currency] ?? [];
  const route = routeOf({ currency: body.currency, creditor: account, instant, fallback, allowed });
  if (route.rail === null) return refuse(noRoute, { field: 'creditor', reason: route.reason });
  const creditor = partyOf(body.creditor, account);
  const debtorAddress = (await profileAddress(db, instance, owner.account)) ?? addressIn(body.debtor);
  const errors = [
    ...(amountMinor > largestMinor(route.rail) ? [tooLarge(route.rail)] : []),
    ...(route.rail === 'fps' || route.rail === 'bisera' ? nameErrors(body) : sepaErrors(body, account, debtorAddress)),
  ];
  if (errors.length > 0) return invalid(validationError, ...errors);
  const country = creditor.address?.country ?? account.iban?.slice(0, 2) ?? null;
  const screened = await screenCounterparty({ db, environment }, instance, { name: creditor.name, country });
  if (screened === 'match') return refuse(sanctioned, { field: 'creditor' });
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
    vop: body.vop || null,
    link: body.link || null,
    texts: textsOf(body),
    warnings: [],
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
  const user = (await findAccount(db, instance, account))?.user;
  const known = user == null ? undefined : await addressOf(db, instance, user);
  return known?.town != null && known.country !== null ? { ...known, line: null } : null;
}

const kept = ['reference2', 'reference3', 'reference4', 'origin_of_funds', 'description'] as const;

/** The texts of a request that only its own side sees; what was left empty is absent. */
export function textsOf(body: TransferRequest): Record<string, string> {
  return Object.fromEntries(kept.flatMap((name) => (body[name] ? [[name, body[name]]] : [])));
}
