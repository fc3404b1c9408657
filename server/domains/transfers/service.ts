import type { Database } from '../../kernel/database.ts';
import { normalizeIban } from '../../kernel/iban.ts';
import {
  entityNotFound,
  type FieldError,
  invalid,
  type Refused,
  refuse,
  validationError,
} from '../../kernel/refusal.ts';
import { passesModulusCheck, sandboxModulusTable } from '../../kernel/uk-modulus.ts';
import type { RailAccount } from '../../ports/payment-rail/port.ts';
import { findByExternalReference, findByIban, findBySortCode } from '../accounts/service.ts';
import type { Party } from './model.ts';
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
  if (filled(party.sort_code) && !passesModulusCheck(sandboxModulusTable, party.sort_code!, party.account_number!)) {
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
