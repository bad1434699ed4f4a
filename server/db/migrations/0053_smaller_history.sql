-- What a job, its items, its figures and its parties were made with is kept once, in their own rows: the history says
-- only that they were made. Each later change and each removal keeps the values that were before it, so what something
-- was made with can be told as long as it stands and after. Rows of the history that are there already stay as they are.

alter table history add column made boolean not null default false;
comment on column history.made is 'The record was made; what with tells made_with().';

-- Whoever writes a row says whether it is shown: working that out from an expression took as long as the rest of it.
alter table history alter column shown drop expression;
alter table history alter column shown set default true;

-- Rows come from triggers alone, whose tables refer to the account themselves.
alter table history drop constraint history_account_id_fkey;

-- Rows of one transaction have one time. Without their ids these indexes keep each time once, at a tenth of the size.
drop index history_of_job, history_of_organisation, history_by_time, history_by_person;
create index history_of_job on history (account_id, job_id, at) where job_id is not null;
create index history_of_organisation on history (account_id, organisation_id, at)
  where organisation_id is not null and shown;
create index history_by_time on history (account_id, at) where shown;
create index history_by_person on history (account_id, user_id, at) where shown;

-- What a record was made with, as the history tells it: {column: [null, value]}. `entry` is the row of the history that
-- says that it was made. The oldest change since then knows the first value of each column that it names.
create function made_with(of_account uuid, of_type text, of_record uuid, entry bigint) returns jsonb
language plpgsql stable
set plan_cache_mode = force_generic_plan
as $$
declare
  made_again bigint;
  first_values jsonb := '{}';
  later jsonb;
begin
  select min(h.id) into made_again from history h
  where h.account_id = of_account and h.record_id = of_record and h.record_type = of_type and h.id > entry and h.made;
  if made_again is null then
    case of_type
      when 'jobs' then
        select to_jsonb(r) into first_values from jobs r where r.account_id = of_account and r.id = of_record;
      when 'job_parties' then
        select to_jsonb(r) into first_values from job_parties r where r.account_id = of_account and r.id = of_record;
      when 'items' then
        select to_jsonb(r) into first_values from items r where r.account_id = of_account and r.id = of_record;
      when 'finances' then
        select to_jsonb(r) into first_values from finances r where r.account_id = of_account and r.id = of_record;
      when 'origin_charges' then
        select to_jsonb(r) into first_values from origin_charges r where r.account_id = of_account and r.id = of_record;
      when 'freight_charges' then
        select to_jsonb(r) into first_values from freight_charges r where r.account_id = of_account and r.id = of_record;
      when 'destination_charges' then
        select to_jsonb(r) into first_values
        from destination_charges r where r.account_id = of_account and r.id = of_record;
      else null;
    end case;
  end if;
  for later in
    select h.changes from history h
    where h.account_id = of_account and h.record_id = of_record and h.record_type = of_type and h.id > entry
      and (made_again is null or h.id < made_again)
    order by h.id desc
  loop
    select coalesce(first_values, '{}') || coalesce(jsonb_object_agg(key, value -> 0), '{}') into first_values
    from jsonb_each(later);
  end loop;
  return coalesce(
    (select jsonb_object_agg(key, jsonb_build_array(null, value)) from jsonb_each(first_values)
      where value <> 'null' and key <> all ('{account_id,version,created_at,position}')),
    '{}');
end $$;

-- Rows of the other tables that people change, which are few, keep all values as before.
create or replace function record_history() returns trigger
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan
as $$
declare
  present jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  changed jsonb;
  has_new_version boolean := false;
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

