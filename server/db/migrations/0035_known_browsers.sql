-- Browsers in which somebody has signed in, known by a secret in a cookie; only the secret's hash is kept.
create table identity_browsers (
  subject uuid not null references identity_users on delete cascade,
  secret_hash bytea not null,
  -- False: so far this browser has only chosen a password by a link.
  signed_in boolean not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  user_agent text,
  address text,
  primary key (subject, secret_hash)
);
create index identity_browsers_expiry on identity_browsers (expires_at);

alter table identity_users
  -- Grows when all that the person is signed in by ends. Tokens carry it, so that no clock decides which are good.
  add column sign_in_generation integer not null default 0,
  -- Null: none of their browsers was ever known.
  add column first_browser_at timestamptz;
-- Tokens of before carry none, which counts as 0.
update identity_users set sign_in_generation = 1 where signed_out_at is not null;

-- Sessions that ended while access tokens of theirs may still be good.
create table ended_sessions (
  uid text primary key,
  ended_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index ended_sessions_ended on ended_sessions (ended_at);
create index ended_sessions_expiry on ended_sessions (expires_at);

alter table oidc_state
  -- Of sessions: when, from where and in which known browser each was last used.
  add column used_at timestamptz,
  add column address text,
  add column user_agent text,
  add column browser bytea;

grant select, insert, update, delete on identity_browsers, ended_sessions to lading_sign_in;

alter table sign_in_events
  drop constraint sign_in_events_outcome_check,
  add constraint sign_in_events_outcome_check check (outcome in (
    'signed_up', 'signed_in', 'signed_in_by_recovery_code', 'wrong_password', 'wrong_code', 'refused_for_now',
    'password_link_sent', 'password_changed', 'password_set', 'name_changed', 'second_factor_on',
    'second_factor_off', 'recovery_codes_renewed', 'session_ended', 'signed_out_everywhere'));

-- What belongs to no company nobody can look up; answers how many were forgotten.
create function forget_unknown_sign_ins() returns bigint
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  with forgotten as (
    delete from sign_in_events where account_id is null and at < now() - interval '90 days' returning 1
  )
  select count(*) from forgotten
$$;
revoke execute on function forget_unknown_sign_ins() from public;
grant execute on function forget_unknown_sign_ins() to lading_sign_in;
