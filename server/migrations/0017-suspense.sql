create schema suspense;

-- The operator's recorded decisions whether incoming transfers of an instance are queued for review; the newest counts.
-- @distribute suspense.approvals by instance_id
create table suspense.approvals (
  instance_id uuid not null,
  approval_id uuid not null,
  enabled boolean not null,
  approved_by text not null,
  note text,
  approved_at timestamptz not null,
  primary key (instance_id, approval_id)
);

-- Incoming transfers held for a decision. `message` is the payment as it was received, from which a return is made.
-- @distribute suspense.records by instance_id
create table suspense.records (
  instance_id uuid not null,
  record_id uuid not null,
  transaction_id uuid not null,
  status text not null check (status in ('in_queue', 'released', 'return_pending', 'returned', 'expired')),
  rail text not null check (rail in ('sct', 'sct_inst', 'fps')),
  amount bigint not null check (amount > 0),
  currency text not null,
  reference text,
  merchant_id uuid,
  user_id uuid,
  account_id uuid not null,
  balance_id uuid not null,
  message json not null,
  queued_at timestamptz not null,
  deadline timestamptz not null,
  decision json,
  return_id uuid,
  primary key (instance_id, record_id)
);
create unique index records_transaction on suspense.records (instance_id, transaction_id);
-- What waits, newest first: the list stays fast however much was decided before.
create index records_waiting on suspense.records (instance_id, record_id) where status in ('in_queue', 'expired');
create index records_waiting_merchant on suspense.records (instance_id, merchant_id, record_id)
  where status in ('in_queue', 'expired');

create index records_status on suspense.records (instance_id, status, record_id);

-- How many records wait: of each merchant, and of the whole instance under the instance's own id. Written with them.
-- @distribute suspense.waiting by instance_id
create table suspense.waiting (
  instance_id uuid not null,
  owner_id uuid not null,
  count bigint not null check (count >= 0),
  primary key (instance_id, owner_id)
) with (fillfactor = 10);

-- A partner's rules that decide on held transfers by themselves, in their order.
-- @distribute suspense.rules by instance_id
create table suspense.rules (
  instance_id uuid not null,
  rules jsonb not null,
  set_by text not null,
  set_at timestamptz not null,
  primary key (instance_id)
);
