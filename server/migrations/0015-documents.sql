create schema documents;

-- Documents of companies, members and users. The contents stand sealed in the object store under the document's token;
-- their SHA-256 lets the same contents be there once for each owner.
-- @distribute documents.documents by instance_id
create table documents.documents (
  instance_id uuid not null,
  document_id uuid not null,
  owner_kind text not null check (owner_kind in ('company', 'member', 'user')),
  owner_id uuid not null,
  application_id uuid,
  file_type text not null,
  document_type text,
  size_bytes integer not null check (size_bytes > 0),
  sha256 bytea not null,
  profile jsonb not null,
  status text not null check (status in ('uploaded', 'accepted', 'rejected')),
  reason text,
  reviewed_by text,
  reviewed_at timestamptz,
  created_at timestamptz not null,
  primary key (instance_id, document_id),
  check ((status = 'uploaded') = (reviewed_at is null))
);
create unique index documents_contents on documents.documents (instance_id, owner_kind, owner_id, sha256);

-- Contents that are in the object store, or on their way to it, and belong to no document yet: noted before they are
-- kept, gone with the transaction that writes the document. What stays here was refused or broken off.
-- @distribute documents.uploads by instance_id
create table documents.uploads (
  instance_id uuid not null,
  document_id uuid not null,
  started_at timestamptz not null,
  primary key (instance_id, document_id)
);
create index uploads_started on documents.uploads (instance_id, started_at);
