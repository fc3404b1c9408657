-- Users of one merchant, for the list of them.
create index users_merchant on parties.users (instance_id, merchant_id, user_id) where merchant_id is not null;

-- The gates of one holder and of one main account: a change of the holder's name, and lists by holder, start here.
create index gates_merchant on ledger.gates (instance_id, merchant_id) where merchant_id is not null;
create index gates_user on ledger.gates (instance_id, user_id) where user_id is not null;
create index gates_main on ledger.gates (instance_id, main_id) where main_id is not null;

-- What is alike in many transactions, as one number: filters pick the kinds that they admit, and read each in order.
alter table ledger.transactions add column kind bigint not null generated always as
  (hashtextextended(code || ' ' || channel || ' ' || status || ' ' || side || ' ' || currency || ' ' || hidden::text, 0))
  stored;
drop index ledger.transactions_account;
create index transactions_account on ledger.transactions (instance_id, account_id, kind, no);

-- Without an account: everything but the mass of completed internal transfers, which stand close together anyway.
create index transactions_rare on ledger.transactions (instance_id, kind, no)
  where not (code = 'internal-transfer' and channel = 'internal' and status = 'completed' and not hidden);
create index transactions_card on ledger.transactions (instance_id, card_id, no) where card_id is not null;

-- References are random, and an index over them would be written all over. In portions of 2^18 numbers only the last
-- portion grows, and stays in memory.
create index transactions_reference on ledger.transactions
  (instance_id, (no >> 18), hashtextextended(reference, 0), no) where reference is not null;

create index accounts_merchant on accounts.accounts (instance_id, merchant_id, account_id) where merchant_id is not null;
create index accounts_user on accounts.accounts (instance_id, user_id, account_id) where user_id is not null;
create index accounts_main on accounts.accounts (instance_id, main_id) where main_id is not null;
create index accounts_program on accounts.accounts (instance_id, program, account_id);

-- A partner's own name for a user may be of any length: its hash is looked up.
create index users_external_reference on parties.users
  (instance_id, hashtextextended(profile ->> 'external_reference', 0)) where profile ->> 'external_reference' is not null;
