-- As before, but without what people said of a template's page.
create or replace function record_history() returns trigger
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan
as $$
declare
  -- What was said of a template's page says nothing of its papers, and would be kept twice as a whole at each save.
  passed_over constant text[] := '{account_id,version,created_at,position,dismissals,left_values}';
  present jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  changed jsonb;
  has_new_version boolean := false;
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(key, jsonb_build_array(was, now)) into changed
    from rows from (jsonb_each(to_jsonb(old)), jsonb_each(present)) as fields (key, was, same_key, now)
    where was is distinct from now and key <> all (passed_over);
    has_new_version := (to_jsonb(old) -> 'version') is distinct from (present -> 'version');
  elsif tg_op = 'INSERT' then
    select jsonb_object_agg(key, jsonb_build_array(null, value)) into changed
    from jsonb_each(present) as fields (key, value)
    where value <> 'null' and key <> all (passed_over);
  else
    select jsonb_object_agg(key, jsonb_build_array(value, null)) into changed
    from jsonb_each(present) as fields (key, value)
    where value <> 'null' and key <> all (passed_over);
  end if;
  -- A version without changes of its own still tells when it was made: a contact's row beside it holds what changed.
  if changed is not null or has_new_version or (tg_op <> 'UPDATE' and present ? 'version') then
    insert into history (
      account_id, user_id, record_type, record_id, job_id, organisation_id, version, changes, shown, address, user_agent)
    values (
      (present ->> 'account_id')::uuid, current_app_user(), tg_table_name,
      coalesce(present ->> 'id', present ->> 'account_id')::uuid,
      (present ->> nullif(tg_argv[0], ''))::uuid, (present ->> nullif(tg_argv[1], ''))::uuid,
      (present ->> 'version')::integer, coalesce(changed, '{}'),
      case when tg_table_name in ('contacts', 'company_settings')
        then coalesce(changed, '{}') - array['id', 'link_id', 'organisation_id'] <> '{}'
        else changed is not null end,
      nullif(current_setting('app.address', true), ''), nullif(current_setting('app.user_agent', true), ''));
  end if;
  return null;
end $$;
