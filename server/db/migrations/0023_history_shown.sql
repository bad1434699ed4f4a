-- History as people read it: from where a change was made, and under which job or contact to look for it.
alter table history
  add column organisation_id uuid,
  -- The request that made the change; null: the product itself, or a change from before this was kept.
  add column address text,
  add column user_agent text,
  -- Whether it tells people anything: a row that only dates a version, or holds nothing but keys, does not.
  add column shown boolean not null generated always as (
    case
      when record_type in ('finances', 'origin_charges', 'freight_charges', 'destination_charges', 'contacts',
        'company_settings')
        then changes - array['id', 'finance_id', 'link_id', 'organisation_id'] <> '{}'
      else changes <> '{}'
    end) stored;

update history h set job_id = j.id
from jobs j
where h.record_type = 'finances' and j.account_id = h.account_id and j.finance_id = h.record_id;
update history h set job_id = j.id
from (
  select account_id, id, finance_id from origin_charges
  union all select account_id, id, finance_id from freight_charges
  union all select account_id, id, finance_id from destination_charges
) charges
join jobs j on j.account_id = charges.account_id and j.finance_id = charges.finance_id
where h.record_type in ('origin_charges', 'freight_charges', 'destination_charges')
  and h.account_id = charges.account_id and h.record_id = charges.id;
update history set organisation_id = record_id where record_type = 'organisations';
-- A contact that was taken off tells its company only in its own history.
update history h set organisation_id = made.organisation_id
from (
  select account_id, record_id, (changes -> 'organisation_id' ->> 1)::uuid as organisation_id
  from history
  where record_type = 'contacts' and changes -> 'organisation_id' ->> 1 is not null
) made
where h.record_type = 'contacts' and h.account_id = made.account_id and h.record_id = made.record_id;

drop index history_of_job;
create index history_of_job on history (account_id, job_id, at, id) where job_id is not null;
create index history_of_organisation on history (account_id, organisation_id, at, id)
  where organisation_id is not null and shown;
create index history_by_time on history (account_id, at, id) where shown;
create index history_by_person on history (account_id, user_id, at, id) where shown;

-- Arguments: the columns that hold the id of the job, of the organisation and of the finance ('' for none).
create or replace function record_history() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  before jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  after jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  present jsonb := case when tg_op = 'DELETE' then before else after end;
  of_account uuid := present ->> 'account_id';
  of_job uuid := present ->> nullif(tg_argv[0], '');
  of_organisation uuid := present ->> nullif(tg_argv[1], '');
  of_finance uuid := present ->> nullif(tg_argv[2], '');
  changed jsonb;
begin
  select jsonb_object_agg(key, jsonb_build_array(before -> key, after -> key)) into changed
  from (select jsonb_object_keys(before || after)) as fields (key)
  where (before -> key) is distinct from (after -> key)
    and coalesce(before -> key, 'null') is distinct from coalesce(after -> key, 'null')
    and key not in ('account_id', 'version', 'created_at', 'position');
  -- A version without changes of its own still tells when it was made: a party's or contact's row beside it
  -- holds what changed.
  if changed is not null or (before -> 'version') is distinct from (after -> 'version') then
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
-- Whoever may attach it to a table of their own (a temporary one even) could write history with it.
revoke execute on function record_history() from public;

do $$
declare
  bound text[];
begin
  foreach bound slice 1 in array array[
    ['finances', '', '', 'id'],
    ['origin_charges', '', '', 'finance_id'],
    ['freight_charges', '', '', 'finance_id'],
    ['destination_charges', '', '', 'finance_id'],
    ['organisations', '', 'id', ''],
    ['contacts', '', 'organisation_id', '']
  ] loop
    execute format('drop trigger history on %I', bound[1]);
    execute format(
      'create trigger history after insert or update or delete on %I
       for each row execute function record_history(%L, %L, %L)', bound[1], bound[2], bound[3], bound[4]);
  end loop;
end $$;

create or replace function record_account_history() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  insert into history (account_id, user_id, record_type, record_id, changes, address, user_agent)
  select new.id, current_app_user(), 'accounts', new.id, jsonb_object_agg(field, jsonb_build_array(old_value, new_value)),
    nullif(current_setting('app.address', true), ''), nullif(current_setting('app.user_agent', true), '')
  from (values ('name', old.name, new.name), ('currency', old.currency, new.currency))
    as fields (field, old_value, new_value)
  where old_value is distinct from new_value;
  return null;
end $$;
revoke execute on function record_account_history() from public;
