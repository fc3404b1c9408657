create schema if not exists runtime;

-- What was answered under idempotency keys, kept for 48 hours of real time.
-- @distribute runtime.outcomes by instance_id
create table runtime.outcomes (
  instance_id uuid not null,
  operation text not null,
  key text not null,
  fingerprint text not null,
  body text not null,
  at timestamptz not null,
  primary key (instance_id, operation, key)
);
create index outcomes_at on runtime.outcomes (instance_id, at);

-- Who changed what: one row for each operation that changed something, in its transaction. Money operations keep
-- caller, key and request on their transaction rows instead.
-- @distribute runtime.audit by instance_id
create table runtime.audit (
  instance_id uuid not null,
  audit_id uuid not null,
  at timestamptz not null,
  key text not null,
  operation text not null,
  request_id uuid not null,
  params jsonb not null,
  primary key (instance_id, audit_id)
);

-- The request log, written in bulk and outside the transaction: what support looks up by `x-request-id`.
-- @distribute runtime.requests by instance_id
create table runtime.requests (
  instance_id uuid not null,
  request_id uuid not null,
  at timestamptz not null,
  key text not null,
  operation text not null,
  code integer not null,
  auth_reason text,
  milliseconds integer not null,
  primary key (instance_id, request_id)
);
create index requests_at on runtime.requests (instance_id, at);

-- Strongly signed requests (x-hash-v2) that were already seen within their window.
-- @distribute runtime.replays by instance_id
create table runtime.replays (
  instance_id uuid not null,
  hash text not null,
  at timestamptz not null,
  primary key (instance_id, hash)
);
