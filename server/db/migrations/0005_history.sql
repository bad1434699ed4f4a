create table history (
  account_id uuid not null references accounts,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  -- null: the product itself.
  user_id uuid,
  record_type text not null,
  record_id uuid not null,
  -- The job under which people look for this change.
  job_id uuid,
  -- The version that the change made, where the record has one.
  version integer,
  -- {field: [old, new]}
  changes jsonb not null,
  primary key (account_id, id)
);
alter table history enable row level security;
create policy own_account on history using (account_id = (select current_account()));
-- Append-only even for the product's own role: rows come from the trigger alone.
grant select on history to lading_app;
create index history_of_record on history (account_id, record_id, version);
create index history_of_job on history (account_id, job_id, at) where job_id is not null;

-- On every table that people change, so that no code path can forget it.
-- Arguments: the column that holds the job's id ('' for none).
create function record_history() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  before jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  after jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  present jsonb := case when tg_op = 'DELETE' then before else after end;
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
    insert into history (account_id, user_id, record_type, record_id, job_id, version, changes)
    values (
      (present ->> 'account_id')::uuid, current_app_user(), tg_table_name, (present ->> 'id')::uuid,
      (present ->> nullif(tg_argv[0], ''))::uuid, (present ->> 'version')::integer, coalesce(changed, '{}'));
  end if;
  return null;
end $$;

create trigger history after insert or update or delete on jobs
  for each row execute function record_history('id');
create trigger history after insert or update or delete on job_parties
  for each row execute function record_history('job_id');
create trigger history after insert or update or delete on items
  for each row execute function record_history('job_id');
create trigger history after insert or update or delete on documents
  for each row execute function record_history('job_id');
create trigger history after insert or update or delete on finances
  for each row execute function record_history('');
create trigger history after insert or update or delete on origin_charges
  for each row execute function record_history('');
create trigger history after insert or update or delete on freight_charges
  for each row execute function record_history('');
create trigger history after insert or update or delete on destination_charges
  for each row execute function record_history('');
create trigger history after insert or update or delete on organisations
  for each row execute function record_history('');
create trigger history after insert or update or delete on contacts
  for each row execute function record_history('');
create trigger history after insert or update or delete on document_templates
  for each row execute function record_history('');
create trigger history after insert or update or delete on users
  for each row execute function record_history('');
