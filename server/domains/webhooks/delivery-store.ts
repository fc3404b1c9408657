import type { Database, Queryable } from '../../kernel/database.ts';
import { plainArray } from '../../kernel/sql-array.ts';
import type { Standing } from './rules.ts';
import { type AttemptRow, type EndpointRow, insertAttempts, insertDeliveries, type SecretRow } from './store.ts';

/** An active endpoint as the delivery job sees it. */
export interface Target extends EndpointRow, SecretRow {
  readonly instance: string;
  readonly position: bigint;
  readonly leaseOwner: string | null;
  readonly leaseUntil: Date | null;
  /** Something waits for its next attempt, which is due, or for being delivered again. */
  readonly due: boolean;
}

/** All active endpoints of all instances, with their secrets. One statement, whatever their number. */
export async function readTargets(db: Queryable, now: Date): Promise<Target[]> {
  return db.query<Target>(
    `select e.instance_id as instance, e.endpoint_id as id, e.url, e.actions, e.programs, e.description, e.headers,
            e.active, e.api_key as "apiKey", e.created_at as "createdAt", e.updated_at as "updatedAt", c.position,
            c.lease_owner as "leaseOwner", c.lease_until as "leaseUntil", s.secret, s.previous_secret as previous,
            s.previous_until as "previousUntil",
            exists (select 1 from webhooks.deliveries d
                     where d.instance_id = e.instance_id and d.endpoint_id = e.endpoint_id and d.state = 'waiting'
                       and d.next_at <= $1)
            or exists (select 1 from webhooks.replays r
                        where r.instance_id = e.instance_id and r.endpoint_id = e.endpoint_id) as due
       from webhooks.endpoints e
       join webhooks.cursors c on c.instance_id = e.instance_id and c.endpoint_id = e.endpoint_id
       join webhooks.secrets s on s.instance_id = e.instance_id
      where e.active`,
    [now],
  );
}

/** An endpoint's lease: who serves it, and until when if nothing more is heard of it. */
export interface Lease {
  readonly instance: string;
  readonly endpoint: string;
  readonly owner: string;
}

/** Takes an endpoint that nobody serves, or whose server was not heard of in time; answers its position. */
export async function claim(db: Queryable, lease: Lease, until: Date, now: Date): Promise<bigint | undefined> {
  const [row] = await db.query<{ position: bigint }>(
    `update webhooks.cursors set lease_owner = $3, lease_until = $4
      where instance_id = $1 and endpoint_id = $2 and (lease_owner is null or lease_until <= $5)
     returning position`,
    [lease.instance, lease.endpoint, lease.owner, until, now],
  );
  return row?.position;
}

/** Another server has taken the endpoint over, or it was changed in a way that starts its delivery anew. */
export class LeaseLost extends Error {}

/** Stores the position and prolongs the lease, or gives it back (`until` null). Throws `LeaseLost`. */
export async function keep(db: Queryable, lease: Lease, position: bigint, until: Date | null): Promise<void> {
  const rows = await db.query(
    `update webhooks.cursors
        set position = $4, lease_until = $5, lease_owner = case when $5::timestamptz is null then null else lease_owner end
      where instance_id = $1 and endpoint_id = $2 and lease_owner = $3
     returning endpoint_id`,
    [lease.instance, lease.endpoint, lease.owner, position, until],
  );
  if (rows.length === 0) throw new LeaseLost();
}

/** Gives the lease back. Events before the position that were not answered are due at once for whoever comes next. */
export async function handBack(
  database: Database,
  lease: Lease,
  position: bigint,
  unanswered: readonly bigint[],
): Promise<void> {
  await database.transaction(async (tx) => {
    await keep(tx, lease, position, null);
    const deliveries = unanswered.map((event) => ({ endpoint: lease.endpoint, event }));
    if (deliveries.length > 0) await insertDeliveries(tx, lease.instance, deliveries);
  });
}

/** What came of one attempt: its log entry, when to try again, and whether the delivery stood in the table before. */
export interface Outcome {
  readonly attempt: AttemptRow;
  readonly standing: Standing;
  readonly stored: boolean;
}

