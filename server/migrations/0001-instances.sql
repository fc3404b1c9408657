create schema instances;

-- One partner's bank within the bank: everything a partner owns carries its id.
-- @distribute instances.instances by instance_id
create table instances.instances (
  instance_id uuid not null,
  name text not null,
  environment text not null check (environment in ('sandbox', 'production')),
  status text not null check (status in ('active', 'retired')),
  created_at timestamptz not null,
  settings jsonb not null,
  primary key (instance_id)
);
