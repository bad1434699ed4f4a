-- What the job list searches and sorts by where that stands outside the job's own row: one narrow row a
-- job, kept true by triggers. Names are in lower case, so that bytes sort as people expect.
create table job_index (
  account_id uuid not null,
  -- Second, so that a search over all rows need not step over the others: a quarter faster.
  search_text text not null,
  job_id uuid not null,
  job_number bigint not null,
  name text,
  consignee text,
  shipper text,
  agent text,
  carrier text,
  loading_port text,
  via_port text,
  discharge_port text,
  destination_port text,
  primary key (account_id, job_id),
  foreign key (account_id, job_id) references jobs on delete cascade
);
alter table job_index enable row level security;
create policy own_account on job_index using (account_id = (select current_account()));
-- Written by the triggers alone.
grant select on job_index to lading_app;

create index job_index_newest on job_index (account_id, job_number desc);
create index job_index_by_consignee on job_index (account_id, consignee, job_number desc);
create index job_index_search on job_index using gin (search_text gin_trgm_ops);
-- A search that matches a third of the jobs and one that matches a single job want different plans;
-- the planner tells them apart only with a wide sample of the texts.
alter table job_index alter column search_text set statistics 1000;

create function refresh_job_index(of_account uuid, of_jobs uuid[]) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  -- Whoever waits here for another transaction's refresh of the same job reads what that one has written:
  -- the next statement has a newer view. In one order, so that two of them cannot wait for each other.
  select from job_index where account_id = of_account and job_id = any (of_jobs) order by job_id for update;
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
  where job_index is distinct from excluded
$$;

create function job_index_after_job() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare touched record;
begin
  for touched in select account_id, array_agg(id) as ids from changed group by account_id loop
    perform refresh_job_index(touched.account_id, touched.ids);
  end loop;
  return null;
end $$;

create function job_index_after_party() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare touched record;
begin
  if tg_op <> 'DELETE' then
    -- A company that is being renamed does not know of this job yet, so this waits for its new name.
    perform from changed n
    join parties pa on pa.account_id = n.account_id and pa.id = n.party_id
    join organisations o on o.account_id = pa.account_id and o.id = pa.organisation_id
    order by o.account_id, o.id
    for share of o;
  end if;
  for touched in select account_id, array_agg(distinct job_id) as ids from changed group by account_id loop
    perform refresh_job_index(touched.account_id, touched.ids);
  end loop;
  return null;
end $$;

create function job_index_after_organisation() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare touched record;
begin
  for touched in
    select n.account_id, array_agg(distinct jp.job_id) as ids
    from changed n
    join earlier e on e.account_id = n.account_id and e.id = n.id and e.name is distinct from n.name
    join parties pa on pa.account_id = n.account_id and pa.organisation_id = n.id
    join job_parties jp on jp.account_id = pa.account_id and jp.party_id = pa.id
    group by n.account_id
  loop
    perform refresh_job_index(touched.account_id, touched.ids);
  end loop;
  return null;
end $$;

create trigger job_index_on_insert after insert on jobs
  referencing new table as changed for each statement execute function job_index_after_job();
create trigger job_index_on_update after update on jobs
  referencing new table as changed for each statement execute function job_index_after_job();
create trigger job_index_on_insert after insert on job_parties
  referencing new table as changed for each statement execute function job_index_after_party();
create trigger job_index_on_update after update on job_parties
  referencing new table as changed for each statement execute function job_index_after_party();
create trigger job_index_on_delete after delete on job_parties
  referencing old table as changed for each statement execute function job_index_after_party();
create trigger job_index_on_update after update on organisations
  referencing old table as earlier new table as changed
  for each statement execute function job_index_after_organisation();

-- LIKE is not leakproof, so under row-level security PostgreSQL would read the whole table instead of the
-- trigram index. This function belongs to the owner, whom the policy does not bind, takes the account from
-- the session and not from its caller, and plans each pattern by itself.
-- `newest`: only that many, the latest jobs first; null: all, in no order.
create function search_jobs(pattern text, newest integer default null) returns setof uuid
language plpgsql stable rows 100 security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  return query execute format(
    'select job_id from job_index where account_id = %L and search_text like %L %s',
    current_account(), pattern,
    case when newest is null then '' else format('order by job_number desc limit %s', newest) end);
end $$;

create function count_jobs(pattern text) returns bigint
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
declare matched bigint;
begin
  execute format('select count(*) from job_index where account_id = %L and search_text like %L',
    current_account(), pattern) into matched;
  return matched;
end $$;

-- Functions are open to everyone unless said otherwise.
revoke execute on function refresh_job_index(uuid, uuid[]) from public;
revoke execute on function search_jobs(text, integer), count_jobs(text) from public;
grant execute on function search_jobs(text, integer), count_jobs(text) to lading_app;
revoke execute on function open_session(text), register_account(text, text, text, text),
  add_member(uuid, text, text, text, text) from public;
grant execute on function open_session(text), register_account(text, text, text, text),
  add_member(uuid, text, text, text, text) to lading_app;
