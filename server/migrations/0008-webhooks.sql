create schema webhooks;

-- The secret with which the deliveries of an instance are signed, sealed by the vault; the one before it signs as well
-- until its time is up.
-- @distribute webhooks.secrets by instance_id
create table webhooks.secrets (
  instance_id uuid not null,
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamptz,
  changed_at timestamptz not null,
  primary key (instance_id),
  check ((previous_secret is null) = (previous_until is null))
);

-- Where a partner wants its events. The static headers may hold credentials, so they are sealed. A deleted endpoint
-- stays as a row, since the log of its attempts refers to it.
-- @distribute webhooks.endpoints by instance_id
create table webhooks.endpoints (
  instance_id uuid not null,
  endpoint_id uuid not null,
  url text not null,
  actions text[] not null,
  programs text[] not null,
  description text not null,
  headers bytea not null,
  active boolean not null,
  api_key text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (instance_id, endpoint_id)
);

-- How far an endpoint was served (every event up to `position` was delivered or stands in webhooks.deliveries), and
-- which server process serves it at the moment. Apart from the endpoints because it changes with every batch.
-- @distribute webhooks.cursors by instance_id
create table webhooks.cursors (
  instance_id uuid not null,
  endpoint_id uuid not null,
  position bigint not null,
  lease_owner uuid,
  lease_until timestamptz,
  primary key (instance_id, endpoint_id),
  foreign key (instance_id, endpoint_id) references webhooks.endpoints (instance_id, endpoint_id)
) with (fillfactor = 50);

-- Deliveries that did not succeed at once, or were asked for again: waiting for their next attempt, or given up. What
-- is delivered leaves this table; the attempts tell its story.
-- @distribute webhooks.deliveries by instance_id
create table webhooks.deliveries (
  instance_id uuid not null,
  endpoint_id uuid not null,
  event_no bigint not null,
  state text not null check (state in ('waiting', 'failed')),
  tries smallint not null check (tries >= 0),
  next_at timestamptz not null,
  primary key (instance_id, endpoint_id, event_no),
  foreign key (instance_id, endpoint_id) references webhooks.endpoints (instance_id, endpoint_id)
) with (fillfactor = 70);
create index deliveries_due on webhooks.deliveries (instance_id, endpoint_id, next_at) where state = 'waiting';

-- Ranges of events to deliver again; turned into deliveries piece by piece.
-- @distribute webhooks.replays by instance_id
create table webhooks.replays (
  instance_id uuid not null,
  endpoint_id uuid not null,
  replay_id uuid not null,
  position bigint not null,
  last bigint not null,
  primary key (instance_id, endpoint_id, replay_id),
  foreign key (instance_id, endpoint_id) references webhooks.endpoints (instance_id, endpoint_id)
);

-- Every attempt, in the order of their ids (UUIDv7). `status` is the HTTP status, null when there was no answer.
-- @distribute webhooks.attempts by instance_id
create table webhooks.attempts (
  instance_id uuid not null,
  endpoint_id uuid not null,
  attempt_id uuid not null,
  event_no bigint not null,
  action text not null,
  attempt smallint not null,
  state text not null check (state in ('delivered', 'waiting', 'failed')),
  status integer,
  error text,
  answer text,
  milliseconds integer not null,
  at timestamptz not null,
  primary key (instance_id, endpoint_id, attempt_id)
);
create index attempts_event on webhooks.attempts (instance_id, event_no, endpoint_id);
