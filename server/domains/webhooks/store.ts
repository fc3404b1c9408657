import type { Queryable } from '../../kernel/database.ts';
import { plainArray, textArray } from '../../kernel/sql-array.ts';

/** An endpoint as its row holds it: the headers are sealed. */
export interface EndpointRow {
  readonly id: string;
  readonly url: string;
  readonly actions: string[];
  readonly programs: string[];
  readonly description: string;
  readonly headers: Buffer;
  readonly active: boolean;
  readonly apiKey: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface SecretRow {
  readonly secret: Buffer;
  readonly previous: Buffer | null;
  readonly previousUntil: Date | null;
}

export async function readSecret(db: Queryable, instance: string): Promise<SecretRow | undefined> {
  const [row] = await db.query<SecretRow>(
    `select secret, previous_secret as previous, previous_until as "previousUntil"
       from webhooks.secrets where instance_id = $1`,
    [instance],
  );
  return row;
}

/** Writes the first secret of an instance; one that is there stays. */
export async function insertSecret(tx: Queryable, instance: string, sealed: Buffer, at: Date): Promise<void> {
  await tx.query(
    `insert into webhooks.secrets (instance_id, secret, changed_at) values ($1, $2, $3)
         on conflict (instance_id) do nothing`,
    [instance, sealed, at],
  );
}

/** Makes a secret the current one; the one before signs too until its time is up. */
export async function replaceSecret(
  tx: Queryable,
  instance: string,
  sealed: Buffer,
  previousUntil: Date,
  at: Date,
): Promise<void> {
  await tx.query(
    `update webhooks.secrets set secret = $2, previous_secret = secret, previous_until = $3, changed_at = $4
      where instance_id = $1`,
    [instance, sealed, previousUntil, at],
  );
}

/** An endpoint, and the number of the last event that was handed over to it. */
export interface PositionedEndpoint extends EndpointRow {
  readonly position: bigint;
}

// The columns of an endpoint as `PositionedEndpoint` names them. A constant text, so that statements stay constant.
const endpointColumns = `e.endpoint_id as id, e.url, e.actions, e.programs, e.description, e.headers, e.active,
  e.api_key as "apiKey", e.created_at as "createdAt", e.updated_at as "updatedAt", c.position`;

export async function insertEndpoint(
  tx: Queryable,
  instance: string,
  endpoint: EndpointRow,
  position: bigint,
): Promise<void> {
  await tx.query(
    `insert into webhooks.endpoints (instance_id, endpoint_id, url, actions, programs, description, headers, active,
       api_key, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      instance,
      endpoint.id,
      endpoint.url,
      endpoint.actions,
      endpoint.programs,
      endpoint.description,
      endpoint.headers,
      endpoint.active,
      endpoint.apiKey,
      endpoint.createdAt,
      endpoint.updatedAt,
    ],
  );
  await tx.query('insert into webhooks.cursors (instance_id, endpoint_id, position) values ($1, $2, $3)', [
    instance,
    endpoint.id,
    position,
  ]);
}

export async function updateEndpoint(tx: Queryable, instance: string, endpoint: EndpointRow): Promise<void> {
  await tx.query(
    `update webhooks.endpoints
        set url = $3, actions = $4, programs = $5, description = $6, headers = $7, active = $8, updated_at = $9
      where instance_id = $1 and endpoint_id = $2`,
    [
      instance,
      endpoint.id,
      endpoint.url,
      endpoint.actions,
      endpoint.programs,
      endpoint.description,
      endpoint.headers,
      endpoint.active,
      endpoint.updatedAt,
    ],
  );
}

/** Moves an endpoint's position, whoever serves it: the server that does loses its lease. */
export async function movePosition(tx: Queryable, instance: string, endpoint: string, position: bigint): Promise<void> {
  await tx.query(
    `update webhooks.cursors set position = $3, lease_owner = null, lease_until = null
      where instance_id = $1 and endpoint_id = $2`,
    [instance, endpoint, position],
  );
}

/** Whoever serves the endpoint can record nothing more. */
async function dropLease(tx: Queryable, instance: string, endpoint: string): Promise<void> {
  await tx.query(
    'update webhooks.cursors set lease_owner = null, lease_until = null where instance_id = $1 and endpoint_id = $2',
    [instance, endpoint],
  );
}

/** Marks an endpoint as deleted, and drops what was still to be delivered to it. */
export async function deleteEndpoint(tx: Queryable, instance: string, endpoint: string, at: Date): Promise<void> {
  await tx.query(
    'update webhooks.endpoints set deleted_at = $3, active = false where instance_id = $1 and endpoint_id = $2',
    [instance, endpoint, at],
  );
  await dropLease(tx, instance, endpoint);
  await tx.query('delete from webhooks.deliveries where instance_id = $1 and endpoint_id = $2', [instance, endpoint]);
  await tx.query('delete from webhooks.replays where instance_id = $1 and endpoint_id = $2', [instance, endpoint]);
}

export async function readEndpoint(
  db: Queryable,
  instance: string,
  endpoint: string,
): Promise<PositionedEndpoint | undefined> {
  const [row] = await db.query<PositionedEndpoint>(
    `select ${endpointColumns}
       from webhooks.endpoints e
       join webhooks.cursors c on c.instance_id = e.instance_id and c.endpoint_id = e.endpoint_id
      where e.instance_id = $1 and e.endpoint_id = $2 and e.deleted_at is null`,
    [instance, endpoint],
  );
  return row;
}

/** Locks an endpoint for a change, and reads it. */
export async function lockEndpoint(
  tx: Queryable,
  instance: string,
  endpoint: string,
): Promise<PositionedEndpoint | undefined> {
  await tx.query(
    'select endpoint_id from webhooks.endpoints where instance_id = $1 and endpoint_id = $2 for no key update',
    [instance, endpoint],
  );
  return readEndpoint(tx, instance, endpoint);
}

/** All endpoints of an instance, newest first; their number is bounded. */
export async function readEndpoints(db: Queryable, instance: string): Promise<PositionedEndpoint[]> {
  return db.query<PositionedEndpoint>(
    `select ${endpointColumns}
       from webhooks.endpoints e
       join webhooks.cursors c on c.instance_id = e.instance_id and c.endpoint_id = e.endpoint_id
      where e.instance_id = $1 and e.deleted_at is null
      order by e.endpoint_id desc`,
    [instance],
  );
}

export interface AttemptRow {
  readonly id: string;
  readonly endpoint: string;
  readonly event: bigint;
  readonly action: string;
  readonly attempt: number;
  readonly state: 'delivered' | 'waiting' | 'failed';
  readonly status: number | null;
  readonly error: string | null;
  readonly answer: string | null;
  readonly milliseconds: number;
  readonly at: Date;
}

export interface AttemptFilter {
  readonly event: bigint | null;
  readonly state: string | null;
  readonly limit: number;
  readonly offset: number;
}

/** Attempts at an endpoint, newest first. */
export async function readAttempts(
  db: Queryable,
  instance: string,
  endpoint: string,
  filter: AttemptFilter,
): Promise<AttemptRow[]> {
  return db.query<AttemptRow>(
    `select attempt_id as id, endpoint_id as endpoint, event_no as event, action, attempt, state, status, error, answer,
            milliseconds, at
       from webhooks.attempts
      where instance_id = $1 and endpoint_id = $2
        and ($3::bigint is null or event_no = $3) and ($4::text is null or state = $4)
      order by attempt_id desc
      limit $5 offset $6`,
    [instance, endpoint, filter.event, filter.state, filter.limit, filter.offset],
  );
}

/** How many attempts there are under a filter, counted up to `filter.limit`. */
export async function countAttempts(
  db: Queryable,
  instance: string,
  endpoint: string,
  filter: AttemptFilter,
): Promise<number> {
  const [row] = await db.query<{ count: bigint }>(
    `select count(*) as count
       from (select 1 from webhooks.attempts
              where instance_id = $1 and endpoint_id = $2
                and ($3::bigint is null or event_no = $3) and ($4::text is null or state = $4)
              limit $5) as counted`,
    [instance, endpoint, filter.event, filter.state, filter.limit],
  );
  return Number(row!.count);
}

/** Due at once by every clock: the instance's own may be ahead of the one that deliveries follow. */
const atOnce = new Date(0);

/** Has the failed deliveries of a range of events tried again, in a new round; answers how many. */
export async function retryFailed(
  tx: Queryable,
  instance: string,
  endpoint: string,
  range: { readonly first: bigint; readonly last: bigint },
): Promise<number> {
  const rows = await tx.query(
    `update webhooks.deliveries set state = 'waiting', tries = 0, next_at = $5
      where instance_id = $1 and endpoint_id = $2 and event_no between $3 and $4 and state = 'failed'
     returning event_no`,
    [instance, endpoint, range.first, range.last, atOnce],
  );
  return rows.length;
}

export async function insertReplay(
  tx: Queryable,
  instance: string,
  endpoint: string,
  replay: { readonly id: string; readonly position: bigint; readonly last: bigint },
): Promise<void> {
  await tx.query(
    `insert into webhooks.replays (instance_id, endpoint_id, replay_id, position, last) values ($1, $2, $3, $4, $5)`,
    [instance, endpoint, replay.id, replay.position, replay.last],
  );
}

/** Has events delivered to endpoints in a new round, at once. One that is failed or waits starts anew. */
export async function insertDeliveries(
  tx: Queryable,
  instance: string,
  deliveries: readonly { readonly endpoint: string; readonly event: bigint }[],
): Promise<void> {
  await tx.query(
    `insert into webhooks.deliveries (instance_id, endpoint_id, event_no, state, tries, next_at)
     select $1, endpoint, event, 'waiting', 0, $4 from unnest($2::uuid[], $3::bigint[]) as u(endpoint, event)
         on conflict (instance_id, endpoint_id, event_no)
         do update set state = excluded.state, tries = excluded.tries, next_at = excluded.next_at`,
    [instance, plainArray(deliveries, (row) => row.endpoint), plainArray(deliveries, (row) => row.event), atOnce],
  );
}

/** Writes attempts, in one call. */
export async function insertAttempts(tx: Queryable, instance: string, attempts: readonly AttemptRow[]): Promise<void> {
  await tx.query(
    `insert into webhooks.attempts (instance_id, endpoint_id, attempt_id, event_no, action, attempt, state, status,
       error, answer, milliseconds, at)
     select $1, endpoint, id, event, action, attempt, state, status, error, answer, milliseconds, at
       from unnest($2::uuid[], $3::uuid[], $4::bigint[], $5::text[], $6::smallint[], $7::text[], $8::integer[],
                   $9::text[], $10::text[], $11::integer[], $12::timestamptz[])
            as u(endpoint, id, event, action, attempt, state, status, error, answer, milliseconds, at)`,
    [
      instance,
      plainArray(attempts, (row) => row.endpoint),
      plainArray(attempts, (row) => row.id),
      plainArray(attempts, (row) => row.event),
      textArray(attempts, (row) => row.action),
      plainArray(attempts, (row) => String(row.attempt)),
      plainArray(attempts, (row) => row.state),
      plainArray(attempts, (row) => (row.status === null ? null : String(row.status))),
      textArray(attempts, (row) => row.error),
      textArray(attempts, (row) => row.answer),
      plainArray(attempts, (row) => String(row.milliseconds)),
      plainArray(attempts, (row) => row.at.toISOString()),
    ],
  );
}
