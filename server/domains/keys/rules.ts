import ipaddr from 'ipaddr.js';
import { toMinor } from '../../kernel/money.ts';
import { allows, type Caller, holdsScope, type Operation, scopes } from '../../kernel/operation.ts';
import type { BalanceRef, Counter, CounterDraft, Facts, Posting, TransactionDraft } from '../../kernel/posting.ts';
import { type FieldError, forbidden, type Refused, refuse } from '../../kernel/refusal.ts';
import type { KeyConstraints, KeyRow } from './model.ts';

type Named = Pick<Operation, 'name' | 'permission'>;

/** What is wrong with the scopes that a key is to have: unknown ones, and those that its giver does not hold itself. */
export function scopeErrors(asked: readonly string[], caller: Caller, operations: readonly Named[]): FieldError[] {
  return asked.flatMap((scope, index): FieldError[] => {
    const operation = operations.find(({ name }) => name === scope);
    const known = operation !== undefined || (scopes as readonly string[]).includes(scope);
    const field = `scopes[${index}]`;
    if (!known) return [{ field, rule: 'scope', message: `there is no scope and no operation ${scope}` }];
    const held = operation === undefined ? holdsScope(caller.scopes, scope) : allows(caller.scopes, operation);
    return held ? [] : [{ field, rule: 'scope_not_held', message: 'a key gives only scopes that it holds itself' }];
  });
}

/** What is wrong with constraints beyond their shape. */
export function constraintErrors({ ips = [], max_amount_per_transfer, daily_amount }: KeyConstraints): FieldError[] {
  const errors = ips.flatMap((ip, index): FieldError[] =>
    ipaddr.isValid(ip) || ipaddr.isValidCIDR(ip)
      ? []
      : [{ field: `constraints.ips[${index}]`, rule: 'ip', message: 'is no IP address and no range of them' }],
  );
  for (const [name, value] of Object.entries({ max_amount_per_transfer, daily_amount })) {
    if (value !== undefined && toMinor(value, 'EUR') === undefined) {
      errors.push({ field: `constraints.${name}`, rule: 'decimals', message: 'has more than two decimals' });
    }
  }
  return errors;
}

export function expiryErrors(expiresAt: string | null | undefined, now: Date): FieldError[] {
  if (!expiresAt || new Date(expiresAt) > now) return [];
  return [{ field: 'expires_at', rule: 'future', message: 'is over already' }];
}

/**
 * Whether a caller may change or renew another key: only one that can do no more than itself. Else whoever manages keys
 * could hand itself a stronger one. A key bound in what it may touch manages no other.
 */
export function refuseManaging(
  caller: Caller,
  key: Pick<KeyRow, 'apiKey' | 'scopes'> | undefined,
  operations: readonly Named[],
): Refused<'forbidden'> | undefined {
  const bound = boundBy(caller.constraints);
  if (bound !== undefined) return refuse(forbidden, { constraint: bound });
  if (key === undefined || key.apiKey === caller.key || scopeErrors(key.scopes, caller, operations).length === 0) {
    return undefined;
  }
  return refuse(forbidden, { reason: 'scope_not_held' });
}

/** No key locks itself out. */
export function ownKeyErrors(caller: Caller, { apiKey }: Pick<KeyRow, 'apiKey'>, field: string): FieldError[] {
  return apiKey === caller.key ? [{ field, rule: 'own_key', message: 'is the key of this call: use another one' }] : [];
}

const bounds = ['programs', 'merchants', 'max_amount_per_transfer', 'daily_amount'] as const;

/** The first constraint that binds what a key may touch; the addresses it calls from are another matter. */
export function boundBy(constraints: Caller['constraints']): string | undefined {
  return bounds.find((name) => constraints[name] !== undefined);
}

/** Whose account is touched; what is not said is not known, null is nobody. */
export interface Touched {
  readonly program?: string | null;
  readonly merchant?: string | null;
}

/** Refuses to touch an account outside the programs or merchants of the caller's key. */
export function refuseTouching(caller: Caller, { program, merchant }: Touched): Refused<'forbidden'> | undefined {
  const { programs, merchants } = caller.constraints as KeyConstraints;
  if (!isWithin(programs, program)) return outside('programs');
  return isWithin(merchants, merchant) ? undefined : outside('merchants');
}

function isWithin(list: readonly string[] | undefined, value: string | null | undefined): boolean {
  return list === undefined || value === undefined || (value !== null && list.includes(value));
}

function outside(constraint: string): Refused<'forbidden'> {
  return refuse(forbidden, { constraint });
}

/**
 * Holds a posting against the constraints of the caller's key: each debit of its instance is within the programs and
 * merchants and below the most per transfer, and all of them fit into what is left of the day. Fees are the bank's own
 * doing and count nowhere. Answers the posting with the day's counters, which stand on `counterBalance`.
 */
export function bindPosting(
  caller: Caller,
  posting: Posting,
  facts: Facts,
  counterBalance: BalanceRef,
): Posting | Refused<'forbidden'> {
  const { max_amount_per_transfer: most, daily_amount: daily } = caller.constraints as KeyConstraints;
  const debits = posting.transactions.filter(
    ({ instance, side, code }) => instance === caller.instance && side === 'debit' && code !== 'fee',
  );
  for (const { instance, balance, merchant, amountMinor, currency } of debits) {
    const program = facts.balance({ instance, id: balance })?.program ?? null;
    const refused = refuseTouching(caller, { program, merchant });
    if (refused !== undefined) return refused;
    if (most !== undefined && amountMinor > limitMinor(most, currency)) return outside('max_amount_per_transfer');
  }
  if (daily === undefined) return posting;
  const counters = dayCounters(caller, debits, facts, counterBalance);
  const over = counters.some(({ currency, draft }) => draft.counter.sumMinor > limitMinor(daily, currency));
  if (over) return outside('daily_amount');
  return { ...posting, counters: [...(posting.counters ?? []), ...counters.map(({ draft }) => draft)] };
}

/** A limit in a currency's minor units; a currency with fewer decimals than the limit rounds it down. */
function limitMinor(limit: number, currency: string): bigint {
  return toMinor(limit, currency) ?? toMinor(limit, 'EUR')! / 100n;
}

function dayCounters(
  caller: Caller,
  debits: readonly TransactionDraft[],
  facts: Facts,
  on: BalanceRef,
): { currency: string; draft: CounterDraft }[] {
  const period = facts.now.toISOString().slice(0, 10);
  return [...new Set(debits.map(({ currency }) => currency))].map((currency) => {
    const name = `key:${caller.key}:${currency}`;
    const amounts = debits.filter((debit) => debit.currency === currency).map(({ amountMinor }) => amountMinor);
    const kept = facts.balance(on)?.counters[name];
    const before: Counter = kept?.period === period ? kept : { period, sumMinor: 0n, count: 0 };
    const sumMinor = amounts.reduce((sum, amount) => sum + amount, before.sumMinor);
    return { currency, draft: { ...on, name, counter: { period, sumMinor, count: before.count + amounts.length } } };
  });
}
