create schema onboarding;

-- What the operator configures: client profiles (`profile`, by code) and the risk scorecard (`scorecard`). A version is
-- never changed: applying writes the next one.
-- @distribute onboarding.configurations by instance_id
create table onboarding.configurations (
  instance_id uuid not null,
  kind text not null check (kind in ('profile', 'scorecard')),
  code text not null,
  version integer not null check (version > 0),
  definition jsonb not null,
  applied_at timestamptz not null,
  primary key (instance_id, kind, code, version)
);

-- Applications. Each keeps the client profile that it was created under. `round` counts the runs of the automatic
-- checks: a result counts in its own round only.
-- @distribute onboarding.applications by instance_id
create table onboarding.applications (
  instance_id uuid not null,
  application_id uuid not null,
  merchant_id uuid,
  products text[] not null,
  due_diligence text check (due_diligence in ('SDD', 'CDD')),
  profile jsonb not null,
  status text not null check (status in
    ('draft', 'checking', 'in_review', 'approved', 'declined', 'action_required', 'withdrawn', 'expired')),
  payouts jsonb not null,
  ip_address text,
  fingerprint text,
  company_id uuid not null,
  company jsonb not null,
  requested jsonb not null,
  requirements jsonb not null,
  round integer not null check (round >= 0),
  simulated jsonb not null,
  risk jsonb,
  assigned_to text,
  decision jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (instance_id, application_id),
  check (status <> 'approved' or merchant_id is not null)
);
create index applications_merchant on onboarding.applications (instance_id, merchant_id);
create index applications_status on onboarding.applications (instance_id, status, application_id);

-- Members of the companies. The national identifier is sealed; its keyed digest lets it be there once in an application.
-- @distribute onboarding.members by instance_id
create table onboarding.members (
  instance_id uuid not null,
  member_id uuid not null,
  application_id uuid not null,
  status text not null check (status in ('active', 'suspended')),
  user_id uuid,
  profile jsonb not null,
  identifier_sealed bytea,
  identifier_mac bytea,
  identifier_holds boolean,
  verification_status text not null
    check (verification_status in ('not_started', 'in_progress', 'pending_review', 'verified', 'refused')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (instance_id, member_id),
  foreign key (instance_id, application_id) references onboarding.applications (instance_id, application_id)
);
create index members_application on onboarding.members (instance_id, application_id, member_id);

-- The automatic checks of each round, with what their results stand on. Earlier rounds stay as evidence.
-- @distribute onboarding.checks by instance_id
create table onboarding.checks (
  instance_id uuid not null,
  application_id uuid not null,
  round integer not null,
  type text not null check (type in ('risk', 'register', 'sanctions', 'adverse_media')),
  status text not null check (status in ('pending', 'passed', 'referred', 'failed')),
  reason text,
  attempts integer not null check (attempts >= 0),
  evidence jsonb not null,
  at timestamptz,
  primary key (instance_id, application_id, round, type),
  foreign key (instance_id, application_id) references onboarding.applications (instance_id, application_id),
  check ((status = 'pending') = (at is null))
);

-- What underwriters did, in their order. Two approvals of one round by different people are four eyes.
-- @distribute onboarding.reviews by instance_id
create table onboarding.reviews (
  instance_id uuid not null,
  review_id uuid not null,
  application_id uuid not null,
  round integer not null,
  action text not null check (action in ('assign', 'request_info', 'approve', 'decline')),
  actor text not null,
  reason text,
  details jsonb not null,
  at timestamptz not null,
  primary key (instance_id, review_id),
  foreign key (instance_id, application_id) references onboarding.applications (instance_id, application_id)
);
create index reviews_application on onboarding.reviews (instance_id, application_id, review_id);

-- Where a merchant takes payments: one store for each acquiring product, with one terminal.
-- @distribute onboarding.stores by instance_id
create table onboarding.stores (
  instance_id uuid not null,
  store_id uuid not null,
  merchant_id uuid not null,
  application_id uuid not null,
  type text not null check (type in ('pos', 'e-commerce', 'qr')),
  mid text not null,
  terminal_id uuid not null,
  tid text not null,
  created_at timestamptz not null,
  primary key (instance_id, store_id),
  foreign key (instance_id, application_id) references onboarding.applications (instance_id, application_id)
);
create unique index stores_type on onboarding.stores (instance_id, merchant_id, type);

-- Directories: to whom a merchant ID or a terminal ID of the card networks belongs. They are keyed by it, since networks
-- know nothing else, and unique over all instances. Nothing in them ever changes.
-- @distribute onboarding.mids by mid
create table onboarding.mids (
  mid text not null,
  instance_id uuid not null,
  store_id uuid not null,
  primary key (mid)
);

-- @distribute onboarding.tids by tid
create table onboarding.tids (
  tid text not null,
  instance_id uuid not null,
  store_id uuid not null,
  primary key (tid)
);

-- What is known of a merchant beside its name: the company's data as approved, and its risk.
alter table parties.merchants add column profile jsonb not null default '{}';
alter table parties.merchants add column risk_level text check (risk_level in ('low', 'medium', 'high'));
alter table parties.merchants add column risk_score integer;
