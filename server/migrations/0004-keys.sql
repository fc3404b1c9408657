create schema keys;

-- Which instance an API key belongs to. Written before the key itself.
-- @distribute keys.directory by api_key
create table keys.directory (
  api_key text not null,
  instance_id uuid not null,
  primary key (api_key)
);

-- Secrets are sealed by the vault; the previous one stays valid for a while after a rotation.
-- @distribute keys.keys by instance_id
create table keys.keys (
  instance_id uuid not null,
  api_key text not null,
  label text not null,
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamptz,
  scopes text[] not null,
  constraints jsonb not null,
  hash_compat boolean not null,
  require_hash_v2 boolean not null,
  replay_guard boolean not null,
  rate_per_second integer check (rate_per_second > 0),
  rate_burst integer check (rate_burst > 0),
  disabled boolean not null,
  expires_at timestamptz,
  created_at timestamptz not null,
  primary key (instance_id, api_key),
  check ((rate_per_second is null) = (rate_burst is null)),
  check ((previous_secret is null) = (previous_until is null))
);
