-- What a house has from its master: the columns below and the carrier. A house keeps the values itself, so that lists,
-- searches and papers read them as they read any other; when the master's change, so do its houses' in the same
-- transaction, but for those in which a house has a value of its own.
alter table jobs
  -- In which of them a house differs from its master on purpose, 'carrier' among them.
  add column own_columns text[] not null default '{}',
  -- Which of them it has had from its master since it became a house: they leave it with the master.
  add column columns_of_master text[] not null default '{}';

create function inherited_columns() returns text[]
language sql immutable parallel safe
return '{vessel_name,voyage_number,etd,eta,departed_on,arrived_on,on_board_on,master_bl,loading_port_id,via_port_id,discharge_port_id,destination_port_id}'::text[];

-- Houses that there are keep what they have: it is their own where it differs from the master's.
alter table jobs disable trigger user;
update jobs h set own_columns = differing.columns
from (
  select h.account_id, h.id, array(
    select inherited from unnest(inherited_columns()) as inherited
    where to_jsonb(h) -> inherited is distinct from to_jsonb(m) -> inherited
  ) || case when
    (select p.party_id from job_parties p where p.account_id = h.account_id and p.job_id = h.id and p.role = 'carrier')
    is distinct from
    (select p.party_id from job_parties p where p.account_id = m.account_id and p.job_id = m.id and p.role = 'carrier')
    then '{carrier}'::text[] else '{}' end as columns
  from jobs h join jobs m on m.account_id = h.account_id and m.id = h.master_job_id
) differing
where h.account_id = differing.account_id and h.id = differing.id and differing.columns <> '{}';
alter table jobs enable trigger user;

-- Whose a column is shows in what is kept of the values, and is no change that somebody made: the history leaves it out.
do $$
declare
  recording regproc;
begin
  foreach recording in array '{record_history,write_history_function,made_with}'::regproc[] loop
    execute replace(pg_get_functiondef(recording), '{account_id,version,created_at,position}',
      '{account_id,version,created_at,position,own_columns,columns_of_master}');
  end loop;
end $$;

-- Off while houses are given what their master has, and while a company is brought in as it was.
create function houses_follow() returns boolean
language sql stable
return coalesce(current_setting('app.houses_follow', true), '') <> 'off';

create function carrier_of(of_account uuid, of_job uuid) returns uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select p.party_id from job_parties p
  where p.account_id = of_account and p.job_id = of_job and p.role = 'carrier'
$$;

-- A job that becomes a house takes what it has not from its master. One that is no house any more loses what it took.
create function take_from_master() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  own text[] := '{}';
  taken text[] := '{}';
  present jsonb := to_jsonb(new);
  before jsonb;
  master jsonb;
  inherited text;
begin
  if not houses_follow() then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    before := to_jsonb(old);
  end if;
  if tg_op = 'UPDATE' and new.master_job_id is not distinct from old.master_job_id then
    -- What is typed in a house is its own. Whether it is what the master has is looked at when all rows are written.
    select coalesce(array_agg(c), '{}') into own from unnest(inherited_columns()) as c
    where present -> c is distinct from before -> c;
    if own <> '{}' then
      new.own_columns := array(select unnest(new.own_columns) union select unnest(own) order by 1);
      new.columns_of_master := array(select unnest(new.columns_of_master) except select unnest(own) order by 1);
    end if;
    return new;
  end if;
  if tg_op = 'UPDATE' then
    foreach inherited in array old.columns_of_master loop
      if present -> inherited = before -> inherited then
        present := present || jsonb_build_object(inherited, null);
      end if;
    end loop;
  end if;
  if new.master_job_id is not null then
    -- A master that is changed at this moment is waited for.
    select to_jsonb(m) into master from jobs m
    where m.account_id = new.account_id and m.id = new.master_job_id for share;
  end if;
  if master is not null then
    foreach inherited in array inherited_columns() loop
      if present -> inherited is not distinct from master -> inherited then
        continue;
      elsif present -> inherited = 'null' then
        present := present || jsonb_build_object(inherited, master -> inherited);
        taken := taken || inherited;
      else
        own := own || inherited;
      end if;
    end loop;
  end if;
  new := jsonb_populate_record(new, present);
  -- The carrier follows once the job is written.
  new.own_columns := own;
  new.columns_of_master := taken;
  return new;
