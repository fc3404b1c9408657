create schema ledger;

-- The head row of an instance: the last numbers given, the last seal, the clock. Locked last, by whoever writes.
-- @distribute ledger.heads by instance_id
create table ledger.heads (
  instance_id uuid not null,
  movement_no bigint not null default 0,
  event_no bigint not null default 0,
  seal_no bigint not null default 0,
  seal_mac bytea not null,
  last_at timestamptz not null,
  clock_offset_ms bigint not null default 0,
  primary key (instance_id)
) with (fillfactor = 10);

-- Gates: whether money may pass an account, a virtual account or a card. A virtual account's and a card's gate guard
-- the balances of the main account.
-- @distribute ledger.gates by instance_id
create table ledger.gates (
  instance_id uuid not null,
  gate_id uuid not null,
  kind text not null check (kind in ('account', 'virtual', 'card')),
  state text not null,
  main_id uuid,
  merchant_id uuid,
  user_id uuid,
  holder_name text not null,
  primary key (instance_id, gate_id)
);

-- Money of one holder in one currency, or of a house account (floor null: not guarded). Amounts in minor units.
-- @distribute ledger.balances by instance_id
create table ledger.balances (
  instance_id uuid not null,
  balance_id uuid not null,
  kind text not null,
  account_id uuid,
  program text,
  currency text not null,
  iban text,
  bic text,
  sort_code text,
  account_number text,
  posted bigint not null default 0,
  held bigint not null default 0 check (held >= 0),
  forced bigint not null default 0 check (forced >= 0),
  floor bigint,
  version bigint not null default 0,
  counters json,
  primary key (instance_id, balance_id),
  check (floor is null or posted - held + forced >= floor)
) with (fillfactor = 50);
-- Partial, so that no statement that names balances by their key can be planned over it: with the statistics of an
-- empty table both would seem to cost the same.
create index balances_account on ledger.balances (instance_id, account_id) where account_id is not null;

-- The atom: one amount from the debited to the credited balance, and each side's balance and version after it.
-- @distribute ledger.movements by instance_id
create table ledger.movements (
  instance_id uuid not null,
  no bigint not null,
  at timestamptz not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  debit_id uuid not null,
  debit_version bigint not null,
  debit_posted bigint not null,
  debit_transaction_id uuid,
  credit_id uuid not null,
  credit_version bigint not null,
  credit_posted bigint not null,
  credit_transaction_id uuid,
  forced boolean not null,
  primary key (instance_id, no)
);

-- Money blocked for something that may follow. Its ends are rows of their own.
-- @distribute ledger.holds by instance_id
create table ledger.holds (
  instance_id uuid not null,
  hold_id uuid not null,
  balance_id uuid not null,
  transaction_id uuid not null,
  amount bigint not null check (amount > 0),
  version bigint not null,
  at timestamptz not null,
  primary key (instance_id, hold_id)
);
create index holds_balance on ledger.holds (instance_id, balance_id);

-- @distribute ledger.hold_ends by instance_id
create table ledger.hold_ends (
  instance_id uuid not null,
  hold_id uuid not null,
  version bigint not null,
  amount bigint not null check (amount > 0),
  open_after bigint not null check (open_after >= 0),
  reason text not null check (reason in ('captured', 'released', 'expired')),
  at timestamptz not null,
  primary key (instance_id, hold_id, version),
  foreign key (instance_id, hold_id) references ledger.holds (instance_id, hold_id)
);

-- What the API shows: one side of something that happened. `no` is the number of its TRANSACTION.NEW event, so it
-- orders transactions as they were committed.
-- @distribute ledger.transactions by instance_id
create table ledger.transactions (
  instance_id uuid not null,
  transaction_id uuid not null,
  no bigint not null,
  code text not null,
  channel text not null,
  status text not null,
  side text not null check (side in ('debit', 'credit')),
  amount bigint not null check (amount >= 0),
  currency text not null,
  fee bigint not null,
  balance_id uuid not null,
  balance_version bigint not null,
  balance_posted bigint not null,
  account_id uuid,
  merchant_id uuid,
  user_id uuid,
  card_id uuid,
  parent_id uuid,
  link_id uuid,
  reference text,
  hidden boolean not null,
  reason_code text,
  details json,
  caller text not null,
  request_id uuid not null,
  created_at timestamptz not null,
  primary key (instance_id, transaction_id)
);
create unique index transactions_no on ledger.transactions (instance_id, no);
create index transactions_account on ledger.transactions (instance_id, account_id, no);

