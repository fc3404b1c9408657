import type { Queryable } from '../../kernel/database.ts';
import { invalid, isRefused, type Refused, validationError } from '../../kernel/refusal.ts';
import type { Program, ProgramDefinition } from './model.ts';
import { definitionErrors } from './rules.ts';
import { insertProgram, readPrograms } from './store.ts';

export type { LimitCategory } from './model.ts';
export { countLimits, feeMinorOf } from './rules.ts';

// Programs change a few times a year and are read with every transfer: what a process has read holds for a second.
const freshMilliseconds = 1000;
const maxInstances = 1000;
const cache = new Map<string, { readonly readAt: number; readonly programs: Promise<Map<string, Program>> }>();

/**
 * The programs of an instance in their last versions, by code. What is answered may be up to a second old: programs are
 * versioned configuration, and no lock protects a decision against a change of them.
 */
export function programsOf(db: Queryable, instance: string): Promise<Map<string, Program>> {
  const cached = cache.get(instance);
  if (cached !== undefined && performance.now() - cached.readAt < freshMilliseconds) {
    // The read belongs to somebody else's transaction: that one's failure is not ours.
    return cached.programs.catch(() => read(db, instance));
  }
  const programs = read(db, instance);
  if (cache.size >= maxInstances) cache.clear();
  cache.set(instance, { readAt: performance.now(), programs });
  // Neither a failure nor an instance that is just being set up is worth remembering.
  programs.then(
    (found) => found.size === 0 && cache.delete(instance),
    () => cache.delete(instance),
  );
  return programs;
}

async function read(db: Queryable, instance: string): Promise<Map<string, Program>> {
  const programs = await readPrograms(db, instance);
  return new Map(programs.map((program) => [program.code, program]));
}

/**
 * Applies an operator's definition as the next version of its program. Refused with `validation_error`, one entry per
 * bad field, when it is not a program. Other processes follow within a second.
 */
export async function applyProgram(
  tx: Queryable,
  instance: string,
  definition: unknown,
  appliedAt: Date = new Date(),
): Promise<Program | Refused<'validation_error'>> {
  const errors = definitionErrors(definition);
  if (errors.length > 0) return invalid(validationError, ...errors);
  const valid = definition as ProgramDefinition;
  const version = await insertProgram(tx, instance, valid, appliedAt);
  cache.delete(instance);
  return { ...valid, version };
}

/** Gives a sandbox instance its six programs. */
export async function seedPrograms(tx: Queryable, instance: string, appliedAt: Date = new Date()): Promise<void> {
  for (const definition of sandboxPrograms) {
    const applied = await applyProgram(tx, instance, definition, appliedAt);
    if (isRefused(applied)) throw new Error(`sandbox program ${definition.code}: ${JSON.stringify(applied.data)}`);
  }
}

const consumer: ProgramDefinition = {
  code: 'EUR-CONSUMER',
  account_type: 'default',
  primary_currency: 'EUR',
  secondary_currencies: [],
  iban_mode: 'primary',
  skip_iban: false,
  kyc: { natural_person: 'required', merchant: 'required' },
  cards: {
    virtual: true,
    plastic: true,
    convert: true,
    wallets: ['apple', 'google'],
    max_name_length: 22,
    pin_sms: true,
    aml_on: [],
  },
  processor: 'simulator',
  direct_issuing: true,
  groups: {
    default: { usage: 'USG1', limits: 'LIM1', fees: 'FEE1' },
    allowed: ['USG1', 'USG-NO-ATM', 'LIM1', 'LIM-GOLD', 'FEE1'],
  },
  queue: { enabled: true, rails: ['sct', 'sct_inst', 'fps'] },
  rails: { EUR: ['sct_inst', 'sct'] },
  product_types: ['account-opening', 'card-issuing'],
  limits: [
    { category: 'transfer_out', period: 'transaction', amount: 1_000_000 },
    { category: 'transfer_out', period: 'daily', amount: 100_000_000 },
  ],
  floor: 0,
  vop: 'automatic',
};

/** The programs that every sandbox has, as the sandbox's description promises them. */
export const sandboxPrograms: readonly ProgramDefinition[] = [
  consumer,
  { ...consumer, code: 'EUR-BUSINESS' },
  { ...consumer, code: 'GBP-CONSUMER', primary_currency: 'GBP', rails: { GBP: ['fps'] } },
  {
    ...consumer,
    code: 'MULTI-BUSINESS',
    secondary_currencies: ['GBP', 'BGN'],
    iban_mode: 'per_balance',
    rails: { EUR: ['sct_inst', 'sct'], GBP: ['fps'], BGN: ['bisera'] },
  },
  { ...consumer, code: 'BGN-CONSUMER', primary_currency: 'BGN', rails: { BGN: ['bisera'] } },
  {
    ...consumer,
    code: 'EUR-GIFT',
    skip_iban: true,
    kyc: { natural_person: 'optional', merchant: 'required' },
    cards: { ...consumer.cards, aml_on: ['activate_non_personalized'] },
  },
];
