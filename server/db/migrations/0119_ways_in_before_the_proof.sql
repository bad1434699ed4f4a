-- What was made by a sign-in before its address was proved and lets somebody in: API tokens, also those that others
-- have kept since, for whoever made one knows it; and invitations that nobody has answered.
create function end_ways_in(person text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  own record;
  former_account text := coalesce(current_setting('app.account_id', true), '');
  former_user text := coalesce(current_setting('app.user_id', true), '');
begin
  perform from accounts a where a.id in (select u.account_id from users u where u.subject = person)
  order by a.id for no key update;
  -- A token or an invitation that is made at this moment holds this row by its foreign key, so it is waited for and seen.
  for own in
    select u.account_id, u.id from users u where u.subject = person order by u.account_id, u.id for update
  loop
    perform enter_as(own.account_id, own.id);
    with gone as (
      delete from api_tokens t
      where t.account_id = own.account_id and own.id in (t.created_by, t.responsible_id) returning t.id
    )
    update users u set deactivated_at = now(), version = u.version + 1
    from gone where u.account_id = own.account_id and u.id = gone.id;
    with withdrawn as (
      update users u set deactivated_at = now(), version = u.version + 1
      where u.account_id = own.account_id and u.invited_by = own.id and u.joined_at is null
        and u.declined_at is null and u.left_at is null and u.deactivated_at is null
      returning u.id
    )
    delete from invitation_links l using withdrawn w where l.account_id = own.account_id and l.id = w.id;
  end loop;
  perform set_config('app.account_id', former_account, true), set_config('app.user_id', former_user, true);
end $$;
revoke execute on function end_ways_in(text) from public;

-- Whether the sign-in of that number, by which somebody came into the session, goes on. What ends it waits until this
-- transaction ends, or is seen here, while servers learn of it within a second.
create function sign_in_goes_on(generation integer) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  own text;
begin
  select u.subject into own from users u
  where u.account_id = current_account() and u.id = current_app_user() for key share;
  return not exists (
    select from identity_users i
    where i.subject = case when own ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then own::uuid end
      and i.sign_in_generation > generation);
end $$;
revoke execute on function sign_in_goes_on(integer) from public;
grant execute on function sign_in_goes_on(integer) to lading_app;

-- As before; what lets somebody in and was made before the proof ends with it. Called in the transaction that stores the
-- password which the owner chose.
create or replace function claim_sign_in(person text, email text, anew boolean) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  present record;
  back record;
begin
  if anew then
    update users u set sign_in_made_here = false where u.subject = person and u.sign_in_made_here;
  end if;
  if address_is_verified(person, email) then
    return;
  end if;
  perform note_verified_address(person, email);
  perform lock_companies(person, null);
  perform end_ways_in(person);
  select m.account_id, m.user_id, u.role into present
  from memberships m join users u on u.account_id = m.account_id and u.id = m.user_id
  where m.subject = person and u.invited_by is not null and u.joined_at is not null;
  if not found then
    return;
  end if;
  perform from users u where u.account_id = present.account_id and u.role = 'administrator' order by u.id for update;
  if not exists (
      select from users u where u.account_id = present.account_id and u.id <> present.user_id
        and u.role = 'administrator' and is_present(u.account_id, u.id)) then
    return;
  end if;
  perform enter_as(present.account_id, present.user_id);
  update users u set joined_at = null, version = u.version + 1
  where u.account_id = present.account_id and u.id = present.user_id;
  select * into back from own_company(person, present.account_id);
  if found then
    perform take_to(person, back.account_id, back.user_id);
  else
    delete from memberships m where m.subject = person;
  end if;
end $$;
