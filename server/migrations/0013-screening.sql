create schema screening;

-- The lists belong to no instance: every partner's customers are held against the same ones. Each load of a list makes
-- the next edition of all of them together, so one number says what somebody was screened against.
-- @distribute screening.editions by edition
create table screening.editions (
  edition integer not null check (edition > 0),
  list text not null check (list in ('OFAC-SDN', 'EU-FSF', 'UN-SC', 'UK-SL')),
  format text not null,
  published_at text,
  sha256 text not null,
  entries integer not null check (entries > 0),
  added integer not null,
  changed integer not null,
  removed integer not null,
  notes integer not null,
  loaded_at timestamptz not null,
  loaded_by text not null,
  primary key (edition)
);

-- An entry as it stood from the edition `added_in` until before `removed_in`. A changed entry is a new row, so every
-- edition can be read again as it was.
-- @distribute screening.entries by list
create table screening.entries (
  list text not null,
  entry_id text not null,
  added_in integer not null,
  removed_in integer check (removed_in > added_in),
  entry jsonb not null,
  primary key (list, entry_id, added_in)
);
create unique index entries_current on screening.entries (list, entry_id) where removed_in is null;
create index entries_added on screening.entries (list, added_in);

-- From which score on a hit counts, and how long a clear check can be used. An instance without a row has the usual.
-- @distribute screening.policies by instance_id
create table screening.policies (
  instance_id uuid not null,
  threshold smallint not null check (threshold between 50 and 100),
  valid_days smallint not null check (valid_days between 1 and 365),
  primary key (instance_id)
);

-- Customers, and the people of customers: screened again when a list changes. `edition` is what each was last held
-- against; those behind the last one are still to be screened.
-- @distribute screening.subjects by instance_id
create table screening.subjects (
  instance_id uuid not null,
  subject_id uuid not null,
  subject_kind text not null check (subject_kind in ('user', 'merchant', 'company', 'member')),
  person jsonb not null,
  edition integer not null,
  screened_at timestamptz not null,
  primary key (instance_id, subject_id)
);
create index subjects_edition on screening.subjects (instance_id, edition);

-- Evidence: who was held against which edition of the lists with which threshold, what was found and why, who had it
-- done, and what an operator decided. A check with the status `match` is an open case. The id is the `aml` token.
-- @distribute screening.checks by instance_id
create table screening.checks (
  instance_id uuid not null,
  check_id uuid not null,
  origin text not null check (origin in ('aml_check', 'customer', 'list_change')),
  subject_kind text check (subject_kind in ('user', 'merchant', 'company', 'member')),
  subject_id uuid,
  asked jsonb not null,
  edition integer not null,
  threshold smallint not null,
  status text not null check (status in ('clear', 'match', 'cleared', 'confirmed')),
  hits jsonb not null,
  actor text not null,
  checked_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  reason text,
  primary key (instance_id, check_id),
  check ((subject_kind is null) = (subject_id is null)),
  check ((decided_at is null) = (status in ('clear', 'match')))
);
create index checks_open on screening.checks (instance_id, check_id) where status = 'match';
create index checks_subject on screening.checks (instance_id, subject_id, check_id) where subject_id is not null;

-- What the sandbox answers for a name, whatever the lists say. The pattern is lower case, `*` for anything.
-- @distribute screening.simulated by instance_id
create table screening.simulated (
  instance_id uuid not null,
  pattern text not null,
  outcome text not null check (outcome in ('clear', 'match', 'processor_error')),
  list text not null,
  score smallint not null check (score between 0 and 100),
  primary key (instance_id, pattern)
);
