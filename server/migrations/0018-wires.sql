create schema wires;

-- Directory: whose a payment is, by our transaction id towards the schemes. What they report names nothing else.
-- @distribute wires.network_ids by network_id
create table wires.network_ids (
  network_id text not null,
  instance_id uuid not null,
  transaction_id uuid not null,
  primary key (network_id)
);

-- Payments of ours to other banks, and where each stands. `message` is what the scheme is told; of one that returns a
-- received payment `returned` says which. `source`: its money is held on the holder's balance, or stands on suspense.
-- @distribute wires.wires by instance_id
create table wires.wires (
  instance_id uuid not null,
  transaction_id uuid not null,
  network_id text not null,
  rail text not null check (rail in ('sct', 'sct_inst', 'fps', 'bisera')),
  state text not null
    check (state in ('queued', 'canceling', 'submitting', 'submitted', 'settled', 'rejected', 'canceled', 'returned')),
  source text not null check (source in ('hold', 'suspense')),
  balance_id uuid not null,
  hold_id uuid,
  fee_id uuid,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  currency text not null,
  settlement_date date not null,
  message json not null,
  returned json,
  parent_id uuid,
  reason_code text,
  accepted_at timestamptz not null,
  submitted_at timestamptz,
  ended_at timestamptz,
  primary key (instance_id, transaction_id),
  check ((source = 'hold') = (hold_id is not null))
);

-- Requests to have a payment back: by us (`out`) for a payment of ours, by another bank (`in`) for one that we received.
-- @distribute wires.recalls by instance_id
create table wires.recalls (
  instance_id uuid not null,
  recall_id uuid not null,
  transaction_id uuid not null,
  direction text not null check (direction in ('in', 'out')),
  network_id text not null,
  state text not null check (state in ('open', 'accepted', 'refused')),
  reason_code text not null,
  original json,
  deadline timestamptz not null,
  opened_at timestamptz not null,
  answered_at timestamptz,
  answer_code text,
  primary key (instance_id, recall_id)
);
create unique index recalls_open on wires.recalls (instance_id, transaction_id) where state = 'open';

-- Directory: received payments that were refused because no account of ours was named. One that is offered again is
-- refused again, even if the number has been given out since.
-- @distribute wires.refusals by scheme_id
create table wires.refusals (
  scheme_id text not null,
  rail text not null,
  sender_bic text not null,
  reason_code text not null,
  refused_at timestamptz not null,
  primary key (scheme_id, rail, sender_bic)
);

-- The simulated scheme: other banks, as the sandbox plays them.
create schema if not exists ports;

-- What it knows of payments that were handed in. `settles_at` is by the instance's clock.
-- @distribute ports.scheme_payments by instance_id
create table ports.scheme_payments (
  instance_id uuid not null,
  payment_id text not null,
  state text not null check (state in ('lost', 'accepted', 'settled', 'rejected', 'canceled')),
  silent integer not null default 0,
  settles_at timestamptz not null,
  reason_code text,
  return_reason text,
  primary key (instance_id, payment_id)
);

-- What other banks have sent and the bank has not taken yet; by the instance's clock.
-- @distribute ports.scheme_items by instance_id
create table ports.scheme_items (
  instance_id uuid not null,
  item_id uuid not null,
  due_at timestamptz not null,
  item json not null,
  answer json,
  primary key (instance_id, item_id)
);
create index scheme_items_waiting on ports.scheme_items (instance_id, due_at, item_id) where answer is null;