-- Writes the trigger's function for a table of which a row is written with every job. It compares the columns one by
-- one, which costs a fifth of comparing both rows as JSON. Migrations end with writing these functions anew, so that
-- they know each column.
create procedure write_history_function(recorded regclass)
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
  -- A function takes a hundred arguments at the most.
  select string_agg('jsonb_strip_nulls(jsonb_build_object(' || pairs || '))', ' || ') into compared
  from (
    select string_agg(format('%1$L, case when old.%2$I is distinct from new.%2$I then jsonb_build_array(old.%2$I, new.%2$I) end',
      name, name), ', ' order by n) as pairs
    from unnest(columns) with ordinality as named (name, n) group by n / 40 order by n / 40
  ) as parts;
  select string_agg('jsonb_strip_nulls(jsonb_build_object(' || pairs || '))', ' || ') into kept
  from (
    select string_agg(format('%1$L, case when old.%2$I is not null then jsonb_build_array(old.%2$I, null) end',
      name, name), ', ' order by n) as pairs
    from unnest(columns) with ordinality as named (name, n) group by n / 40 order by n / 40
  ) as parts;
  execute format($function$
    create or replace function %1$I() returns trigger
    language plpgsql security definer
    set search_path = pg_catalog, public, pg_temp
    as $body$
    declare
      changed jsonb;
      has_new_version boolean := %2$s;
    begin
      if tg_op = 'INSERT' then
        if %3$s then
          insert into history (account_id, user_id, record_type, record_id, job_id, version, made, changes, address, user_agent)
          values (new.account_id, current_app_user(), %4$L, new.id, %5$s, %6$s, true, '{}',
            nullif(current_setting('app.address', true), ''), nullif(current_setting('app.user_agent', true), ''));
        end if;
        return null;
      end if;
      if tg_op = 'UPDATE' then
        changed := %7$s;
        -- A version without changes of its own still tells when it was made: a party's row beside it holds what changed.
        if changed = '{}' and not has_new_version then
          return null;
        end if;
        insert into history (account_id, user_id, record_type, record_id, job_id, version, changes, shown, address, user_agent)
        values (new.account_id, current_app_user(), %4$L, new.id, %5$s, %6$s, changed, %8$s,
          nullif(current_setting('app.address', true), ''), nullif(current_setting('app.user_agent', true), ''));
        return null;
      end if;
      changed := %9$s;
      insert into history (account_id, user_id, record_type, record_id, job_id, version, changes, shown, address, user_agent)
      values (old.account_id, current_app_user(), %4$L, old.id, %10$s, %11$s, changed, %8$s,
        nullif(current_setting('app.address', true), ''), nullif(current_setting('app.user_agent', true), ''));
      return null;
    end $body$ $function$,
    'record_history_of_' || of_table,
    case when has_version then 'tg_op = ''UPDATE'' and old.version is distinct from new.version' else 'false' end,
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

create procedure write_history_functions()
language plpgsql
as $$
declare
  recorded regclass;
begin
  foreach recorded in array
    '{jobs,items,finances,origin_charges,freight_charges,destination_charges}'::regclass[] loop
    call write_history_function(recorded);
  end loop;
end $$;
call write_history_functions();

do $$
declare
  recorded text;
begin
  foreach recorded in array '{jobs,items,finances,origin_charges,freight_charges,destination_charges}'::text[] loop
    execute format('drop trigger history on %I', recorded);
    execute format(
      'create trigger history after insert or update or delete on %I for each row execute function %I()',
      recorded, 'record_history_of_' || recorded);
  end loop;
end $$;

-- A party that takes the place of another in its row is told as before: one went, and another came.
create or replace function record_party_history() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    insert into history (account_id, user_id, record_type, record_id, job_id, made, changes, address, user_agent)
    values (
      new.account_id, current_app_user(), 'job_parties', new.id, new.job_id, true, '{}',
      nullif(current_setting('app.address', true), ''), nullif(current_setting('app.user_agent', true), ''));
    return null;
  end if;
  insert into history (account_id, user_id, record_type, record_id, job_id, made, changes, address, user_agent)
  select
    old.account_id, current_app_user(), 'job_parties', record_id, job_id, made, changes,
    nullif(current_setting('app.address', true), ''), nullif(current_setting('app.user_agent', true), '')
  from (values
    (old.id, old.job_id, false,
      jsonb_build_object('id', jsonb_build_array(old.id, null), 'job_id', jsonb_build_array(old.job_id, null),
        'role', jsonb_build_array(old.role, null), 'party_id', jsonb_build_array(old.party_id, null))),
    (new.id, new.job_id, true, '{}')) as told (record_id, job_id, made, changes)
  where tg_op = 'UPDATE' or not made;
  return null;
end $$;
