-- The index of references tells the account as well: what thousands of transactions of one account share is found among
-- them at once. It still grows in its last portion only.
drop index ledger.transactions_reference;
create index transactions_reference on ledger.transactions
  (instance_id, (no >> 18), hashtextextended(reference, 0), account_id, no) where reference is not null;
