create schema accounts;

-- Directories: which account and balance of which instance an account number leads to. They are keyed by the number,
-- since whoever sends money knows nothing else; numbers are unique here, over all instances, and are written before
-- the rows they lead to. Nothing in them ever changes.
-- @distribute accounts.ibans by iban
create table accounts.ibans (
  iban text not null,
  instance_id uuid not null,
  account_id uuid not null,
  balance_id uuid not null,
  currency text not null,
  bic text not null,
  sort_code text,
  account_number text,
  primary key (iban)
);

-- @distribute accounts.sort_codes by account_number
create table accounts.sort_codes (
  sort_code text not null,
  account_number text not null,
  iban text not null,
  primary key (sort_code, account_number)
);

-- Accounts. A virtual account has a main account, whose balances it uses.
-- @distribute accounts.accounts by instance_id
create table accounts.accounts (
  instance_id uuid not null,
  account_id uuid not null,
  type text not null check (type in ('default', 'funding', 'virtual', 'breakage')),
  program text not null,
  merchant_id uuid,
  user_id uuid,
  main_id uuid,
  alias text,
  status text not null check (status in ('active', 'blocked', 'closed')),
  status_reason text,
  created_at timestamptz not null,
  primary key (instance_id, account_id),
  foreign key (instance_id, main_id) references accounts.accounts (instance_id, account_id),
  check ((merchant_id is null) <> (user_id is null)),
  check ((type = 'virtual') = (main_id is not null))
);

-- The balances of an account, its own or its main account's, each with the number under which this account is reached.
-- What stands on them is the ledger's. Nothing here ever changes.
-- @distribute accounts.balances by instance_id
create table accounts.balances (
  instance_id uuid not null,
  account_id uuid not null,
  position integer not null check (position >= 0),
  balance_id uuid not null,
  type text not null check (type in ('primary', 'secondary')),
  currency text not null,
  iban text,
  bic text,
  sort_code text,
  account_number text,
  primary key (instance_id, account_id, position),
  foreign key (instance_id, account_id) references accounts.accounts (instance_id, account_id)
);
