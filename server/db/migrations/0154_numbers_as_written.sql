-- Numbers of containers, seals, bills and references are found however they are written: "KSOU 418207-5" finds
-- KSOU4182075, and 17612345675 finds the air waybill 176-1234 5675. A house without containers of its own is found by
-- those of its master, in which its cargo travels.

-- A number without what people write between its signs: blanks, hyphens, dots and strokes. compactNumber of
-- server/search-text.ts says the same.
create function compact_number(written text) returns text
language sql immutable parallel safe
return translate(lower(written), E' ./-\t\u00a0\u2009\u202f\u2010\u2011\u2012\u2013\u2014\u2015\u2212', '');

-- As 0134 has it. A house without containers has its master's; numbers that are written with blanks or hyphens stand in
-- the text without them, too.
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
      array_to_string(boxes.numbers, ' '), array_to_string(refs.numbers, ' '),
      (select string_agg(distinct compact_number(written), ' ')
        from unnest(array[j.master_bl, j.house_bl] || boxes.numbers || refs.numbers) as written
        where compact_number(written) <> lower(written))))
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
    select array_agg(written order by c.position, place) as numbers
    from containers c cross join lateral unnest(c.number || c.seals) with ordinality as n (written, place)
    where c.account_id = j.account_id and c.job_id = coalesce(
      (select own.job_id from containers own where own.account_id = j.account_id and own.job_id = j.id limit 1),
      j.master_job_id)
  ) boxes
  cross join lateral (
    select array_agg(x.number order by x.position) as numbers
    from job_references x where x.account_id = j.account_id and x.job_id = j.id
  ) refs
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

-- As 0057 has it. Whose houses were noted is forgotten with the jobs that were.
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
  if current_setting('app.touched_masters', true) <> '' then
    perform set_config('app.touched_masters', '', true);
  end if;
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

-- Notes a job whose containers change, and its houses, which are found by them.
create function touch_job_and_houses(of_account uuid, of_job uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  listed text := coalesce(current_setting('app.touched_masters', true), '');
  entry text := of_account || ' ' || of_job;
begin
  perform touch_job(of_account, of_job);
  -- Once for all containers that are written together.
  if position(entry in listed) > 0 then
    return;
  end if;
  perform set_config('app.touched_masters', listed || ',' || entry, true);
  perform touch_job(h.account_id, h.id) from jobs h where h.account_id = of_account and h.master_job_id = of_job;
end $$;

create function note_container_for_index() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  if tg_op <> 'INSERT' then
    perform touch_job_and_houses(old.account_id, old.job_id);
  end if;
  if tg_op <> 'DELETE' and (tg_op = 'INSERT' or new.job_id <> old.job_id) then
    perform touch_job_and_houses(new.account_id, new.job_id);
  end if;
  return null;
end $$;

drop trigger job_index_noted on containers;
create trigger job_index_noted after insert or delete or update of number, seals, job_id on containers
  for each row execute function note_container_for_index();

-- What a search asks of the texts of jobs: that they hold one of several ways to write what is looked for.
create function holding_any(patterns text[]) returns text
language sql immutable parallel safe set search_path = pg_catalog, public, pg_temp
return (select '(' || string_agg(format('search_text like %L', pattern), ' or ') || ')' from unnest(patterns) as pattern);

-- As 0033, 0006 and 0055 have them.
create function search_jobs(patterns text[], newest integer default null) returns setof uuid
language plpgsql stable rows 100 security definer set search_path = pg_catalog, public, pg_temp
as $$
declare latest uuid[];
begin
  if newest is null or not row_security_active('job_index') then
    return query execute format(
      'select job_id from job_index where account_id = %L and %s %s',
      current_account(), holding_any(patterns),
      case when newest is null then '' else format('order by job_number desc limit %s', newest) end);
    return;
  end if;
  latest := array(
    select job_id from (
      select job_id, job_number, search_text from job_index
      where account_id = current_account() order by job_number desc limit 2000) as latest_jobs
    where search_text like any (patterns) order by job_number desc limit newest);
  if cardinality(latest) = newest then
    return query select unnest(latest);
  else
    return query execute format(
      'select job_id from (
         select job_id, job_number from job_index where account_id = %L and %s offset 0) as holding
       order by job_number desc limit %s', current_account(), holding_any(patterns), newest);
  end if;
end $$;

create function count_jobs(patterns text[]) returns bigint
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
declare matched bigint;
begin
  execute format('select count(*) from job_index where account_id = %L and %s',
    current_account(), holding_any(patterns)) into matched;
  return matched;
end $$;

create function numbers_holding(patterns text[], most integer) returns setof bigint
language plpgsql stable rows 2000 security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  return query execute format(
    'select job_number from job_index where account_id = %L and %s %s',
    current_account(), holding_any(patterns), case when most is null then '' else format('limit %s', most) end);
end $$;

create function many_numbers_holding(patterns text[]) returns setof bigint
language plpgsql stable rows 100000 security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  return query select * from numbers_holding(patterns, null);
end $$;

revoke execute on function holding_any(text[]), search_jobs(text[], integer), count_jobs(text[]),
  numbers_holding(text[], integer), many_numbers_holding(text[]), touch_job_and_houses(uuid, uuid),
  note_container_for_index() from public;
grant execute on function search_jobs(text[], integer), count_jobs(text[]), numbers_holding(text[], integer),
  many_numbers_holding(text[]) to lading_app;

-- The job list shows references of a company's own kinds with the names of these.
call revise_account_by('reference_kinds');

-- Dangerous goods are few among the items of a company.
create index items_of_dangerous_goods on items (account_id, job_id)
  where un_number <> '' or hazard_class is not null;

do $$
declare
  written record;
begin
  for written in
    select j.account_id, array_agg(j.id) as ids from jobs j
    where j.master_job_id is not null
      or concat_ws(' ', compact_number(j.master_bl), compact_number(j.house_bl))
        <> lower(concat_ws(' ', j.master_bl, j.house_bl))
      or exists (select from containers c, unnest(c.number || c.seals) as one_of_it
        where c.account_id = j.account_id and c.job_id = j.id and compact_number(one_of_it) <> lower(one_of_it))
      or exists (select from job_references x
        where x.account_id = j.account_id and x.job_id = j.id and compact_number(x.number) <> lower(x.number))
    group by j.account_id
  loop
    perform refresh_job_index(written.account_id, written.ids);
  end loop;
end $$;
