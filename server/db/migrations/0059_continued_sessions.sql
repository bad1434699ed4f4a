-- Opens the session of somebody whom the server knows from an earlier call. The statements of a call travel together
-- with this one, so it fails, and thereby undoes them, where what the server remembers of the person no longer holds;
-- the call is then made again by way of open_session, which says who they are.
create function continue_session(
  wanted_subject text, of_account uuid, of_user uuid, of_role text, of_adjustments jsonb, address text, user_agent text
) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  person record;
begin
  select u.account_id, u.id, u.role, a.adjustments into person
  from memberships m
  join users u on u.account_id = m.account_id and u.id = m.user_id
  left join role_adjustments a on a.account_id = m.account_id
  where m.subject = wanted_subject and u.deactivated_at is null;
  if starts_with(wanted_subject, 'api-token:') then
    person.role := api_token_role(person.account_id, person.id);
  end if;
  if (person.account_id, person.id, person.role, person.adjustments)
    is distinct from (of_account, of_user, of_role, of_adjustments) then
    raise exception 'The session of % changed.', wanted_subject using errcode = 'LD001';
  end if;
  perform set_config('app.account_id', of_account::text, true), set_config('app.user_id', of_user::text, true),
    set_config('app.address', address, true), set_config('app.user_agent', user_agent, true);
end $$;
revoke execute on function continue_session(text, uuid, uuid, text, jsonb, text, text) from public;
grant execute on function continue_session(text, uuid, uuid, text, jsonb, text, text) to lading_app;
