-- The embedded identity provider. Identities belong to no company (memberships says which company an
-- identity is taken to), so these tables have no account and no row-level security.
create table identity_users (
  -- The token's `oid` and `sub`.
  subject uuid primary key default gen_random_uuid(),
  email text not null,
  display_name text not null,
  company text,
  -- Null: this identity cannot sign in by password.
  password_hash text,
  created_at timestamptz not null default now()
);
create unique index identity_users_email on identity_users (lower(email));

-- What the provider remembers between two requests. Ids are secrets: only their hash is kept.
create table oidc_state (
  model text not null,
  id bytea not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  expires_at timestamptz,
  consumed_at timestamptz,
  primary key (model, id)
);
create index oidc_state_grant on oidc_state (model, grant_id) where grant_id is not null;
create index oidc_state_uid on oidc_state (model, uid) where uid is not null;
create index oidc_state_expiry on oidc_state (expires_at);

-- Signing keys, cookie keys and the tenant's id: made by the first server that starts, shared by all.
create table oidc_keys (
  name text primary key,
  value jsonb not null,
  created_at timestamptz not null default now()
);

grant select, insert, update, delete on identity_users, oidc_state to lading_app;
grant select, insert, update on oidc_keys to lading_app;
