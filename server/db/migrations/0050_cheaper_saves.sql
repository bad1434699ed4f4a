-- A save refreshes the index of its job once, when its transaction ends, and by a plan that is made once a connection.

-- Planning the joins anew takes twenty times as long as running them. Every table is entered by its key, however few
-- rows PostgreSQL believes it has: a plan made while the tables were empty stays right when they are full.
create or replace function refresh_job_index(of_account uuid, of_jobs uuid[]) returns void
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  -- Whoever waits here for another transaction's refresh of the same job reads what that one has written:
  -- the next statement has a newer view. In one order, so that two of them cannot wait for each other.
  perform from job_index where account_id = of_account and job_id = any (of_jobs) order by job_id for update;
  insert into job_index (
    account_id, job_id, job_number, name, consignee, shipper, agent, carrier,
    loading_port, via_port, discharge_port, destination_port, search_text)
  select j.account_id, j.id, j.job_number, lower(j.name), p.consignee, p.shipper, p.agent, p.carrier,
    lower(loading.name), lower(via.name), lower(discharge.name), lower(destination.name),
    lower(concat_ws(' ', j.job_number, j.name, j.master_bl, j.house_bl, j.igm, j.index_number, j.vessel_name,
      j.commodity, loading.name, via.name, discharge.name, destination.name)) || ' ' || coalesce(p.everybody, '')
  from jobs j
  left join ports loading on loading.account_id = j.account_id and loading.id = j.loading_port_id
  left join ports via on via.account_id = j.account_id and via.id = j.via_port_id
  left join ports discharge on discharge.account_id = j.account_id and discharge.id = j.discharge_port_id
  left join ports destination on destination.account_id = j.account_id and destination.id = j.destination_port_id
  left join lateral (
    select
      lower(max(o.name) filter (where jp.role = 'consignee')) as consignee,
      lower(max(o.name) filter (where jp.role = 'shipper')) as shipper,
      lower(max(o.name) filter (where jp.role = 'agent')) as agent,
      lower(max(o.name) filter (where jp.role = 'carrier')) as carrier,
      lower(string_agg(distinct o.name, ' ')) as everybody
    from job_parties jp
    join parties pa on pa.account_id = jp.account_id and pa.id = jp.party_id
    join organisations o on o.account_id = pa.account_id and o.id = pa.organisation_id
    where jp.account_id = j.account_id and jp.job_id = j.id
  ) p on true
  where j.account_id = of_account and j.id = any (of_jobs)
  on conflict (account_id, job_id) do update set
    name = excluded.name, consignee = excluded.consignee, shipper = excluded.shipper,
    agent = excluded.agent, carrier = excluded.carrier, loading_port = excluded.loading_port,
    via_port = excluded.via_port, discharge_port = excluded.discharge_port,
    destination_port = excluded.destination_port, search_text = excluded.search_text
  where job_index is distinct from excluded;
end $$;

-- The jobs whose index this transaction has to refresh before it ends, as "account job,account job". What is undone
-- with a savepoint is forgotten with it.
create function refresh_touched_jobs() returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  listed text := current_setting('app.touched_jobs', true);
  touched record;
begin
  if listed is null or listed = '' then
    return;
  end if;
  perform set_config('app.touched_jobs', '', true);
  for touched in
    select split_part(entry, ' ', 1)::uuid as account_id,
      array_agg(distinct split_part(entry, ' ', 2)::uuid) as ids
    from string_to_array(listed, ',') as entries, unnest(entries) as entry
    group by 1 order by 1
  loop
    perform refresh_job_index(touched.account_id, touched.ids);
  end loop;
end $$;

