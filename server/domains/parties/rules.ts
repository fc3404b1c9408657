import type { Profile, UserChange, UserInput, VerificationStatus } from './model.ts';
import { profileNames } from './model.ts';

export interface Risk {
  readonly level: 'low' | 'medium' | 'high';
  readonly score: number;
  readonly reasons: readonly string[];
}

export interface Verification {
  readonly status: VerificationStatus;
  /** Null as long as nothing was checked. */
  readonly risk: Risk | null;
}

/** The outcomes that a verification can come to. */
export type DecidedStatus = Extract<VerificationStatus, 'verified' | 'refused' | 'pending_review'>;

const asked = ['first_name', 'last_name', 'birthday', 'nationality', 'country'] as const;

/** Last names that let a test choose the outcome, in the sandbox only. */
const magicLastNames: Readonly<Record<string, Verification>> = {
  SANCTION: { status: 'pending_review', risk: { level: 'high', score: 100, reasons: ['sanctions_match'] } },
  REFER: { status: 'pending_review', risk: { level: 'medium', score: 50, reasons: ['referred'] } },
  DECLINE: { status: 'refused', risk: { level: 'high', score: 90, reasons: ['declined'] } },
};

/**
 * What the verification of a new user comes to at once. In the sandbox a person with the fields that are asked for is
 * verified in the answer unless the last name is a magic one; elsewhere verification begins later.
 */
export function verification(environment: 'sandbox' | 'production', profile: Profile): Verification {
  const complete = asked.every((name) => profile[name] !== undefined);
  if (environment !== 'sandbox' || !complete) return { status: 'not_started', risk: null };
  const magic = magicLastNames[profile.last_name!.trim().toUpperCase()];
  return magic ?? { status: 'verified', risk: { level: 'low', score: 10, reasons: [] } };
}

/** The part of a request that is kept as profile: an empty string says the same as nothing. */
export function profileOf(input: UserInput): Profile {
  const given = profileNames
    .map((name) => [name, input[name]] as const)
    .filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(given);
}

/** A profile after a change: what is absent stays as it is, an empty string clears. */
export function changedProfile(profile: Profile, change: UserChange): Profile {
  const named = profileNames.filter((name) => change[name] !== undefined);
  const kept = Object.entries(profile).filter(([name]) => !named.includes(name as keyof Profile));
  const given = named.filter((name) => change[name] !== '').map((name) => [name, change[name]]);
  return Object.fromEntries([...kept, ...given]);
}

/** Whether what a verification stands on has changed, so that it has to be done again. */
export function mustVerifyAgain(before: Profile, after: Profile): boolean {
  return asked.some((name) => before[name] !== after[name]);
}

/** By what a person is found on a list of sanctions. */
const screened = [
  'first_name',
  'middle_name',
  'last_name',
  'birthday',
  'nationality',
  'additional_nationality',
] as const;

/** Whether somebody has become another person to screening. */
export function mustScreenAgain(before: Profile, after: Profile): boolean {
  return screened.some((name) => String(before[name] ?? '') !== String(after[name] ?? ''));
}

/** What an outcome says of the risk when it comes from outside: the sandbox's caller, an operator, a vendor. */
export function verificationOf(result: DecidedStatus, reason: string | null): Verification {
  const reasons = reason === null ? [] : [reason];
  const risk = { verified: ['low', 10], pending_review: ['medium', 50], refused: ['high', 90] } as const;
  const [level, score] = risk[result];
  return { status: result, risk: { level, score, reasons } };
}

/** A person's name as counterparts see it. */
export function fullName(profile: Profile): string {
  return [profile.first_name, profile.middle_name, profile.last_name].filter((part) => part !== undefined).join(' ');
}

/** E-mail addresses are the same whatever their case. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}

/** National identifiers are the same whatever their case and blanks. */
export function identifierKey(identifier: string): string {
  return identifier.replace(/\s/g, '').toUpperCase();
}
