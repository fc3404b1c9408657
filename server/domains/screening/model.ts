import { type Static, Type } from 'typebox';
import { moment, nullable, oneOf, record, token } from '../../kernel/schema.ts';

/**
 * - list: one authority's sanctions list, by its code (`OFAC-SDN`, `EU-FSF`, `UN-SC`, `UK-SL`)
 * - edition: the state of all lists together; every load of a list makes the next one
 * - entry: one person, organisation, ship or aircraft on a list, with all its names
 * - subject: whom we hold against the lists: our customers (registered, and screened again when a list changes), or
 *   whoever a request names
 * - check: one screening that is kept as evidence; its id is the `aml` token
 * - case: a check that found a match and waits for an operator, who clears or confirms it
 */

const listCodes = ['OFAC-SDN', 'EU-FSF', 'UN-SC', 'UK-SL'] as const;
export type ListCode = (typeof listCodes)[number];

/** The days on which somebody may have been born, both included; one and the same for an exact date. */
export interface BirthSpan {
  readonly from: string;
  readonly to: string;
}

/** Weak: a low-quality alias, by the authority's own word. It tells little when it stands alone. */
export type NameStrength = 'primary' | 'alias' | 'weak';

/** An entry as read from an official file. */
export interface ListEntry {
  /** The authority's own identifier, stable from version to version. */
  readonly id: string;
  readonly kind: 'person' | 'organisation' | 'vessel' | 'aircraft';
  /** The primary name first. Personal names in the order given name, family name. */
  readonly names: readonly { readonly name: string; readonly strength: NameStrength }[];
  readonly births: readonly BirthSpan[];
  /** Nationalities of a person, seats of an organisation: ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
  /** Numbers of passports, identity cards, registers: letters and digits only, upper case. */
  readonly documents: readonly string[];
  readonly programs: readonly string[];
}

/** An entry with the place that it has in our library: the edition in which it came is part of the evidence. */
export interface LibraryEntry extends ListEntry {
  readonly list: ListCode;
  readonly addedIn: number;
}

/** Whom to hold against the lists. */
export interface Person {
  /** Unknown is held against persons and organisations alike: a counterparty of a payment. */
  readonly kind: 'person' | 'organisation' | 'unknown';
  readonly name: string;
  readonly aliases?: readonly string[];
  /** `YYYY-MM-DD`. */
  readonly birthday?: string | null;
  /** Nationalities of a person, seats of an organisation: ISO 3166-1 alpha-2. */
  readonly countries?: readonly string[];
  /** Numbers of identity documents or registers, in any form. They are compared and not kept. */
  readonly documents?: readonly string[];
}

/** Why a hit has its score: what each feature adds or takes, in hundredths; they add up to the score. */
export interface Feature {
  readonly feature: string;
  readonly points: number;
  readonly because: string;
}

/** An entry that is likely to be the one who was asked about. */
export interface Hit {
  readonly category: 'sanctions' | 'pep' | 'adverse_media';
  readonly list: string;
  /** The authority's or the provider's own identifier. */
  readonly entry: string;
  /** The name on the list that matched. */
  readonly name: string;
  /** 0 to 100. */
  readonly score: number;
  /** The listed date of birth, or its first possible day; null where the list has none. */
  readonly birthday: string | null;
  readonly features: readonly Feature[];
}

/**
 * What a screening found. `match`: at least one sanctions hit at or above the threshold. `unknown`: no list is loaded, or
 * the third party did not answer: never a reason to go on. PEP and adverse-media hits are in `hits` and raise the risk;
 * they make no match.
 */
export interface Screening {
  readonly status: 'clear' | 'match' | 'unknown';
  readonly hits: readonly Hit[];
  /** The edition of the lists that was held against; 0: none. */
  readonly edition: number;
  readonly policy: Policy;
}

/** What the operator decided for an instance. */
export interface Policy {
  /** The score from which on a hit counts. */
  readonly threshold: number;
  /** How long a clear check can be used. */
  readonly validDays: number;
}

export const subjectKinds = ['user', 'merchant', 'company', 'member'] as const;
export type SubjectKind = (typeof subjectKinds)[number];

/** A customer, or somebody of one, who is screened again when a list changes. */
export interface Subject extends Person {
  readonly subject: SubjectKind;
  readonly id: string;
}

const checkStatuses = ['clear', 'match', 'cleared', 'confirmed'] as const;
export type CheckStatus = (typeof checkStatuses)[number];

/** Evidence of one screening. */
export interface Check {
  readonly id: string;
  readonly origin: 'aml_check' | 'customer' | 'list_change';
  readonly subject: { readonly kind: SubjectKind; readonly id: string } | null;
  /** Who was asked about, as asked. */
  readonly asked: Omit<Person, 'documents'>;
  readonly edition: number;
  readonly threshold: number;
  readonly status: CheckStatus;
  readonly hits: readonly Hit[];
  /** The key, job or operator that had it done. */
  readonly actor: string;
  readonly checkedAt: Date;
  readonly expiresAt: Date;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly reason: string | null;
}

/** What the sandbox answers for names that fit a pattern: lower case, `*` for anything. */
export interface Simulated {
  readonly pattern: string;
  readonly outcome: 'clear' | 'match' | 'processor_error';
  readonly list: string;
  readonly score: number;
}

/** A hit as callers and webhooks see it. */
export const match = record({
  list: Type.String({ description: 'List or source' }),
  name: Type.String({ description: 'Name on the list' }),
  score: Type.Integer({ minimum: 0, maximum: 100 }),
  birthday: nullable(Type.String({ description: 'Date of birth on the list' })),
});
export type Match = Static<typeof match>;

/** The data of a successful aml_check. */
export const clearCheck = record({
  token: token('The check: `aml` of cards and users'),
  status: oneOf(['clear']),
  checked_at: moment('When'),
  expires_at: moment('Until when the token can be used'),
});

export const exampleCheck = {
  token: '01939e6c-7b00-7c11-8a00-3b6d1f0e9c01',
  status: 'clear',
  checked_at: '2026-11-20T10:15:30.000Z',
  expires_at: '2026-12-20T10:15:30.000Z',
} as const;
