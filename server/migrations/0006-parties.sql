create schema parties;

-- Legal entities. An instance has one Master Merchant: the partner itself.
-- @distribute parties.merchants by instance_id
create table parties.merchants (
  instance_id uuid not null,
  merchant_id uuid not null,
  legal_name text not null,
  is_master boolean not null,
  verification_status text not null
    check (verification_status in ('not_started', 'in_progress', 'pending_review', 'verified', 'refused')),
  verified_by text,
  verified_at timestamptz,
  created_at timestamptz not null,
  primary key (instance_id, merchant_id)
);
create unique index merchants_master on parties.merchants (instance_id) where is_master;

-- Natural persons. `email_key` is the lowered e-mail address. Numbers of identity documents and national identifiers
-- are sealed; the identifier's keyed digest stands beside it, so that it can be unique without being readable.
-- @distribute parties.users by instance_id
create table parties.users (
  instance_id uuid not null,
  user_id uuid not null,
  merchant_id uuid,
  email text not null,
  email_key text not null,
  type text not null check (type in ('card-usage', 'default')),
  aml_id uuid,
  registration_ip text,
  profile jsonb not null,
  unique_identifier_sealed bytea,
  unique_identifier_mac bytea,
  id_passport_number_sealed bytea,
  verification_status text not null
    check (verification_status in ('not_started', 'in_progress', 'pending_review', 'verified', 'refused')),
  verified_by text,
  verified_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (instance_id, user_id),
  foreign key (instance_id, merchant_id) references parties.merchants (instance_id, merchant_id)
);
create unique index users_email on parties.users (instance_id, email_key);
create unique index users_unique_identifier on parties.users (instance_id, unique_identifier_mac);
