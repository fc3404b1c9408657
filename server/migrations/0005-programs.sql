create schema programs;

-- The rules of an instance for opening and using accounts, as the operator applied them. A version is never changed:
-- applying writes the next one.
-- @distribute programs.programs by instance_id
create table programs.programs (
  instance_id uuid not null,
  code text not null,
  version integer not null check (version > 0),
  definition jsonb not null,
  applied_at timestamptz not null,
  primary key (instance_id, code, version)
);