end $$;

-- What belongs to a job that became a house, or is none any more, beside its own row.
create function take_carrier_from_master(house jobs, had_taken boolean) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  wanted uuid := carrier_of(house.account_id, house.master_job_id);
begin
  perform set_config('app.houses_follow', 'off', true);
  if had_taken then
    delete from job_parties p
    where p.account_id = house.account_id and p.job_id = house.id and p.role = 'carrier';
  end if;
  if wanted is not null then
    insert into job_parties (account_id, id, job_id, role, party_id)
    values (house.account_id, gen_random_uuid(), house.id, 'carrier', wanted)
    on conflict (account_id, job_id, role) do nothing;
    if found then
      update jobs j set columns_of_master = j.columns_of_master || '{carrier}'
      where j.account_id = house.account_id and j.id = house.id;
    end if;
  end if;
  if house.master_job_id is not null and carrier_of(house.account_id, house.id) is distinct from wanted then
    update jobs j set own_columns = j.own_columns || '{carrier}'
    where j.account_id = house.account_id and j.id = house.id;
  end if;
  perform set_config('app.houses_follow', '', true);
end $$;

-- Moves the houses of a master with it, and notes where a house has come to have what its master has.
create function follow_master() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  present jsonb := to_jsonb(new);
  before jsonb;
  master jsonb;
  moved text[];
  same text[];
begin
  if not houses_follow() then
    return null;
  end if;
  if tg_op = 'INSERT' then
    if new.master_job_id is not null then
      perform take_carrier_from_master(new, false);
    end if;
    return null;
  end if;
  if new.master_job_id is distinct from old.master_job_id then
    perform take_carrier_from_master(new, 'carrier' = any (old.columns_of_master));
    return null;
  end if;
  before := to_jsonb(old);
  select array_agg(c) into moved from unnest(inherited_columns()) as c
  where present -> c is distinct from before -> c;
  if moved is null then
    return null;
  end if;
  if new.master_job_id is not null then
    select to_jsonb(m) into master from jobs m where m.account_id = new.account_id and m.id = new.master_job_id;
    select array_agg(c) into same from unnest(moved) as c
    where present -> c is not distinct from master -> c;
    if same is not null then
      update jobs j set own_columns = array(select unnest(j.own_columns) except select unnest(same) order by 1)
      where j.account_id = new.account_id and j.id = new.id and j.own_columns && same;
    end if;
    return null;
  end if;
  perform set_config('app.houses_follow', 'off', true);
  update jobs h set
    vessel_name = case when 'vessel_name' = any (follows) then new.vessel_name else h.vessel_name end,
    voyage_number = case when 'voyage_number' = any (follows) then new.voyage_number else h.voyage_number end,
    etd = case when 'etd' = any (follows) then new.etd else h.etd end,
    eta = case when 'eta' = any (follows) then new.eta else h.eta end,
    departed_on = case when 'departed_on' = any (follows) then new.departed_on else h.departed_on end,
    arrived_on = case when 'arrived_on' = any (follows) then new.arrived_on else h.arrived_on end,
    on_board_on = case when 'on_board_on' = any (follows) then new.on_board_on else h.on_board_on end,
    master_bl = case when 'master_bl' = any (follows) then new.master_bl else h.master_bl end,
    loading_port_id = case when 'loading_port_id' = any (follows) then new.loading_port_id else h.loading_port_id end,
    via_port_id = case when 'via_port_id' = any (follows) then new.via_port_id else h.via_port_id end,
    discharge_port_id =
      case when 'discharge_port_id' = any (follows) then new.discharge_port_id else h.discharge_port_id end,
    destination_port_id =
      case when 'destination_port_id' = any (follows) then new.destination_port_id else h.destination_port_id end,
    columns_of_master = array(select unnest(h.columns_of_master) union select unnest(follows) order by 1),
    version = h.version + 1
  from (
    select house.id, array(
      select c from unnest(moved) as c
      where c <> all (house.own_columns) and to_jsonb(house) -> c is distinct from present -> c
    ) as follows
    from jobs house where house.account_id = new.account_id and house.master_job_id = new.id
    order by house.id for update
  ) as following
  where h.account_id = new.account_id and h.id = following.id and follows <> '{}';
  perform set_config('app.houses_follow', '', true);
  return null;
