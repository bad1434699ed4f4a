-- Every order that people choose in the job list is walked by an index, forwards and backwards; what filters and counts
-- read stands in the indexes too.

-- The index of a job holds all that the list sorts by and that is not a plain column of the job: texts in lower case,
-- weights in kilograms, the volume in cubic meters, the number of the master job.
alter table job_index
  add column commodity text,
  add column master_bl text,
  add column house_bl text,
  add column igm text,
  add column index_number text,
  add column shed_number text,
  add column gross_weight numeric,
  add column net_weight numeric,
  add column volume numeric,
  add column master_number bigint;

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
    loading_port, via_port, discharge_port, destination_port, search_text,
    commodity, master_bl, house_bl, igm, index_number, shed_number, gross_weight, net_weight, volume, master_number)
  select j.account_id, j.id, j.job_number, lower(j.name), p.consignee, p.shipper, p.agent, p.carrier,
    lower(loading.name), lower(via.name), lower(discharge.name), lower(destination.name),
    lower(concat_ws(' ', j.job_number, j.name, j.master_bl, j.house_bl, j.igm, j.index_number, j.vessel_name,
      j.commodity, loading.name, via.name, discharge.name, destination.name)) || ' ' || coalesce(p.everybody, ''),
    lower(j.commodity), lower(j.master_bl), lower(j.house_bl), lower(j.igm), lower(j.index_number),
    lower(j.shed_number),
    j.gross_weight * case when j.weight_unit = 1 then 1000 else 1 end,
    j.net_weight * case when j.weight_unit = 1 then 1000 else 1 end,
    j.volume * case when j.volume_unit = 1 then 0.0283168 else 1 end,
    (select m.job_number from jobs m where m.account_id = j.account_id and m.id = j.master_job_id)
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
    destination_port = excluded.destination_port, search_text = excluded.search_text,
    commodity = excluded.commodity, master_bl = excluded.master_bl, house_bl = excluded.house_bl,
    igm = excluded.igm, index_number = excluded.index_number, shed_number = excluded.shed_number,
    gross_weight = excluded.gross_weight, net_weight = excluded.net_weight, volume = excluded.volume,
    master_number = excluded.master_number
  where job_index is distinct from excluded;
end $$;

drop trigger job_index_noted_on_update on jobs;
create trigger job_index_noted_on_update after update on jobs
  for each row when (
    (old.job_number, old.name, old.master_bl, old.house_bl, old.igm, old.index_number, old.shed_number,
      old.vessel_name, old.commodity, old.loading_port_id, old.via_port_id, old.discharge_port_id,
      old.destination_port_id, old.gross_weight, old.net_weight, old.weight_unit, old.volume, old.volume_unit,
      old.master_job_id)
    is distinct from
    (new.job_number, new.name, new.master_bl, new.house_bl, new.igm, new.index_number, new.shed_number,
      new.vessel_name, new.commodity, new.loading_port_id, new.via_port_id, new.discharge_port_id,
      new.destination_port_id, new.gross_weight, new.net_weight, new.weight_unit, new.volume, new.volume_unit,
      new.master_job_id))
  execute function note_job_for_index();

-- The rows that exist are written anew into an empty table without indexes, company by company: a change of each would
-- leave the table twice as long, and put every row into every index once more.
drop index job_index_search, job_index_by_consignee, job_index_newest;
create temporary table filled on commit drop as
select i.account_id, i.search_text, i.job_id, i.job_number, i.name, i.consignee, i.shipper, i.agent, i.carrier,
  i.loading_port, i.via_port, i.discharge_port, i.destination_port,
  lower(j.commodity) as commodity, lower(j.master_bl) as master_bl, lower(j.house_bl) as house_bl, lower(j.igm) as igm,
  lower(j.index_number) as index_number, lower(j.shed_number) as shed_number,
  j.gross_weight * case when j.weight_unit = 1 then 1000 else 1 end as gross_weight,
  j.net_weight * case when j.weight_unit = 1 then 1000 else 1 end as net_weight,
  j.volume * case when j.volume_unit = 1 then 0.0283168 else 1 end as volume,
  m.job_number as master_number
from job_index i
join jobs j on j.account_id = i.account_id and j.id = i.job_id
left join jobs m on m.account_id = j.account_id and m.id = j.master_job_id;
truncate job_index;
insert into job_index (
  account_id, search_text, job_id, job_number, name, consignee, shipper, agent, carrier,
  loading_port, via_port, discharge_port, destination_port,
  commodity, master_bl, house_bl, igm, index_number, shed_number, gross_weight, net_weight, volume, master_number)
