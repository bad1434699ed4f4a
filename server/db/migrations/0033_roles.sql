-- The embedded sign-in's tables have a role of their own: whoever makes the product's role read what it should not
-- finds no password's hash, no secret of a second factor, no session and no signing key.
grant usage on schema public to lading_sign_in;

revoke all on identity_users, identity_recovery_codes, identity_links, oidc_state, oidc_keys, sign_in_limits,
  product_mails from lading_app;
-- Messages of the product itself hold links to choose a password.
grant select, insert, update, delete on identity_users, identity_recovery_codes, identity_links, oidc_state,
  sign_in_limits, product_mails to lading_sign_in;
grant select, insert, update on oidc_keys to lading_sign_in;

revoke execute on function note_sign_in(text, text, text, text), rename_identity(uuid, text),
  enqueue_product_mail(uuid, timestamptz) from lading_app;
grant execute on function note_sign_in(text, text, text, text), rename_identity(uuid, text),
  enqueue_product_mail(uuid, timestamptz) to lading_sign_in;

-- Takes an identity back that was made for a company and came into none. Who belongs to which company is read here
-- alone, so that nobody is deleted whose membership was committed after all.
create function forget_identity(person uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  delete from identity_users i
  where i.subject = person and not exists (select from memberships m where m.subject = person::text)
$$;
revoke execute on function forget_identity(uuid) from public;
grant execute on function forget_identity(uuid) to lading_sign_in;

-- Row-level security binds the tables' owner too, who has a policy that lets everything through: a connection that is
-- neither of the product's roles nor the owner sees nothing, and who may see everything stands in the catalogue.
create procedure let_owner_see(secured regclass)
language plpgsql
as $$
declare
  owner name := (select pg_get_userbyid(relowner) from pg_class where oid = secured);
begin
  execute format('alter table %s enable row level security, force row level security', secured);
  execute format('drop policy if exists of_owner on %s', secured);
  execute format('create policy of_owner on %s to %I using (true) with check (true)', secured, owner);
end $$;

-- Called after every upgrade: for tables that a migration has secured by hand, and for a database that came to
-- another owner, by whom the policies made for the earlier one do not let anything through.
create procedure let_owner_see_all()
language plpgsql
as $$
declare secured regclass;
begin
  for secured in
    select c.oid from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
      and pg_has_role(c.relowner, 'usage')
      and not (c.relforcerowsecurity and exists (
        select from pg_policy p
        where p.polrelid = c.oid and p.polname = 'of_owner' and p.polroles = array[c.relowner]))
    order by c.relname
  loop
    call let_owner_see(secured);
  end loop;
end $$;

create or replace procedure isolate_by_account(isolated regclass)
language plpgsql
as $$
begin
  execute format('alter table %s enable row level security', isolated);
  execute format(
    'create policy own_account on %s using (account_id = (select current_account()))
     with check (account_id = (select current_account()))', isolated);
  execute format('grant select, insert, update, delete on %s to lading_app', isolated);
  call let_owner_see(isolated);
end $$;

-- Which company an identity belongs to: the owner's functions alone read it.
call let_owner_see('memberships');
call let_owner_see_all();

-- For an owner whom policies bind, PostgreSQL uses the trigram indexes as before, but plans without the statistics of
-- the texts, since LIKE is not leakproof: it takes every text for one that a row in 125 holds. So the latest rows are
-- looked through first, which finds the common texts; whatever else is rare, and its rows are all found (OFFSET 0
-- keeps the limit from tempting the planner to read on through the latest) before the latest of them are chosen.
create or replace function search_jobs(pattern text, newest integer default null) returns setof uuid
language plpgsql stable rows 100 security definer set search_path = pg_catalog, public, pg_temp
as $$
declare latest uuid[];
begin
  if newest is null or not row_security_active('job_index') then
    return query execute format(
      'select job_id from job_index where account_id = %L and search_text like %L %s',
      current_account(), pattern,
      case when newest is null then '' else format('order by job_number desc limit %s', newest) end);
    return;
  end if;
  latest := array(
    select job_id from (
      select job_id, job_number, search_text from job_index
      where account_id = current_account() order by job_number desc limit 2000) as latest_jobs
    where search_text like pattern order by job_number desc limit newest);
  if cardinality(latest) = newest then
    return query select unnest(latest);
  else
    return query execute format(
      'select job_id from (
         select job_id, job_number from job_index where account_id = %L and search_text like %L offset 0) as holding
       order by job_number desc limit %s', current_account(), pattern, newest);
  end if;
end $$;

create or replace function search_documents(pattern text, newest integer) returns setof uuid
language plpgsql stable rows 10 security definer set search_path = pg_catalog, public, pg_temp
as $$
declare latest uuid[];
begin
  if not row_security_active('documents') then
    return query execute format(
      'select id from documents where account_id = %L and deleted_at is null and lower(name) like %L
       order by date desc limit %s', current_account(), pattern, newest);
    return;
  end if;
  latest := array(
    select id from (
      select id, date, name from documents
      where account_id = current_account() and deleted_at is null order by date desc limit 500) as latest_documents
    where lower(name) like pattern order by date desc limit newest);
  if cardinality(latest) = newest then
    return query select unnest(latest);
  else
    return query execute format(
      'select id from (
         select id, date from documents
         where account_id = %L and deleted_at is null and lower(name) like %L offset 0) as holding
       order by date desc limit %s', current_account(), pattern, newest);
  end if;
end $$;
