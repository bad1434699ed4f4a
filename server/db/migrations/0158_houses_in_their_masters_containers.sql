-- A job's items travel in its own containers where it has any; those of a house without its own in its master's. What an
-- item is in no longer holds once the house leaves its master, or has a container of its own: it is taken out, which its
-- history tells, and put back when the house returns.
comment on table item_containers is 'Jobs: What of an item travels in which container of its job, or of the master of a house without its own.';

-- Puts the items of a house without containers of its own where they were when it left its master, or when it got its
-- first own one; not those of which something else was said since. Whoever brings a whole job back as it was says
-- himself where its items were, and turns this off.
create function stow_again(of_account uuid, of_job uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  insert into item_containers (account_id, id, job_id, item_id, container_id, packs, gross_weight, volume)
  select i.account_id, told.record_id, i.job_id, i.id, c.id, (told.changes -> 'packs' ->> 0)::integer,
    (told.changes -> 'gross_weight' ->> 0)::numeric, (told.changes -> 'volume' ->> 0)::numeric
  from jobs j
  cross join lateral (
    select distinct on (pair.item_id, pair.container_id) h.at, h.record_id, h.changes, pair.*
    from history h
    cross join lateral (
      select coalesce(h.changes -> 'item_id' ->> 0, h.changes -> 'item_id' ->> 1)::uuid as item_id,
        coalesce(h.changes -> 'container_id' ->> 0, h.changes -> 'container_id' ->> 1)::uuid as container_id
    ) as pair
    where h.account_id = of_account and h.job_id = of_job and h.record_type = 'item_containers' and h.changes ? 'id'
    order by pair.item_id, pair.container_id, h.id desc
  ) as told
  join items i on i.account_id = of_account and i.job_id = of_job and i.id = told.item_id
  join containers c on c.account_id = of_account and c.job_id = j.master_job_id and c.id = told.container_id
  where coalesce(current_setting('app.items_return', true), '') <> 'off'
    and j.account_id = of_account and j.id = of_job
    and told.changes -> 'id' ->> 1 is null
    and exists (
      select from history cause
      where cause.account_id = of_account and cause.job_id = of_job and cause.at = told.at
        and (cause.record_type = 'jobs' and cause.changes -> 'master_job_id' ->> 0 = j.master_job_id::text
          or cause.record_type = 'containers' and cause.changes ? 'id' and cause.changes -> 'id' ->> 0 is null))
    and not exists (select from containers own where own.account_id = of_account and own.job_id = of_job)
    and not exists (select from item_containers l where l.account_id = of_account and l.item_id = i.id)
  on conflict do nothing
$$;

create function items_leave_with_house() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  delete from item_containers l using containers c
  where l.account_id = new.account_id and l.job_id = new.id
    and c.account_id = l.account_id and c.id = l.container_id
    and c.job_id <> new.id and c.job_id is distinct from new.master_job_id;
  if new.master_job_id is not null then
    perform stow_again(new.account_id, new.id);
  end if;
  return null;
end $$;

create function items_leave_masters_containers() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  -- Whoever puts an item of the house into a container of its master at this moment is waited for.
  perform from jobs j
  where (j.account_id, j.id) in (select account_id, job_id from added) and j.master_job_id is not null
  order by j.id for no key update;
  delete from item_containers l using containers c
  where (l.account_id, l.job_id) in (select account_id, job_id from added)
    and c.account_id = l.account_id and c.id = l.container_id and c.job_id <> l.job_id;
  return null;
end $$;

create function items_return_to_masters_containers() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform stow_again(j.account_id, j.id) from jobs j
  where (j.account_id, j.id) in (select account_id, job_id from gone) and j.master_job_id is not null;
  return null;
end $$;

revoke execute on function stow_again(uuid, uuid), items_leave_with_house(), items_leave_masters_containers(),
  items_return_to_masters_containers() from public;

create trigger items_leave_with_house after update of master_job_id on jobs
  for each row when (old.master_job_id is distinct from new.master_job_id) execute function items_leave_with_house();
create trigger items_leave_masters_containers after insert on containers
  referencing new table as added for each statement execute function items_leave_masters_containers();
create trigger items_return_to_masters_containers after delete on containers
  referencing old table as gone for each statement execute function items_return_to_masters_containers();