-- Facts for webhooks, numbered without gaps in commit order. BALANCE.UPDATE is about a balance (the subject), names the
-- transaction that changed it, and says what was booked and held after it.
-- @distribute ledger.events by instance_id
create table ledger.events (
  instance_id uuid not null,
  no bigint not null,
  action text not null,
  at timestamptz not null,
  subject_id uuid not null,
  transaction_id uuid,
  version bigint,
  posted bigint,
  held bigint,
  status_before text,
  status_after text,
  data json,
  primary key (instance_id, no)
);

-- One block of sealed history for each commit that wrote rows: the hashes of its movements, then of its events, in
-- the order of their numbers, and a keyed digest over them and the block before.
-- @distribute ledger.seals by instance_id
create table ledger.seals (
  instance_id uuid not null,
  no bigint not null,
  first_movement bigint not null,
  movements integer not null,
  first_event bigint not null,
  events integer not null,
  row_hashes bytea not null,
  mac bytea not null,
  primary key (instance_id, no)
);
alter table ledger.seals alter column row_hashes set storage external;

-- A column of JSON values that came as one text, parted by U+001E, which no JSON text holds; empty is null. An array
-- literal would have to quote every quotation mark in them, which costs both sides more than the rest of the row.
create function ledger.jsons(joined text) returns json[] language sql immutable as
  $$ select string_to_array(joined, U&'\001E', '')::json[] $$;

-- Writes everything that one group decided for one instance. The caller holds the locks of the balances and of the
-- head row; every balance's version is checked against what the decision saw, and nothing is written unless all match.
-- The balances' arrays are in the order of b_id, and b_id ascends: width_bucket finds a balance's place in them. A join
-- with the arrays would be planned by statistics, and with those of a table that has just grown it reads all balances
-- again for each of them.
-- @delegate ledger.write(i)
create function ledger.write(
  i uuid, moment timestamptz,
  b_id uuid[], b_seen bigint[], b_version bigint[], b_posted bigint[], b_held bigint[], b_forced bigint[], b_counters text,
  m_first bigint, m_amount bigint[], m_currency text[],
  m_debit uuid[], m_debit_version bigint[], m_debit_posted bigint[], m_debit_transaction uuid[],
  m_credit uuid[], m_credit_version bigint[], m_credit_posted bigint[], m_credit_transaction uuid[], m_forced boolean[],
  h_id uuid[], h_balance uuid[], h_transaction uuid[], h_amount bigint[], h_version bigint[],
  x_hold uuid[], x_version bigint[], x_amount bigint[], x_open bigint[], x_reason text[],
  t_id uuid[], t_no bigint[], t_code text[], t_channel text[], t_status text[], t_side text[], t_amount bigint[],
  t_currency text[], t_fee bigint[], t_balance uuid[], t_version bigint[], t_posted bigint[], t_account uuid[],
  t_merchant uuid[], t_user uuid[], t_card uuid[], t_parent uuid[], t_link uuid[], t_reference text[],
  t_hidden boolean[], t_reason text[], t_details text, t_caller text[], t_request uuid[],
  e_first bigint, e_count integer, e_no bigint[], e_action text[], e_subject uuid[], e_transaction uuid[], e_version bigint[],
  e_posted bigint[], e_held bigint[], e_before text[], e_after text[], e_data text,
  s_no bigint, s_hashes bytea, s_mac bytea
) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  b_json json[] := ledger.jsons(b_counters);
  written bigint;
