import { minorUnits } from '../../kernel/currency.ts';
import { isBic } from '../../kernel/iban.ts';
import { toMinor } from '../../kernel/money.ts';
import type { BalanceFact, Counter, CounterDraft } from '../../kernel/posting.ts';
import type { FieldError } from '../../kernel/refusal.ts';
import { shapeErrors } from '../../kernel/shape-errors.ts';
import {
  type FeeCategory,
  type LimitCategory,
  type Program,
  type ProgramDefinition,
  programDefinition,
} from './model.ts';

/** What is wrong with a definition: its shape first, and only when that is right, what its parts say to each other. */
export function definitionErrors(definition: unknown): FieldError[] {
  const shape = shapeErrors(programDefinition, definition);
  return shape.length > 0 ? shape : contradictions(definition as ProgramDefinition);
}

function contradictions(definition: ProgramDefinition): FieldError[] {
  const errors: FieldError[] = [];
  if (definition.secondary_currencies.includes(definition.primary_currency)) {
    errors.push({
      field: 'secondary_currencies',
      rule: 'distinct',
      message: 'the primary currency is not a secondary one',
    });
  }
  const allowed = new Set(definition.groups.allowed);
  for (const [group, code] of Object.entries(definition.groups.default)) {
    if (allowed.has(code)) continue;
    errors.push({ field: `groups.default.${group}`, rule: 'group_not_in_program', message: `${code} is not allowed` });
  }
  return [
    ...errors,
    ...railErrors(definition),
    ...issuerErrors(definition),
    ...ruleErrors(definition),
    ...amountErrors(definition),
  ];
}

function railErrors({ rails, primary_currency, secondary_currencies }: ProgramDefinition): FieldError[] {
  return Object.keys(rails)
    .filter((currency) => currency !== primary_currency && !secondary_currencies.includes(currency))
    .map((currency) => ({ field: `rails.${currency}`, rule: 'currency', message: 'is no currency of the program' }));
}

/** A limit limits something, a fee charges something, and each category and period has one limit. */
function ruleErrors({ limits, fees = [] }: ProgramDefinition): FieldError[] {
  const named = limits.map(({ category, period }) => `${category} ${period}`);
  const doubled = named.flatMap((name, index) =>
    named.indexOf(name) === index
      ? []
      : [{ field: `limits[${index}]`, rule: 'distinct', message: `there is a limit for ${name} already` }],
  );
  const idle = limits.flatMap(({ amount, count }, index) =>
    amount === undefined && count === undefined
      ? [{ field: `limits[${index}]`, rule: 'required', message: 'needs an amount or a count' }]
      : [],
  );
  const free = fees.flatMap(({ fixed, basis_points }, index) =>
    fixed === undefined && basis_points === undefined
      ? [{ field: `fees[${index}]`, rule: 'required', message: 'needs a fixed amount or basis points' }]
      : [],
  );
  return [...doubled, ...idle, ...free];
}

function issuerErrors({ issuer }: ProgramDefinition): FieldError[] {
  if (issuer === undefined) return [];
  return (['bg_bic', 'gb_bic'] as const)
    .filter((name) => !isBic(issuer[name]) || !issuer[name].startsWith(issuer.bank))
    .map((name) => ({ field: `issuer.${name}`, rule: 'bic', message: 'must be a BIC that begins with the bank code' }));
}

/** Amounts hold in every currency of the program, so they may have no more decimals than the coarsest one. */
function amountErrors(definition: ProgramDefinition): FieldError[] {
  const currencies = [definition.primary_currency, ...definition.secondary_currencies];
  const coarsest = currencies.reduce((a, b) => (minorUnits(a) <= minorUnits(b) ? a : b));
  const amounts = [
    { field: 'floor', amount: definition.floor },
    ...definition.limits.map(({ amount }, index) => ({ field: `limits[${index}].amount`, amount })),
    ...(definition.fees ?? []).map(({ fixed }, index) => ({ field: `fees[${index}].fixed`, amount: fixed })),
  ];
  return amounts
    .filter(({ amount }) => amount !== undefined && toMinor(amount, coarsest) === undefined)
    .map(({ field }) => ({ field, rule: 'decimals', message: `has more decimals than ${coarsest}` }));
}

/** What a program charges for an amount: fixed parts and shares, in minor units, each share rounded down. */
export function feeMinorOf(
  program: Program | undefined,
  category: FeeCategory,
  { amountMinor, currency }: { readonly amountMinor: bigint; readonly currency: string },
): bigint {
  return (program?.fees ?? [])
    .filter((fee) => fee.category === category)
    .reduce(
      (sum, { fixed = 0, basis_points: share = 0 }) =>
        sum + (toMinor(fixed, currency) ?? 0n) + (amountMinor * BigInt(share)) / 10_000n,
      0n,
    );
}

/** The limit that an amount would exceed. */
interface Exceeded {
  readonly category: LimitCategory;
  readonly period: string;
}

/**
 * Checks a program's limits of one category for a further amount on a balance, and gives the balance's counters as they
 * are once it is booked. Each period begins anew in UTC: day, week (Monday), month, year.
 */
export function countLimits(
  program: Program | undefined,
  category: LimitCategory,
  balance: BalanceFact,
  amountMinor: bigint,
  now: Date,
): { readonly counters: readonly CounterDraft[] } | { readonly exceeded: Exceeded } {
  const counters: CounterDraft[] = [];
  for (const limit of program?.limits ?? []) {
    if (limit.category !== category) continue;
    const { period, count: mostOften = Number.POSITIVE_INFINITY } = limit;
    const most = limit.amount === undefined ? undefined : toMinor(limit.amount, balance.currency);
    const counter = counted(amountMinor, balance, category, period, now);
    if ((most !== undefined && counter.sumMinor > most) || counter.count > mostOften) {
      return { exceeded: { category, period } };
    }
    if (period === 'transaction') continue;
    counters.push({ instance: balance.instance, id: balance.id, name: `${category}:${period}`, counter });
  }
  return { counters };
}

/** A counter with one more amount; it starts anew with each period. */
function counted(amountMinor: bigint, balance: BalanceFact, category: string, period: string, now: Date): Counter {
  const current = periodOf(period, now);
  const before = period === 'transaction' ? undefined : balance.counters[`${category}:${period}`];
  if (before === undefined || before.period !== current) return { period: current, sumMinor: amountMinor, count: 1 };
  return { period: current, sumMinor: before.sumMinor + amountMinor, count: before.count + 1 };
}

/** The name of the period, in UTC, that a moment lies in: a day, the Monday of a week, a month, a year. */
export function periodOf(period: string, now: Date): string {
  if (period === 'transaction' || period === 'lifetime') return 'all';
  const day = now.toISOString().slice(0, 10);
  if (period === 'daily') return day;
  if (period === 'monthly') return day.slice(0, 7);
  if (period === 'yearly') return day.slice(0, 4);
  const monday = new Date(now);
  monday.setUTCDate(now.getUTCDate() - ((now.getUTCDay() + 6) % 7));
  return monday.toISOString().slice(0, 10);
}
