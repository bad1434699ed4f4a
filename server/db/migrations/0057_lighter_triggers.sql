-- The triggers of a save do the same with less: what PostgreSQL prepares anew in each transaction, above all long
-- expressions and calls of one function by another, took longer than the work itself.

-- As before, but column by column: an expression is prepared only where its column has changed.
create or replace procedure write_history_function(recorded regclass)
language plpgsql
as $$
declare
  of_table text := (select relname from pg_class where oid = recorded);
  columns text[] := (
    select array_agg(attname::text order by attnum) from pg_attribute
    where attrelid = recorded and attnum > 0 and not attisdropped
      and attname <> all ('{account_id,version,created_at,position}'));
  -- Rows that hold nothing else say nothing to anybody.
  told text[] := (select array_agg(name) from unnest(columns) as name where name not in ('id', 'finance_id'));
  has_version boolean := exists (
    select from pg_attribute where attrelid = recorded and attname = 'version' and not attisdropped);
  of_job text := case
    when of_table = 'jobs' then '%s.id'
    when 'job_id' = any (columns) then '%s.job_id'
    else format('(select j.id from jobs j where j.account_id = %%1$s.account_id and j.finance_id = %%1$s.%s)',
      case when of_table = 'finances' then 'id' else 'finance_id' end) end;
  is_told text;
  compared text;
  kept text;
begin
  select string_agg('new.' || quote_ident(name), ', ') into is_told from unnest(told) as name;
  select
    string_agg(format($line$
        if old.%2$I is distinct from new.%2$I then
          changed := changed || jsonb_build_object(%1$L, jsonb_build_array(old.%2$I, new.%2$I));
        end if;$line$, name, name), '' order by n),
    string_agg(format($line$
        if old.%2$I is not null then
          changed := changed || jsonb_build_object(%1$L, jsonb_build_array(old.%2$I, null));
        end if;$line$, name, name), '' order by n)
  into compared, kept
  from unnest(columns) with ordinality as named (name, n);
  execute format($function$
    create or replace function %1$I() returns trigger
    language plpgsql security definer
    set search_path = pg_catalog, public, pg_temp
    as $body$
    declare
      changed jsonb := '{}';
    begin
      if tg_op = 'INSERT' then
        if %3$s then
          insert into history (account_id, user_id, record_type, record_id, job_id, version, made, changes, address, user_agent)
          values (new.account_id, current_app_user(), %4$L, new.id, %5$s, %6$s, true, '{}',
            nullif(current_setting('app.address', true), ''), nullif(current_setting('app.user_agent', true), ''));
        end if;
        return null;
      end if;
      if tg_op = 'UPDATE' then %7$s
        -- A version without changes of its own still tells when it was made: a party's row beside it holds what changed.
        if changed = '{}' and %2$s then
          return null;
        end if;
        insert into history (account_id, user_id, record_type, record_id, job_id, version, changes, shown, address, user_agent)
        values (new.account_id, current_app_user(), %4$L, new.id, %5$s, %6$s, changed, %8$s,
          nullif(current_setting('app.address', true), ''), nullif(current_setting('app.user_agent', true), ''));
        return null;
      end if; %9$s
      insert into history (account_id, user_id, record_type, record_id, job_id, version, changes, shown, address, user_agent)
      values (old.account_id, current_app_user(), %4$L, old.id, %10$s, %11$s, changed, %8$s,
        nullif(current_setting('app.address', true), ''), nullif(current_setting('app.user_agent', true), ''));
      return null;
    end $body$ $function$,
    'record_history_of_' || of_table,
    case when has_version then 'old.version is not distinct from new.version' else 'true' end,
    format('num_nonnulls(%s) > 0', is_told),
    of_table,
    format(of_job, 'new'),
    case when has_version then 'new.version' else 'null' end,
    compared,
    case when 'finance_id' = any (columns) and of_table <> 'jobs'
      then 'changed - array[''id'', ''finance_id''] <> ''{}'''
      when of_table = 'finances' then 'changed - ''id'' <> ''{}'''
      else 'changed <> ''{}''' end,
    kept,
    format(of_job, 'old'),
    case when has_version then 'old.version' else 'null' end);
  execute format('revoke execute on function %I() from public', 'record_history_of_' || of_table);
end $$;
call write_history_functions();

-- A save notes one job, and notes it several times.
create or replace function note_job_for_index() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  listed text := current_setting('app.touched_jobs', true);
  entry text := new.account_id || ' ' || new.id;
begin
  if listed is null or listed = '' then
    perform set_config('app.touched_jobs', entry, true);
  elsif position(entry in listed) = 0 then
    perform touch_job(new.account_id, new.id);
  end if;
  return null;
end $$;

create or replace function note_party_for_index() returns trigger
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
  if tg_op = 'DELETE' or (tg_op = 'UPDATE' and (old.account_id, old.job_id) is distinct from (new.account_id, new.job_id)) then
    perform touch_job(old.account_id, old.job_id);
  end if;
  if tg_op <> 'DELETE' then
    -- A company that is being renamed does not know of this job yet, so this waits for its new name.
    perform from parties pa
    join organisations o on o.account_id = pa.account_id and o.id = pa.organisation_id
    where pa.account_id = new.account_id and pa.id = new.party_id
    for share of o;
    if coalesce(position(new.account_id || ' ' || new.job_id in current_setting('app.touched_jobs', true)), 0) = 0 then
      perform touch_job(new.account_id, new.job_id);
    end if;
  end if;
  return null;
end $$;

create or replace function refresh_touched_jobs() returns void
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
  if position(',' in listed) = 0 then
    perform refresh_job_index(split_part(listed, ' ', 1)::uuid, array[split_part(listed, ' ', 2)::uuid]);
    return;
  end if;
  for touched in
    select split_part(entry, ' ', 1)::uuid as account_id,
      array_agg(distinct split_part(entry, ' ', 2)::uuid) as ids
    from string_to_array(listed, ',') as entries, unnest(entries) as entry
    group by 1 order by 1
  loop
    perform refresh_job_index(touched.account_id, touched.ids);
  end loop;
end $$;

-- Called for each row; the first call refreshes all.
create or replace function refresh_index_at_end() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  if current_setting('app.touched_jobs', true) <> '' then
    perform refresh_touched_jobs();
  end if;
  return null;
end $$;

-- A job's account is that of its finance, which refers to it.
alter table jobs drop constraint jobs_account_id_fkey;