select account_id, search_text, job_id, job_number, name, consignee, shipper, agent, carrier,
  loading_port, via_port, discharge_port, destination_port,
  commodity, master_bl, house_bl, igm, index_number, shed_number, gross_weight, net_weight, volume, master_number
from filled order by account_id, job_number;

create index job_index_search on job_index using gin (search_text gin_trgm_ops);
-- Among equals the newest job first. A page is read from the index alone, however far down it is.
create index job_index_newest on job_index (account_id, job_number desc);
create index job_index_by_name on job_index (account_id, name, job_number desc);
create index job_index_by_consignee on job_index (account_id, consignee, job_number desc);
create index job_index_by_shipper on job_index (account_id, shipper, job_number desc);
create index job_index_by_agent on job_index (account_id, agent, job_number desc);
create index job_index_by_carrier on job_index (account_id, carrier, job_number desc);
create index job_index_by_commodity on job_index (account_id, commodity, job_number desc);
create index job_index_by_master_bl on job_index (account_id, master_bl, job_number desc);
create index job_index_by_house_bl on job_index (account_id, house_bl, job_number desc);
create index job_index_by_igm on job_index (account_id, igm, job_number desc);
create index job_index_by_index_number on job_index (account_id, index_number, job_number desc);
create index job_index_by_shed_number on job_index (account_id, shed_number, job_number desc);
create index job_index_by_gross_weight on job_index (account_id, gross_weight, job_number desc);
create index job_index_by_net_weight on job_index (account_id, net_weight, job_number desc);
create index job_index_by_volume on job_index (account_id, volume, job_number desc);
create index job_index_by_master on job_index (account_id, master_number, job_number desc);

-- Few values: each has its own walk in the order of job numbers, for sorting and filtering alike.
create index jobs_by_status on jobs (account_id, status, job_number desc);
create index jobs_by_transport_mode on jobs (account_id, transport_mode, job_number desc);
create index jobs_by_load_type on jobs (account_id, load_type, job_number desc);
create index jobs_by_quote_type on jobs (account_id, quote_type, job_number desc);
create index jobs_by_direction on jobs (account_id, direction, job_number desc);
create index jobs_by_loading_port on jobs (account_id, loading_port_id, job_number desc);
create index jobs_by_via_port on jobs (account_id, via_port_id, job_number desc);
create index jobs_by_discharge_port on jobs (account_id, discharge_port_id, job_number desc);
create index jobs_by_destination_port on jobs (account_id, destination_port_id, job_number desc);
create index jobs_by_number_of_packages on jobs (account_id, number_of_packages, job_number desc);
drop index jobs_by_etd, jobs_by_eta;
create index jobs_by_etd on jobs (account_id, etd, job_number desc);
create index jobs_by_eta on jobs (account_id, eta, job_number desc);
-- The number's own index answers any combination of filters in one pass, and gives the ids of a page.
alter table jobs drop constraint jobs_account_id_job_number_key;
alter table jobs add constraint jobs_account_id_job_number_key unique (account_id, job_number)
  include (id, status, transport_mode, load_type, quote_type, direction, etd, eta);

-- The numbers on papers are found by the same indexes as they are sorted by.
drop index jobs_by_master_bl, jobs_by_house_bl, jobs_by_igm;
create or replace function jobs_of_number(wanted text, newest integer) returns setof uuid
language sql stable rows 5 security definer set search_path = pg_catalog, public, pg_temp
as $$
  select job_id from (
    select job_id, job_number from job_index where account_id = current_account() and master_bl = wanted
    union
    select job_id, job_number from job_index where account_id = current_account() and house_bl = wanted
    union
    select job_id, job_number from job_index where account_id = current_account() and igm = wanted
  ) as bearing order by job_number desc limit newest
$$;

-- As search_jobs, the numbers of all jobs that hold the text: indexes by which lists go on hold numbers.
create function numbers_holding(pattern text) returns setof bigint
language plpgsql stable rows 2000 security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  return query execute format('select job_number from job_index where account_id = %L and search_text like %L',
    current_account(), pattern);
end $$;
revoke execute on function numbers_holding(text) from public;
grant execute on function numbers_holding(text) to lading_app;

-- A page is read from an index alone where the table's pages are known to hold no rows that changed just now.
alter table jobs set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
alter table job_index set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