create function touch_job(of_account uuid, of_job uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  listed text := coalesce(current_setting('app.touched_jobs', true), '');
  entry text := of_account || ' ' || of_job;
begin
  if listed = '' then
    perform set_config('app.touched_jobs', entry, true);
  elsif position(entry in listed) = 0 then
    perform set_config('app.touched_jobs', listed || ',' || entry, true);
    -- A long transaction does not carry a long list along.
    if length(listed) > 7000 then
      perform refresh_touched_jobs();
    end if;
  end if;
end $$;

-- Row by row and not for the whole statement, so that where the end is brought forward (set constraints … immediate)
-- each row is noted before its index is refreshed: triggers of a row run in the order of their names.
create function note_job_for_index() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform touch_job(new.account_id, new.id);
  return null;
end $$;

create function note_party_for_index() returns trigger
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
  if tg_op <> 'INSERT' then
    perform touch_job(old.account_id, old.job_id);
  end if;
  if tg_op <> 'DELETE' then
    -- A company that is being renamed does not know of this job yet, so this waits for its new name.
    perform from parties pa
    join organisations o on o.account_id = pa.account_id and o.id = pa.organisation_id
    where pa.account_id = new.account_id and pa.id = new.party_id
    for share of o;
    perform touch_job(new.account_id, new.job_id);
  end if;
  return null;
end $$;

create function refresh_index_at_end() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform refresh_touched_jobs();
  return null;
end $$;

drop trigger job_index_on_insert on jobs;
drop trigger job_index_on_update on jobs;
drop trigger job_index_on_insert on job_parties;
drop trigger job_index_on_update on job_parties;
drop trigger job_index_on_delete on job_parties;
drop function job_index_after_job();
drop function job_index_after_party();

create trigger job_index_noted_on_insert after insert on jobs
  for each row execute function note_job_for_index();
-- Most saves change nothing that is searched for or sorted by.
create trigger job_index_noted_on_update after update on jobs
  for each row when (
    (old.job_number, old.name, old.master_bl, old.house_bl, old.igm, old.index_number, old.vessel_name, old.commodity,
      old.loading_port_id, old.via_port_id, old.discharge_port_id, old.destination_port_id)
    is distinct from
    (new.job_number, new.name, new.master_bl, new.house_bl, new.igm, new.index_number, new.vessel_name, new.commodity,
      new.loading_port_id, new.via_port_id, new.discharge_port_id, new.destination_port_id))
  execute function note_job_for_index();
create trigger job_index_noted after insert or update or delete on job_parties
  for each row execute function note_party_for_index();

create constraint trigger job_index_refreshed after insert or update on jobs
  deferrable initially deferred for each row execute function refresh_index_at_end();
create constraint trigger job_index_refreshed after insert or update or delete on job_parties
  deferrable initially deferred for each row execute function refresh_index_at_end();

-- Both rows have the same columns in the same order, so they are read side by side instead of looked up by name.
create or replace function record_history() returns trigger
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan
as $$
declare
  present jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  of_account uuid := present ->> 'account_id';
  of_job uuid := present ->> nullif(tg_argv[0], '');
  of_organisation uuid := present ->> nullif(tg_argv[1], '');
  of_finance uuid := present ->> nullif(tg_argv[2], '');
  has_new_version boolean := false;
  changed jsonb;
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(key, jsonb_build_array(was, now)) into changed
    from rows from (jsonb_each(to_jsonb(old)), jsonb_each(present)) as fields (key, was, same_key, now)
    where was is distinct from now and key <> all ('{account_id,version,created_at,position}');
    has_new_version := (to_jsonb(old) -> 'version') is distinct from (present -> 'version');
  elsif tg_op = 'INSERT' then
    select jsonb_object_agg(key, jsonb_build_array(null, value)) into changed
    from jsonb_each(present) as fields (key, value)
    where value <> 'null' and key <> all ('{account_id,version,created_at,position}');
  else
    select jsonb_object_agg(key, jsonb_build_array(value, null)) into changed
    from jsonb_each(present) as fields (key, value)
    where value <> 'null' and key <> all ('{account_id,version,created_at,position}');
  end if;
  -- A version without changes of its own still tells when it was made: a party's or contact's row beside it
  -- holds what changed.
  if changed is not null or has_new_version or (tg_op <> 'UPDATE' and present ? 'version') then
    if of_finance is not null then
      select j.id into of_job from jobs j where j.account_id = of_account and j.finance_id = of_finance;
    end if;
    insert into history (
      account_id, user_id, record_type, record_id, job_id, organisation_id, version, changes, address, user_agent)
    values (
      of_account, current_app_user(), tg_table_name, coalesce(present ->> 'id', present ->> 'account_id')::uuid,
      of_job, of_organisation, (present ->> 'version')::integer, coalesce(changed, '{}'),
      nullif(current_setting('app.address', true), ''), nullif(current_setting('app.user_agent', true), ''));
  end if;
  return null;
end $$;

revoke execute on function refresh_touched_jobs(), touch_job(uuid, uuid), note_job_for_index(),
  note_party_for_index(), refresh_index_at_end() from public;
