-- What became of a transaction after it was booked: one entry for each TRANSACTION.UPDATE, with that event's number.
-- `status` is the last of them; what was booked never changes.
alter table ledger.transactions add column changes jsonb;
