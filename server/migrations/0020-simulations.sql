create schema simulations;

-- Faults that a partner ordered for its sandbox: of one operation or event, so many times.
-- @distribute simulations.faults by instance_id
create table simulations.faults (
  instance_id uuid not null,
  fault_id uuid not null,
  kind text not null,
  target text not null,
  delay_ms integer not null,
  remaining integer not null check (remaining >= 0),
  primary key (instance_id, fault_id)
);
