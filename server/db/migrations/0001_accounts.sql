-- The product's connections act as a role that owns nothing, so row-level security binds them.
do $$
begin
  if not exists (select from pg_roles where rolname = 'lading_app') then
    create role lading_app nologin;
  end if;
exception when duplicate_object or unique_violation then
  null; -- another database of the same server is being migrated at this moment
end $$;
grant lading_app to current_user;
grant usage on schema public to lading_app;

create extension if not exists pg_trgm;

-- NULLIF: a pooled connection keeps the setting as '' after its first transaction.
create function current_account() returns uuid
language sql stable parallel safe
as $$ select nullif(current_setting('app.account_id', true), '')::uuid $$;

create function current_app_user() returns uuid
language sql stable parallel safe
as $$ select nullif(current_setting('app.user_id', true), '')::uuid $$;

-- Every table of a company goes through this, so that none is isolated by half.
create procedure isolate_by_account(isolated regclass)
language plpgsql
as $$
begin
  execute format('alter table %s enable row level security', isolated);
  execute format(
    'create policy own_account on %s using (account_id = (select current_account()))
     with check (account_id = (select current_account()))', isolated);
  execute format('grant select, insert, update, delete on %s to lading_app', isolated);
end $$;

create table accounts (
  id uuid primary key,
  name text not null,
  currency text not null default 'USD',
  -- Both are changed in the transaction that makes a job, so a list's total costs no count.
  job_count bigint not null default 0,
  last_job_number bigint not null default 0,
  created_at timestamptz not null default now()
);
alter table accounts enable row level security;
create policy own_account on accounts using (id = (select current_account()));
grant select, update (name, currency, job_count, last_job_number) on accounts to lading_app;

create table users (
  account_id uuid not null references accounts,
  id uuid not null,
  -- What the identity provider calls this person.
  subject text not null,
  display_name text not null,
  email text not null,
  role text not null check (role in ('administrator', 'staff', 'viewer')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, subject)
);
call isolate_by_account('users');

-- Which company an identity belongs to. Read only by the functions below: no session exists yet.
create table memberships (
  subject text primary key,
  account_id uuid not null,
  user_id uuid not null,
  foreign key (account_id, user_id) references users
);

create function open_session(wanted_subject text)
returns table (account_id uuid, user_id uuid, role text)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  return query
    select u.account_id, u.id, u.role
    from memberships m join users u on u.account_id = m.account_id and u.id = m.user_id
    where m.subject = wanted_subject;
  if found then
    perform set_config('app.account_id', m.account_id::text, true),
            set_config('app.user_id', m.user_id::text, true)
    from memberships m where m.subject = wanted_subject;
  end if;
end $$;

-- Makes the company account of an identity that has none; its first user is the administrator.
create function register_account(wanted_subject text, email text, display_name text, company text)
returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  new_account uuid := gen_random_uuid();
  new_user uuid := gen_random_uuid();
begin
  perform pg_advisory_xact_lock(hashtextextended(wanted_subject, 0));
  if exists (select from memberships m where m.subject = wanted_subject) then
    return;
  end if;
  insert into accounts (id, name) values (new_account, company);
  perform set_config('app.account_id', new_account::text, true),
          set_config('app.user_id', new_user::text, true);
  insert into users (account_id, id, subject, display_name, email, role)
  values (new_account, new_user, wanted_subject, display_name, email, 'administrator');
  insert into memberships (subject, account_id, user_id) values (wanted_subject, new_account, new_user);
end $$;

-- Adds an identity to the company of the session that is open.
create function add_member(new_user uuid, wanted_subject text, email text, display_name text, role text)
returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  insert into users (account_id, id, subject, display_name, email, role)
  values (current_account(), new_user, wanted_subject, display_name, email, role);
  insert into memberships (subject, account_id, user_id)
  values (wanted_subject, current_account(), new_user);
end $$;
