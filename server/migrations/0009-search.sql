-- Users of one merchant, for the list of them.
create index users_merchant on parties.users (instance_id, merchant_id, user_id) where merchant_id is not null;

-- The gates of one holder and of one main account: a change of the holder's name, and lists by holder, start here.
create index gates_merchant on ledger.gates (instance_id, merchant_id) where merchant_id is not null;
create index gates_user on ledger.gates (instance_id, user_id) where user_id is not null;
create index gates_main on ledger.gates (instance_id, main_id) where main_id is not null;
