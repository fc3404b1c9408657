-- Whether a merchant is served: suspended and closed ones hold no active account and get no new one.
alter table parties.merchants add column status text not null default 'active'
  check (status in ('active', 'suspended', 'closed'));
