import type { Queryable } from '../../kernel/database.ts';
import { plainArray } from '../../kernel/sql-array.ts';
import type { AcquiringProduct, Check, CheckType } from './model.ts';
import type { Profile, ProfileDefinition } from './profile.ts';
import type { Scorecard, ScorecardDefinition } from './scorecard.ts';

/** The SQL of what is done with applications: configuration, checks, reviews, stores. */

/** Writes the next version of a configuration. Two writers at once: the second meets the primary key (23505). */
export async function insertConfiguration(
  tx: Queryable,
  instance: string,
  kind: 'profile' | 'scorecard',
  code: string,
  definition: ProfileDefinition | ScorecardDefinition,
  appliedAt: Date,
): Promise<number> {
  const [row] = await tx.query<{ version: number }>(
    `insert into onboarding.configurations (instance_id, kind, code, version, definition, applied_at)
     select $1, $2, $3, coalesce(max(version), 0) + 1, $4, $5
       from onboarding.configurations
      where instance_id = $1 and kind = $2 and code = $3
     returning version`,
    [instance, kind, code, JSON.stringify(definition), appliedAt],
  );
  return row!.version;
}

async function readConfigurations<Definition>(db: Queryable, instance: string, kind: 'profile' | 'scorecard') {
  const rows = await db.query<{ version: number; definition: Definition }>(
    `select distinct on (code) version, definition
       from onboarding.configurations
      where instance_id = $1 and kind = $2
      order by code, version desc`,
    [instance, kind],
  );
  return rows.map(({ version, definition }) => ({ ...definition, version }));
}

/** The client profiles of an instance, each in its last version. */
export function readProfiles(db: Queryable, instance: string): Promise<Profile[]> {
  return readConfigurations<ProfileDefinition>(db, instance, 'profile');
}

/** The scorecard of an instance in its last version, if it has one of its own. */
export async function readScorecard(db: Queryable, instance: string): Promise<Scorecard | undefined> {
  return (await readConfigurations<ScorecardDefinition>(db, instance, 'scorecard'))[0];
}

/** Writes the checks of a new round, none of them done. */
export async function insertChecks(
  tx: Queryable,
  instance: string,
  application: string,
  round: number,
  types: readonly CheckType[],
): Promise<void> {
  await tx.query(
    `insert into onboarding.checks (instance_id, application_id, round, type, status, attempts, evidence)
     select $1, $2, $3, type, 'pending', 0, '{}' from unnest($4::text[]) as u (type)`,
    [instance, application, round, types],
  );
}

export async function updateCheck(
  tx: Queryable,
  instance: string,
  application: string,
  round: number,
  check: Check,
): Promise<void> {
  await tx.query(
    `update onboarding.checks
        set status = $5, reason = $6, attempts = $7, evidence = $8, at = $9
      where instance_id = $1 and application_id = $2 and round = $3 and type = $4`,
    [
      instance,
      application,
      round,
      check.type,
      check.status,
      check.reason,
      check.attempts,
      JSON.stringify(check.evidence),
      check.at,
    ],
  );
}

/** The checks of some applications, each of the round given beside it, in the order in which they are done. */
export async function readChecks(
  db: Queryable,
  instance: string,
  rounds: readonly { readonly id: string; readonly round: number }[],
): Promise<(Check & { readonly application: string })[]> {
  return db.query(
    `select c.application_id as application, c.type, c.status, c.reason, c.attempts, c.evidence, c.at
       from onboarding.checks c
       join unnest($2::uuid[], $3::integer[]) as u (id, round) on c.application_id = u.id and c.round = u.round
      where c.instance_id = $1
      order by c.application_id, array_position(array['risk', 'register', 'sanctions', 'adverse_media'], c.type)`,
    [instance, plainArray(rounds, ({ id }) => id), plainArray(rounds, ({ round }) => String(round))],
  );
}

/** What an underwriter did. */
export interface ReviewRow {
  readonly id: string;
  readonly application: string;
  readonly round: number;
  readonly action: 'assign' | 'request_info' | 'approve' | 'decline';
  readonly actor: string;
  readonly reason: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

export async function insertReview(tx: Queryable, instance: string, row: ReviewRow): Promise<void> {
  await tx.query(
    `insert into onboarding.reviews
       (instance_id, review_id, application_id, round, action, actor, reason, details, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      instance,
      row.id,
      row.application,
      row.round,
      row.action,
      row.actor,
      row.reason,
      JSON.stringify(row.details),
      row.at,
    ],
  );
}

/** What underwriters did with an application, in their order. */
export async function readReviews(db: Queryable, instance: string, application: string): Promise<ReviewRow[]> {
  return db.query<ReviewRow>(
    `select review_id as id, application_id as application, round, action, actor, reason, details, at
       from onboarding.reviews
      where instance_id = $1 and application_id = $2
      order by review_id`,
    [instance, application],
  );
}

/** A store with its terminal. */
export interface StoreRow {
  readonly id: string;
  readonly merchant: string;
  readonly application: string;
  readonly type: AcquiringProduct;
  readonly mid: string;
  readonly terminal: string;
  readonly tid: string;
  readonly createdAt: Date;
}

/** Takes a merchant ID and a terminal ID for a store; false when one of them is taken. */
export async function claimAcceptor(tx: Queryable, instance: string, store: StoreRow): Promise<boolean> {
  const mids = await tx.query(
    `insert into onboarding.mids (mid, instance_id, store_id) values ($1, $2, $3)
     on conflict do nothing returning mid`,
    [store.mid, instance, store.id],
  );
  if (mids.length === 0) return false;
  const tids = await tx.query(
    `insert into onboarding.tids (tid, instance_id, store_id) values ($1, $2, $3)
     on conflict do nothing returning tid`,
    [store.tid, instance, store.id],
  );
  return tids.length > 0;
}

export async function insertStore(tx: Queryable, instance: string, store: StoreRow): Promise<void> {
  await tx.query(
    `insert into onboarding.stores
       (instance_id, store_id, merchant_id, application_id, type, mid, terminal_id, tid, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      instance,
      store.id,
      store.merchant,
      store.application,
      store.type,
      store.mid,
      store.terminal,
      store.tid,
      store.createdAt,
    ],
  );
}

/** The stores of a merchant, oldest first. */
export async function readStores(db: Queryable, instance: string, merchant: string): Promise<StoreRow[]> {
  return db.query<StoreRow>(
    `select store_id as id, merchant_id as merchant, application_id as application, type, mid, terminal_id as terminal,
            tid, created_at as "createdAt"
       from onboarding.stores
      where instance_id = $1 and merchant_id = $2
      order by store_id`,
    [instance, merchant],
  );
}
