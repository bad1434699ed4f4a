-- The parties of a save are written in one statement, in which a party takes the place of another in its row. The
-- history tells of it as before: one party went, and another came.
create function record_party_history() returns trigger
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan
as $$
declare
  of_address text := nullif(current_setting('app.address', true), '');
  of_user_agent text := nullif(current_setting('app.user_agent', true), '');
begin
  if tg_op <> 'INSERT' then
    insert into history (account_id, user_id, record_type, record_id, job_id, changes, address, user_agent)
    values (
      old.account_id, current_app_user(), 'job_parties', old.id, old.job_id,
      jsonb_build_object('id', jsonb_build_array(old.id, null), 'job_id', jsonb_build_array(old.job_id, null),
        'role', jsonb_build_array(old.role, null), 'party_id', jsonb_build_array(old.party_id, null)),
      of_address, of_user_agent);
  end if;
  if tg_op <> 'DELETE' then
    insert into history (account_id, user_id, record_type, record_id, job_id, changes, address, user_agent)
    values (
      new.account_id, current_app_user(), 'job_parties', new.id, new.job_id,
      jsonb_build_object('id', jsonb_build_array(null, new.id), 'job_id', jsonb_build_array(null, new.job_id),
        'role', jsonb_build_array(null, new.role), 'party_id', jsonb_build_array(null, new.party_id)),
      of_address, of_user_agent);
  end if;
  return null;
end $$;
revoke execute on function record_party_history() from public;

drop trigger history on job_parties;
create trigger history after insert or update or delete on job_parties
  for each row execute function record_party_history();
