import type { Queryable } from '../../kernel/database.ts';
import { invalid, isRefused, type Refused, validationError } from '../../kernel/refusal.ts';
import { insertConfiguration, readScorecard } from './check-store.ts';
import { type Profile, type ProfileDefinition, profileErrors, sandboxProfiles } from './profile.ts';
import { type Scorecard, type ScorecardDefinition, scorecardErrors, standardScorecard } from './scorecard.ts';

/** Applies an operator's client profile as the next version of its code; refused with each bad field. */
export async function applyProfile(
  tx: Queryable,
  instance: string,
  definition: unknown,
  appliedAt: Date,
): Promise<Profile | Refused<'validation_error'>> {
  const errors = profileErrors(definition);
  if (errors.length > 0) return invalid(validationError, ...errors);
  const valid = definition as ProfileDefinition;
  const version = await insertConfiguration(tx, instance, 'profile', valid.code, valid, appliedAt);
  return { ...valid, version };
}

/** Applies an operator's risk scorecard as its next version; refused with each bad field. */
export async function applyScorecard(
  tx: Queryable,
  instance: string,
  definition: unknown,
  appliedAt: Date,
): Promise<Scorecard | Refused<'validation_error'>> {
  const errors = scorecardErrors(definition);
  if (errors.length > 0) return invalid(validationError, ...errors);
  const valid = definition as ScorecardDefinition;
  return { ...valid, version: await insertConfiguration(tx, instance, 'scorecard', 'RISK', valid, appliedAt) };
}

/** The scorecard of an instance: its own, or the standard one. */
export async function scorecardOf(db: Queryable, instance: string): Promise<Scorecard> {
  return (await readScorecard(db, instance)) ?? { ...standardScorecard, version: 0 };
}

/** Gives a sandbox instance its client profiles. */
export async function seedProfiles(tx: Queryable, instance: string, appliedAt: Date): Promise<void> {
  for (const definition of sandboxProfiles) {
    const applied = await applyProfile(tx, instance, definition, appliedAt);
    if (isRefused(applied)) throw new Error(`sandbox profile ${definition.code}: ${JSON.stringify(applied.data)}`);
  }
}
