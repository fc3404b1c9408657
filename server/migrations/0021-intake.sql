create schema intake;

-- The SSH keys with which a partner comes to its files. The user name is the instance's id.
-- @distribute intake.keys by instance_id
create table intake.keys (
  instance_id uuid not null,
  public_key text not null,
  created_at timestamptz not null,
  primary key (instance_id, public_key)
);

-- What lies in a partner's folders. The contents stand sealed in the object store; a file of the inbox may become a
-- document there without being moved.
-- @distribute intake.files by instance_id
create table intake.files (
  instance_id uuid not null,
  folder text not null check (folder in ('inbox', 'outbox')),
  name text not null,
  file_id uuid not null,
  is_form boolean not null,
  size_bytes integer not null check (size_bytes >= 0),
  at timestamptz not null,
  primary key (instance_id, folder, name)
);
create unique index files_id on intake.files (instance_id, file_id);

-- Forms that became applications; `told` is the state that the partner's result file shows.
-- @distribute intake.forms by instance_id
create table intake.forms (
  instance_id uuid not null,
  form_id uuid not null,
  name text not null,
  application_id uuid not null,
  documents integer not null,
  told text,
  created_at timestamptz not null,
  primary key (instance_id, form_id)
);
create index forms_created on intake.forms (instance_id, created_at);
