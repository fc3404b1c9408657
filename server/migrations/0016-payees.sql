create schema payees;

-- Verifications of payees that were asked for, and what was answered: the evidence that a transfer can name.
-- @distribute payees.checks by instance_id
create table payees.checks (
  instance_id uuid not null,
  check_id uuid not null,
  scheme text not null check (scheme in ('vop', 'cop')),
  iban text,
  sort_code text,
  account_number text,
  account_type text check (account_type in ('personal', 'business')),
  account_name text not null,
  secondary_reference text,
  user_id uuid,
  merchant_id uuid,
  reason_code text not null,
  verified_name text,
  checked_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (instance_id, check_id),
  check ((scheme = 'vop') = (iban is not null)),
  check ((scheme = 'cop') = (sort_code is not null and account_number is not null))
);

-- What other banks may learn of an account; without a row, everything that the schemes provide for.
-- @distribute payees.settings by instance_id
create table payees.settings (
  instance_id uuid not null,
  account_id uuid not null,
  opted_out boolean not null,
  switched boolean not null,
  name_withheld boolean not null,
  secondary_reference text,
  updated_at timestamptz not null,
  primary key (instance_id, account_id)
);

-- What adapters of ports keep themselves: the simulated third parties of the sandbox.
create schema ports;

-- Answers that the simulated directory of payees has been told to give to the next checks of an account.
-- @distribute ports.directory_answers by instance_id
create table ports.directory_answers (
  instance_id uuid not null,
  answer_id uuid not null,
  account text not null,
  code text not null,
  verified_name text,
  delay_ms integer not null check (delay_ms >= 0),
  remaining integer not null check (remaining > 0),
  primary key (instance_id, answer_id)
);
create index directory_answers_account on ports.directory_answers (instance_id, account, answer_id);
