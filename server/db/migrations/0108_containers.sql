-- The containers of a job. Weights are in kilograms, volumes in cubic metres and temperatures in degrees Celsius, as the
-- trade states them.
create table containers (
  account_id uuid not null,
  id uuid not null,
  job_id uuid not null,
  position bigint generated always as identity,
  number text,
  size_type text,
  seals text[],
  packages integer,
  cargo_weight numeric(14, 4),
  tare_weight numeric(14, 4),
  volume numeric(14, 4),
  vgm numeric(14, 4),
  vgm_method smallint check (vgm_method between 1 and 2),
  vgm_date date,
  vgm_signatory text,
  temperature numeric(5, 2),
  empty_picked_up_on date,
  gated_in_on date,
  loaded_on date,
  discharged_on date,
  gated_out_on date,
  empty_returned_on date,
  version integer not null default 1,
  primary key (account_id, id),
  foreign key (account_id, job_id) references jobs
);
comment on table containers is 'Jobs: The containers in which the cargo of a job travels, with seals, weights and dates.';
call isolate_by_account('containers');
create index containers_of_job on containers (account_id, job_id, position);
create trigger history after insert or update or delete on containers
  for each row execute function record_history('job_id');

-- The job list shows containers, and finds jobs by them.
call revise_account_by('containers');

-- Notes the job of a row that belongs to one: its index is refreshed when the transaction ends.
create function note_job_of_row_for_index() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  listed text := coalesce(current_setting('app.touched_jobs', true), '');
begin
  if tg_op <> 'INSERT' and position(old.account_id || ' ' || old.job_id in listed) = 0 then
    perform touch_job(old.account_id, old.job_id);
  end if;
  if tg_op <> 'DELETE' and position(new.account_id || ' ' || new.job_id in listed) = 0 then
    perform touch_job(new.account_id, new.job_id);
  end if;
  return null;
end $$;
revoke execute on function note_job_of_row_for_index() from public;

-- Weights and dates are not searched for: saving them leaves the index alone.
create trigger job_index_noted after insert or delete or update of number, seals, job_id on containers
  for each row execute function note_job_of_row_for_index();
create constraint trigger job_index_refreshed after insert or delete or update of number, seals, job_id on containers
  deferrable initially deferred for each row execute function refresh_index_at_end();

-- As 0069 has it, with the numbers and seals of the job's containers.
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
    commodity, master_bl, house_bl, igm, index_number, shed_number, gross_weight, net_weight, volume, master_number,
    voyage_number)
  select j.account_id, j.id, j.job_number, lower(j.name), p.consignee, p.shipper, p.agent, p.carrier,
    r.loading, r.via, r.discharge, r.destination,
    lower(concat_ws(' ', j.job_number, j.name, j.master_bl, j.house_bl, j.igm, j.index_number, j.vessel_name,
      j.voyage_number, j.commodity, r.loading, r.via, r.discharge, r.destination,
      (select string_agg(concat_ws(' ', c.number, array_to_string(c.seals, ' ')), ' ' order by c.position)
        from containers c where c.account_id = j.account_id and c.job_id = j.id)))
      || ' ' || coalesce(p.everybody, ''),
    lower(j.commodity), lower(j.master_bl), lower(j.house_bl), lower(j.igm), lower(j.index_number),
    lower(j.shed_number),
    j.gross_weight * case when j.weight_unit = 1 then 1000 else 1 end,
    j.net_weight * case when j.weight_unit = 1 then 1000 else 1 end,
    j.volume * case when j.volume_unit = 1 then 0.0283168 else 1 end,
    (select m.job_number from jobs m where m.account_id = j.account_id and m.id = j.master_job_id),
    lower(j.voyage_number)
  from jobs j
  cross join lateral (
    select
      lower(max(port.name) filter (where port.id = j.loading_port_id)) as loading,
      lower(max(port.name) filter (where port.id = j.via_port_id)) as via,
      lower(max(port.name) filter (where port.id = j.discharge_port_id)) as discharge,
      lower(max(port.name) filter (where port.id = j.destination_port_id)) as destination
    from ports port
    where port.account_id = j.account_id
      and port.id in (j.loading_port_id, j.via_port_id, j.discharge_port_id, j.destination_port_id)
  ) r
  cross join lateral (
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
  ) p
  where j.account_id = of_account and j.id = any (of_jobs)
  on conflict (account_id, job_id) do update set
    name = excluded.name, consignee = excluded.consignee, shipper = excluded.shipper,
    agent = excluded.agent, carrier = excluded.carrier, loading_port = excluded.loading_port,
    via_port = excluded.via_port, discharge_port = excluded.discharge_port,
    destination_port = excluded.destination_port, search_text = excluded.search_text,
    commodity = excluded.commodity, master_bl = excluded.master_bl, house_bl = excluded.house_bl,
    igm = excluded.igm, index_number = excluded.index_number, shed_number = excluded.shed_number,
    gross_weight = excluded.gross_weight, net_weight = excluded.net_weight, volume = excluded.volume,
    master_number = excluded.master_number, voyage_number = excluded.voyage_number
  where job_index is distinct from excluded;
end $$;
