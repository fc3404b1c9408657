-- Work for later, written in the transaction of its cause. `due_at` is by the instance's clock; `free_at` is real time:
-- until then a server has it, or it waits after a run that failed.
-- @distribute runtime.jobs by instance_id
create table runtime.jobs (
  instance_id uuid not null,
  job_id uuid not null,
  name text not null,
  subject_id uuid not null,
  due_at timestamptz not null,
  data jsonb not null,
  attempt integer not null default 0,
  free_at timestamptz not null,
  primary key (instance_id, job_id)
);
create index jobs_due on runtime.jobs (instance_id, due_at, job_id);