end $$;

create function follow_carrier_of_master() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  of_account uuid := case when tg_op = 'DELETE' then old.account_id else new.account_id end;
  of_job uuid := case when tg_op = 'DELETE' then old.job_id else new.job_id end;
  wanted uuid;
  following uuid[];
  job jobs;
begin
  if not houses_follow() then
    return null;
  end if;
  select j.* into job from jobs j where j.account_id = of_account and j.id = of_job;
  if job.id is null then
    return null;
  end if;
  perform set_config('app.houses_follow', 'off', true);
  wanted := carrier_of(of_account, of_job);
  if job.master_job_id is not null then
    if wanted is not distinct from carrier_of(of_account, job.master_job_id) then
      update jobs j set own_columns = array_remove(j.own_columns, 'carrier')
      where j.account_id = of_account and j.id = of_job and 'carrier' = any (j.own_columns);
    else
      update jobs j set own_columns = j.own_columns || '{carrier}',
        columns_of_master = array_remove(j.columns_of_master, 'carrier')
      where j.account_id = of_account and j.id = of_job and 'carrier' <> all (j.own_columns);
    end if;
  else
    select array_agg(h.id) into following from (
      select house.id from jobs house
      where house.account_id = of_account and house.master_job_id = of_job and 'carrier' <> all (house.own_columns)
        and carrier_of(of_account, house.id) is distinct from wanted
      order by house.id for update
    ) as h;
    if following is not null then
      delete from job_parties p where p.account_id = of_account and p.job_id = any (following) and p.role = 'carrier';
      insert into job_parties (account_id, id, job_id, role, party_id)
      select of_account, gen_random_uuid(), house, 'carrier', wanted
      from unnest(following) as house where wanted is not null;
      update jobs j set version = j.version + 1,
        columns_of_master = array(select unnest(j.columns_of_master) union select 'carrier' order by 1)
      where j.account_id = of_account and j.id = any (following);
    end if;
  end if;
  perform set_config('app.houses_follow', '', true);
  return null;
end $$;

revoke execute on function take_from_master(), follow_master(), follow_carrier_of_master(),
  take_carrier_from_master(jobs, boolean), carrier_of(uuid, uuid) from public;

create trigger takes_from_master_when_made before insert on jobs
  for each row when (new.master_job_id is not null) execute function take_from_master();
create trigger takes_from_master before update of master_job_id, vessel_name, voyage_number, etd, eta, departed_on,
  arrived_on, on_board_on, master_bl, loading_port_id, via_port_id, discharge_port_id, destination_port_id on jobs
  for each row when (new.master_job_id is not null or old.master_job_id is not null)
  execute function take_from_master();
create trigger houses_follow_when_made after insert on jobs
  for each row when (new.master_job_id is not null) execute function follow_master();
create trigger houses_follow after update of master_job_id, vessel_name, voyage_number, etd, eta, departed_on,
  arrived_on, on_board_on, master_bl, loading_port_id, via_port_id, discharge_port_id, destination_port_id on jobs
  for each row execute function follow_master();
-- A condition on the role alone would have to name old and new apart.
create trigger houses_follow_carrier after insert or update on job_parties
  for each row when (new.role = 'carrier') execute function follow_carrier_of_master();
create trigger houses_follow_carrier_that_went after delete on job_parties
  for each row when (old.role = 'carrier') execute function follow_carrier_of_master();