begin
  if cardinality(b_id) > 0 then
    update ledger.balances
       set version = b_version[width_bucket(balance_id, b_id)],
           posted = b_posted[width_bucket(balance_id, b_id)],
           held = b_held[width_bucket(balance_id, b_id)],
           forced = b_forced[width_bucket(balance_id, b_id)],
           counters = b_json[width_bucket(balance_id, b_id)]
     where instance_id = i and balance_id = any (b_id) and version = b_seen[width_bucket(balance_id, b_id)];
    get diagnostics written = row_count;
    if written <> cardinality(b_id) then
      raise exception 'a balance changed under its lock' using errcode = 'OE001';
    end if;
  end if;

  if cardinality(m_amount) > 0 then
    insert into ledger.movements (instance_id, no, at, amount, currency, debit_id, debit_version, debit_posted,
      debit_transaction_id, credit_id, credit_version, credit_posted, credit_transaction_id, forced)
    select i, m_first + ordinality - 1, moment, amount, currency, debit, debit_version, debit_posted,
           debit_transaction, credit, credit_version, credit_posted, credit_transaction, forced
      from unnest(m_amount, m_currency, m_debit, m_debit_version, m_debit_posted, m_debit_transaction,
                  m_credit, m_credit_version, m_credit_posted, m_credit_transaction, m_forced) with ordinality
           as u(amount, currency, debit, debit_version, debit_posted, debit_transaction,
                credit, credit_version, credit_posted, credit_transaction, forced, ordinality);
  end if;

  if cardinality(h_id) > 0 then
    insert into ledger.holds (instance_id, hold_id, balance_id, transaction_id, amount, version, at)
    select i, id, balance, transaction, amount, version, moment
      from unnest(h_id, h_balance, h_transaction, h_amount, h_version) as u(id, balance, transaction, amount, version);
  end if;

  if cardinality(x_hold) > 0 then
    insert into ledger.hold_ends (instance_id, hold_id, version, amount, open_after, reason, at)
    select i, hold, version, amount, open_after, reason, moment
      from unnest(x_hold, x_version, x_amount, x_open, x_reason) as u(hold, version, amount, open_after, reason);
  end if;

  if cardinality(t_id) > 0 then
    insert into ledger.transactions (instance_id, transaction_id, no, code, channel, status, side, amount, currency,
      fee, balance_id, balance_version, balance_posted, account_id, merchant_id, user_id, card_id, parent_id, link_id,
      reference, hidden, reason_code, details, caller, request_id, created_at)
    select i, id, no, code, channel, status, side, amount, currency, fee, balance, version, posted, account, merchant,
           person, card, parent, link, reference, hidden, reason, details, caller, request, moment
      from unnest(t_id, t_no, t_code, t_channel, t_status, t_side, t_amount, t_currency, t_fee, t_balance, t_version,
                  t_posted, t_account, t_merchant, t_user, t_card, t_parent, t_link, t_reference, t_hidden, t_reason,
                  ledger.jsons(t_details), t_caller, t_request)
           as u(id, no, code, channel, status, side, amount, currency, fee, balance, version, posted, account,
                merchant, person, card, parent, link, reference, hidden, reason, details, caller, request);
  end if;

  if cardinality(t_id) > 0 then
    insert into ledger.events (instance_id, no, action, at, subject_id, status_after)
    select i, no, 'TRANSACTION.NEW', moment, id, status from unnest(t_no, t_id, t_status) as u(no, id, status);
  end if;

  if cardinality(e_action) > 0 then
    insert into ledger.events (instance_id, no, action, at, subject_id, transaction_id, version, posted, held,
      status_before, status_after, data)
    select i, no, action, moment, subject, transaction, version, posted, held, before, after, data
      from unnest(e_no, e_action, e_subject, e_transaction, e_version, e_posted, e_held, e_before, e_after,
                  ledger.jsons(e_data))
           as u(no, action, subject, transaction, version, posted, held, before, after, data);
  end if;

  insert into ledger.seals (instance_id, no, first_movement, movements, first_event, events, row_hashes, mac)
  values (i, s_no, m_first, cardinality(m_amount), e_first, e_count, s_hashes, s_mac);

  update ledger.heads
     set movement_no = m_first + cardinality(m_amount) - 1, event_no = e_first + e_count - 1,
         seal_no = s_no, seal_mac = s_mac, last_at = moment
   where instance_id = i;
end
$$;
