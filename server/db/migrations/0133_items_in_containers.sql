-- In which containers of its job an item travels. Packs, weight (kilograms) and volume (cubic metres) are what of the
-- item is in the container; all of them empty: the whole item. They go with their item and their container.
create table item_containers (
  account_id uuid not null,
  id uuid not null default gen_random_uuid(),
  job_id uuid not null,
  item_id uuid not null,
  container_id uuid not null,
  packs integer check (packs >= 0),
  gross_weight numeric(14, 4) check (gross_weight >= 0),
  volume numeric(13, 3) check (volume >= 0),
  primary key (account_id, id),
  unique (account_id, item_id, container_id),
  foreign key (account_id, job_id) references jobs,
  foreign key (account_id, item_id) references items on delete cascade,
  foreign key (account_id, container_id) references containers on delete cascade
);
comment on table item_containers is 'Jobs: What of an item travels in which container of its job.';
call isolate_by_account('item_containers');
create index item_containers_of_job on item_containers (account_id, job_id);
create index item_containers_of_container on item_containers (account_id, container_id);
create trigger history after insert or update or delete on item_containers
  for each row execute function record_history('job_id');

-- By which volume is counted as weight: cubic centimetres for a kilogram by air, kilograms for a cubic metre by road;
-- null: 6000 (IATA) and 333.
alter table company_settings
  add column air_divisor integer check (air_divisor between 1 and 100000),
  add column road_density integer check (road_density between 1 and 100000);
