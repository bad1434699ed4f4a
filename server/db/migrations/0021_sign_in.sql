alter table identity_users
  -- The secret of the authenticator app, sealed by the product; in use from `totp_since` on.
  add column totp_secret text,
  add column totp_since timestamptz,
  -- The 30-second step of the last code taken, so that none is taken twice.
  add column totp_step bigint,
  -- Tokens issued before were ended by the person.
  add column signed_out_at timestamptz;
create index identity_users_signed_out on identity_users (signed_out_at) where signed_out_at is not null;

-- Each stands for a lost telephone once; only hashes are kept.
create table identity_recovery_codes (
  subject uuid not null references identity_users on delete cascade,
  code_hash bytea not null,
  primary key (subject, code_hash)
);

-- Links by which a person chooses a password; only the hash of a link's secret is kept.
create table identity_links (
  secret_hash bytea primary key,
  subject uuid not null references identity_users on delete cascade,
  expires_at timestamptz not null
);
create index identity_links_subject on identity_links (subject);
create index identity_links_expiry on identity_links (expires_at);

-- Attempts that all servers count together. The key says what is counted and for whom, as a hash.
create table sign_in_limits (
  key text primary key,
  attempts integer not null,
  -- When the attempts are forgotten.
  expires_at timestamptz not null,
  blocked_until timestamptz
);
create index sign_in_limits_expiry on sign_in_limits (expires_at);

-- Ending all sessions of one person.
create index oidc_state_person on oidc_state ((payload ->> 'accountId')) where payload ? 'accountId';

grant select, insert, update, delete on identity_recovery_codes, identity_links, sign_in_limits to lading_app;

-- Who signed in, tried to, or changed how they sign in.
create table sign_in_events (
  -- The company of that time; null before the person had one, and where nobody goes by the name that was typed.
  account_id uuid references accounts,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  user_id uuid,
  subject text,
  -- Where it came from; what was typed is not kept, since people type passwords into the wrong field.
  address text,
  user_agent text,
  outcome text not null check (outcome in (
    'signed_up', 'signed_in', 'signed_in_by_recovery_code', 'wrong_password', 'wrong_code', 'refused_for_now',
    'password_link_sent', 'password_changed', 'name_changed', 'second_factor_on', 'second_factor_off',
    'recovery_codes_renewed', 'signed_out_everywhere')),
  unique nulls not distinct (account_id, id),
  foreign key (account_id, user_id) references users
);
alter table sign_in_events enable row level security;
create policy own_account on sign_in_events using (account_id = (select current_account()));
-- Append-only even for the product's own role.
grant select on sign_in_events to lading_app;
create index sign_in_events_of_account on sign_in_events (account_id, at, id);
create index sign_in_events_of_user on sign_in_events (account_id, user_id, at) where user_id is not null;

create function note_sign_in(person text, outcome text, address text, user_agent text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  insert into sign_in_events (account_id, user_id, subject, outcome, address, user_agent)
  select m.account_id, m.user_id, person, note_sign_in.outcome, note_sign_in.address, note_sign_in.user_agent
  from (select person) as one left join memberships m on m.subject = person
$$;

-- A person's name stands with the identity and with the company; the history names who changed it.
create function rename_identity(person uuid, new_name text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  update identity_users set display_name = new_name where subject = person;
  perform set_config('app.account_id', m.account_id::text, true),
          set_config('app.user_id', m.user_id::text, true)
  from memberships m where m.subject = person::text;
  update users u set display_name = new_name, version = u.version + 1
  from memberships m
  where m.subject = person::text and u.account_id = m.account_id and u.id = m.user_id
    and u.display_name <> new_name;
end $$;

revoke execute on function note_sign_in(text, text, text, text), rename_identity(uuid, text) from public;
grant execute on function note_sign_in(text, text, text, text), rename_identity(uuid, text) to lading_app;
