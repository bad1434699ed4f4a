-- The embedded sign-in's tables have a role of their own: whoever makes the product's role read what it should not
-- finds no password's hash, no secret of a second factor, no session and no signing key.
grant usage on schema public to lading_sign_in;

revoke all on identity_users, identity_recovery_codes, identity_links, oidc_state, oidc_keys, sign_in_limits
  from lading_app;
grant select, insert, update, delete
  on identity_users, identity_recovery_codes, identity_links, oidc_state, sign_in_limits to lading_sign_in;
grant select, insert, update on oidc_keys to lading_sign_in;

revoke execute on function note_sign_in(text, text, text, text), rename_identity(uuid, text) from lading_app;
grant execute on function note_sign_in(text, text, text, text), rename_identity(uuid, text) to lading_sign_in;

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
