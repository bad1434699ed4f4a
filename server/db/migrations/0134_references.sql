-- The numbers by which others know a job: bookings, purchase orders, invoices. The kinds that a company adds to the
-- built-in ones have a table of their own.
create table reference_kinds (
  account_id uuid not null,
  id uuid not null,
  name text not null,
  version integer not null default 1,
  primary key (account_id, id)
);
comment on table reference_kinds is 'Jobs: Kinds of references that a company has added to the built-in ones.';
call isolate_by_account('reference_kinds');
create unique index reference_kinds_by_name on reference_kinds (account_id, lower(name));
create trigger history after insert or update or delete on reference_kinds
  for each row execute function record_history('');

create table job_references (
  account_id uuid not null,
  id uuid not null,
  job_id uuid not null,
  position bigint generated always as identity,
  -- The code of a built-in kind, or the id of one of the company's own.
  kind text not null check (
    kind in ('booking', 'purchaseOrder', 'commercialInvoice', 'letterOfCredit', 'customsDeclaration', 'customerReference')
    or kind ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'),
  -- So that the database itself keeps a kind that is in use, and refuses another company's.
  own_kind_id uuid generated always as (case when kind ~ '-' then kind::uuid end) stored,
  number text,
  dated date,
  version integer not null default 1,
  primary key (account_id, id),
  foreign key (account_id, job_id) references jobs,
  foreign key (account_id, own_kind_id) references reference_kinds
);
comment on table job_references is 'Jobs: The numbers by which others know a job: bookings, orders, invoices.';
call isolate_by_account('job_references');
create index references_of_job on job_references (account_id, job_id, position);
create index references_of_kind on job_references (account_id, own_kind_id) where own_kind_id is not null;
create trigger history after insert or update or delete on job_references
  for each row execute function record_history('job_id');

-- The job list shows references, and finds jobs by them.
call revise_account_by('job_references');
create trigger job_index_noted after insert or delete or update of number, job_id on job_references
  for each row execute function note_job_of_row_for_index();
create constraint trigger job_index_refreshed after insert or delete or update of number, job_id on job_references
  deferrable initially deferred for each row execute function refresh_index_at_end();

-- As 0108 has it, with the numbers of the job's references.
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
        from containers c where c.account_id = j.account_id and c.job_id = j.id),
      (select string_agg(x.number, ' ' order by x.position)
        from job_references x where x.account_id = j.account_id and x.job_id = j.id)))
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
