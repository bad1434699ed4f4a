-- A job has a voyage (a flight by air), and an owner: the person who looks after it.

-- Who a change is made for: the person who signed in, or the one responsible for the program.
create function current_person() returns uuid
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
  if current_app_user() is null then return null; end if;
  return coalesce(
    (select coalesce(t.responsible_id, t.created_by) from api_tokens t
      where t.account_id = current_account() and t.id = current_app_user()),
    current_app_user());
end $$;
revoke execute on function current_person() from public;
grant execute on function current_person() to lading_app;

alter table jobs
  add column voyage_number text,
  add column owner_id uuid;
alter table job_index add column voyage_number text;

-- Whoever made a job is its owner, as far as the history knows them. It is written without the triggers, so that no job
-- counts as changed; and before the column's index, so that this costs one pass.
alter table jobs disable trigger user;
update jobs j set owner_id = person.id
from (
  select distinct on (h.account_id, h.record_id)
    h.account_id, h.record_id, coalesce(t.responsible_id, t.created_by, h.user_id) as user_id
  from history h
  left join api_tokens t on t.account_id = h.account_id and t.id = h.user_id
  where h.record_type = 'jobs' and (h.made or h.changes -> 'job_number' -> 0 = 'null')
  order by h.account_id, h.record_id, h.id
) maker
join users person on person.account_id = maker.account_id and person.id = maker.user_id
where j.account_id = maker.account_id and j.id = maker.record_id
  -- A token that is gone leaves nobody who was responsible for it.
  and person.subject not like 'api-token:%';
alter table jobs enable trigger user;

-- From here on, also for what the last release makes while servers are replaced.
alter table jobs
  alter column owner_id set default current_person(),
  add foreign key (account_id, owner_id) references users;

-- Orders of the list; the status stands beside the owner for those of their jobs that are open.
create index jobs_by_owner on jobs (account_id, owner_id, job_number desc) include (status);
create index job_index_by_voyage on job_index (account_id, voyage_number, job_number desc);

-- The list shows the owners' names.
call revise_account_by('users');

drop trigger job_index_noted_on_update on jobs;
create trigger job_index_noted_on_update after update on jobs
  for each row when (
    (old.job_number, old.name, old.master_bl, old.house_bl, old.igm, old.index_number, old.shed_number,
      old.vessel_name, old.voyage_number, old.commodity, old.loading_port_id, old.via_port_id, old.discharge_port_id,
      old.destination_port_id, old.gross_weight, old.net_weight, old.weight_unit, old.volume, old.volume_unit,
      old.master_job_id)
    is distinct from
    (new.job_number, new.name, new.master_bl, new.house_bl, new.igm, new.index_number, new.shed_number,
      new.vessel_name, new.voyage_number, new.commodity, new.loading_port_id, new.via_port_id, new.discharge_port_id,
      new.destination_port_id, new.gross_weight, new.net_weight, new.weight_unit, new.volume, new.volume_unit,
      new.master_job_id))
  execute function note_job_for_index();

-- As 0060 has it, with the voyage.
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
      j.voyage_number, j.commodity, r.loading, r.via, r.discharge, r.destination)) || ' ' || coalesce(p.everybody, ''),
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