/**
 * Records attempts and moves the position, all or nothing. The lease is checked first and locked with it, so a server
 * that lost it writes nothing. A record lost in a crash of the database only means that an event is delivered twice, so
 * nobody waits for the disk: the disk's time belongs to money.
 */
export async function record(
  database: Database,
  lease: Lease,
  position: bigint,
  until: Date,
  outcomes: readonly Outcome[],
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('set local synchronous_commit = off');
    await keep(tx, lease, position, until);
    await insertAttempts(
      tx,
      lease.instance,
      outcomes.map((outcome) => outcome.attempt),
    );
    const open = outcomes.filter((outcome) => outcome.standing.state !== 'delivered');
    if (open.length > 0) await writeOpen(tx, lease, open);
    const delivered = outcomes.filter((outcome) => outcome.stored && outcome.standing.state === 'delivered');
    if (delivered.length > 0) await dropDelivered(tx, lease, delivered);
  });
}

async function writeOpen(tx: Queryable, lease: Lease, outcomes: readonly Outcome[]): Promise<void> {
  await tx.query(
    `insert into webhooks.deliveries (instance_id, endpoint_id, event_no, state, tries, next_at)
     select $1, $2, event, state, tries, next_at
       from unnest($3::bigint[], $4::text[], $5::smallint[], $6::timestamptz[]) as u(event, state, tries, next_at)
         on conflict (instance_id, endpoint_id, event_no)
         do update set state = excluded.state, tries = excluded.tries, next_at = excluded.next_at`,
    [
      lease.instance,
      lease.endpoint,
      plainArray(outcomes, ({ attempt }) => attempt.event),
      plainArray(outcomes, ({ standing }) => standing.state),
      plainArray(outcomes, ({ attempt }) => String(attempt.attempt)),
      plainArray(outcomes, ({ standing }) => standing.nextAt.toISOString()),
    ],
  );
}

async function dropDelivered(tx: Queryable, lease: Lease, outcomes: readonly Outcome[]): Promise<void> {
  await tx.query(
    'delete from webhooks.deliveries where instance_id = $1 and endpoint_id = $2 and event_no = any($3::bigint[])',
    [lease.instance, lease.endpoint, plainArray(outcomes, ({ attempt }) => attempt.event)],
  );
}

/** Deliveries that are due, oldest first, without those that are under way. */
export async function readDue(
  db: Queryable,
  lease: Lease,
  now: Date,
  underWay: readonly bigint[],
  limit: number,
): Promise<{ event: bigint; tries: number }[]> {
  return db.query(
    `select event_no as event, tries from webhooks.deliveries
      where instance_id = $1 and endpoint_id = $2 and state = 'waiting' and next_at <= $3
        and event_no <> all ($4::bigint[])
      order by next_at, event_no
      limit $5`,
    [lease.instance, lease.endpoint, now, plainArray(underWay, (number) => number), limit],
  );
}

export interface Replay {
  readonly id: string;
  readonly position: bigint;
  readonly last: bigint;
}

export async function readReplay(db: Queryable, lease: Lease): Promise<Replay | undefined> {
  const [row] = await db.query<Replay>(
    `select replay_id as id, position, last from webhooks.replays
      where instance_id = $1 and endpoint_id = $2 order by replay_id limit 1`,
    [lease.instance, lease.endpoint],
  );
  return row;
}

/** Turns the next piece of a replay into deliveries that are due at once; ends the replay when it was the last piece. */
export async function advanceReplay(
  database: Database,
  lease: Lease,
  replay: Replay,
  piece: { readonly events: readonly bigint[]; readonly position: bigint },
): Promise<void> {
  const key = [lease.instance, lease.endpoint, replay.id];
  await database.transaction(async (tx) => {
    const deliveries = piece.events.map((event) => ({ endpoint: lease.endpoint, event }));
    if (deliveries.length > 0) await insertDeliveries(tx, lease.instance, deliveries);
    if (piece.position >= replay.last) {
      await tx.query(
        'delete from webhooks.replays where instance_id = $1 and endpoint_id = $2 and replay_id = $3',
        key,
      );
    } else {
      await tx.query(
        'update webhooks.replays set position = $4 where instance_id = $1 and endpoint_id = $2 and replay_id = $3',
        [...key, piece.position],
      );
    }
  });
}
