-- Who the key was handed to: the public PGP key under which its secrets are sent, and that key's fingerprint. When it
-- was last used, to the minute. And the expiry of which KEY.EXPIRING has already told.
alter table keys.keys
  add column pgp_public_key text,
  add column pgp_fingerprint text,
  add column last_used_at timestamptz,
  add column told_expires_at timestamptz;
