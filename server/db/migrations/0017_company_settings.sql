-- What a company says of itself on its papers; its name and currency stand in accounts.
create table company_settings (
  account_id uuid primary key references accounts,
  -- The history names every record by its id.
  id uuid not null generated always as (account_id) stored,
  building_no text,
  building_name text,
  street text,
  city text,
  county text,
  post_code text,
  country text,
  telephone text,
  fax text,
  email text,
  website text,
  registration_number text,
  tax_number text,
  licence_number text,
  bank_name text,
  bank_branch text,
  bank_account_name text,
  bank_account_number text,
  iban text,
  swift text,
  trading_terms text,
  -- Where the file store keeps the logo, and its size in bytes and pixels.
  logo_key text,
  logo_media_type text check (logo_media_type in ('image/png', 'image/jpeg')),
  logo_size bigint,
  logo_width integer,
  logo_height integer,
  version integer not null default 1,
  check (num_nulls(logo_key, logo_media_type, logo_size, logo_width, logo_height) in (0, 5))
);
call isolate_by_account('company_settings');
create trigger history after insert or update or delete on company_settings
  for each row execute function record_history('');

-- How the next number of a kind of paper is made; a series without a row begins as the product proposes.
create table number_series (
  account_id uuid not null references accounts,
  kind text not null,
  prefix text not null,
  digits integer not null check (digits between 1 and 12),
  next_number bigint not null check (next_number > 0),
  primary key (account_id, kind)
);
call isolate_by_account('number_series');

-- The number that a job's papers of one kind bear, whichever of them is made first and however often.
create table job_numbers (
  account_id uuid not null,
  job_id uuid not null,
  kind text not null,
  number text not null,
  allotted_at timestamptz not null default now(),
  allotted_by uuid default current_app_user(),
  primary key (account_id, job_id, kind),
  unique (account_id, kind, number),
  foreign key (account_id, job_id) references jobs
);
call isolate_by_account('job_numbers');

-- An account's name and currency have no table of settings of their own; their changes are kept beside those of
-- the settings, in the same transaction.
create function record_account_history() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  changed jsonb := '{}';
begin
  if old.name is distinct from new.name then
    changed := changed || jsonb_build_object('name', jsonb_build_array(old.name, new.name));
  end if;
  if old.currency is distinct from new.currency then
    changed := changed || jsonb_build_object('currency', jsonb_build_array(old.currency, new.currency));
  end if;
  insert into history (account_id, user_id, record_type, record_id, changes)
  values (new.id, current_app_user(), 'accounts', new.id, changed);
  return null;
end $$;
create trigger history after update on accounts for each row
  when (old.name is distinct from new.name or old.currency is distinct from new.currency)
  execute function record_account_history();

insert into company_settings (account_id) select id from accounts;

-- What a template's author has to have filled in by hand, since the product holds no such field.
alter table document_templates add column missing jsonb not null default '[]';

-- The files of an account's first templates are noted and written before the account is made, so that it comes
-- with its templates or not at all.
alter table started_uploads drop constraint started_uploads_account_id_fkey;

drop function register_account(text, text, text, text);

-- Makes the company account of an identity that has none, under the id that is given; its first user is the
-- administrator. Answers whether it did.
create function register_account(
  new_account uuid, wanted_subject text, email text, display_name text, company text
) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  new_user uuid := gen_random_uuid();
begin
  perform pg_advisory_xact_lock(hashtextextended(wanted_subject, 0));
  if exists (select from memberships m where m.subject = wanted_subject) then
    return false;
  end if;
  insert into accounts (id, name) values (new_account, company);
  perform set_config('app.account_id', new_account::text, true),
          set_config('app.user_id', new_user::text, true);
  insert into users (account_id, id, subject, display_name, email, role)
  values (new_account, new_user, wanted_subject, display_name, email, 'administrator');
  insert into memberships (subject, account_id, user_id) values (wanted_subject, new_account, new_user);
  insert into company_settings (account_id) values (new_account);
  return true;
end $$;
revoke execute on function register_account(uuid, text, text, text, text) from public;
grant execute on function register_account(uuid, text, text, text, text) to lading_app;
