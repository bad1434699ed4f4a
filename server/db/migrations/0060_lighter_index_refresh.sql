-- As 0054 has it, but the names of a job's ports are read in one pass instead of four.
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
    r.loading, r.via, r.discharge, r.destination,
    lower(concat_ws(' ', j.job_number, j.name, j.master_bl, j.house_bl, j.igm, j.index_number, j.vessel_name,
      j.commodity, r.loading, r.via, r.discharge, r.destination)) || ' ' || coalesce(p.everybody, ''),
    lower(j.commodity), lower(j.master_bl), lower(j.house_bl), lower(j.igm), lower(j.index_number),
    lower(j.shed_number),
    j.gross_weight * case when j.weight_unit = 1 then 1000 else 1 end,
    j.net_weight * case when j.weight_unit = 1 then 1000 else 1 end,
    j.volume * case when j.volume_unit = 1 then 0.0283168 else 1 end,
    (select m.job_number from jobs m where m.account_id = j.account_id and m.id = j.master_job_id)
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
    master_number = excluded.master_number
  where job_index is distinct from excluded;
end $$;

-- The conditions of these triggers are asked when a row is queued, before the first of them has run: most calls find
-- that the account is raised already, and copied the row before they looked.
create or replace function raise_revision() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  of_account uuid;
  step bigint;
begin
  if tg_argv[0] = 'id' then
    if tg_op = 'DELETE' then of_account := old.id; else of_account := new.id; end if;
  else
    if tg_op = 'DELETE' then of_account := old.account_id; else of_account := new.account_id; end if;
  end if;
  if current_setting('app.revised_account', true) = of_account::text then return null; end if;
  step := 1 + (random() * 1073741824)::bigint;
  update account_revisions set value = value + step
  where account_id = of_account and slot = (
    select slot from account_revisions where account_id = of_account
    order by slot limit 1 for update skip locked);
  while not found loop
    -- All are taken by transactions that have not ended, so there is one more for the next time.
    insert into account_revisions (account_id, slot, value)
    values (of_account, (random() * 2147483647)::integer, step) on conflict do nothing;
  end loop;
  perform set_config('app.revised_account', of_account::text, true);
  return null;
end $$;

-- Half as large, and a record's id finds its rows alone; row-level security asks for the account as ever.
drop index history_of_record;
create index history_of_record on history (record_id);
