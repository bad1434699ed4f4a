create table finances (
  account_id uuid not null references accounts,
  id uuid not null,
  -- What somebody typed; null: the sum of the sections that the quote type shows.
  total numeric(14, 4),
  version integer not null default 1,
  primary key (account_id, id)
);
call isolate_by_account('finances');

create table jobs (
  account_id uuid not null references accounts,
  id uuid not null,
  job_number bigint not null,
  name text,
  status smallint check (status between 0 and 3),
  ready_on date,
  vessel_name text,
  etd date,
  eta date,
  customer_instructions text,
  shipping_instructions_sent_on date,
  gross_weight numeric(14, 4),
  net_weight numeric(14, 4),
  weight_unit smallint check (weight_unit between 0 and 1),
  volume numeric(14, 4),
  volume_unit smallint check (volume_unit between 0 and 1),
  number_of_packages integer,
  documents_received_on date,
  master_bl text,
  house_bl text,
  documents_emailed_to_customer_on date,
  documents_submitted_to_carrier_on date,
  igm text,
  index_number text,
  shed_number text,
  delivery_order_picked_up_on date,
  shipment_date date not null default (now() at time zone 'utc')::date,
  direction smallint check (direction between 0 and 1),
  master_job_id uuid,
  -- The quote is one with its job.
  commodity text,
  transport_mode smallint check (transport_mode between 0 and 2),
  quote_type smallint check (quote_type between 0 and 2),
  load_type smallint check (load_type between 0 and 1),
  loading_port_id uuid,
  via_port_id uuid,
  discharge_port_id uuid,
  destination_port_id uuid,
  finance_id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, job_number),
  unique (account_id, finance_id),
  check (master_job_id <> id),
  foreign key (account_id, master_job_id) references jobs,
  foreign key (account_id, loading_port_id) references ports,
  foreign key (account_id, via_port_id) references ports,
  foreign key (account_id, discharge_port_id) references ports,
  foreign key (account_id, destination_port_id) references ports,
  foreign key (account_id, finance_id) references finances
);
call isolate_by_account('jobs');
create index houses_of_master on jobs (account_id, master_job_id) where master_job_id is not null;
create index jobs_by_etd on jobs (account_id, etd, job_number);
create index jobs_by_eta on jobs (account_id, eta, job_number);

create table job_parties (
  account_id uuid not null,
  id uuid not null,
  job_id uuid not null,
  role text not null check (role in ('consignee', 'shipper', 'agent', 'carrier', 'clearingAgent')),
  party_id uuid not null,
  primary key (account_id, id),
  -- At most one party in each role.
  unique (account_id, job_id, role),
  foreign key (account_id, job_id) references jobs,
  foreign key (account_id, party_id) references parties
);
call isolate_by_account('job_parties');
create index jobs_of_party on job_parties (account_id, party_id, job_id);

create table items (
  account_id uuid not null,
  id uuid not null,
  job_id uuid not null,
  position bigint generated always as identity,
  name text,
  description text,
  quantity integer,
  packing_mode smallint check (packing_mode between 0 and 75),
  gross_weight numeric(14, 4),
  net_weight numeric(14, 4),
  weight_unit smallint check (weight_unit between 0 and 1),
  number_of_packs integer,
  version integer not null default 1,
  primary key (account_id, id),
  foreign key (account_id, job_id) references jobs
);
call isolate_by_account('items');
create index items_of_job on items (account_id, job_id, position);

create table origin_charges (
  account_id uuid not null,
  id uuid not null,
  finance_id uuid not null,
  currency text,
  exchange_rate numeric(16, 8),
  bl_fee numeric(14, 4),
  custom_clearance numeric(14, 4),
  documentation numeric(14, 4),
  handling numeric(14, 4),
  other_charges numeric(14, 4),
  pick_up numeric(14, 4),
  port_charges numeric(14, 4),
  thc numeric(14, 4),
  -- What somebody typed; null: the sum of the lines.
  total numeric(14, 4),
  primary key (account_id, id),
  unique (account_id, finance_id),
  foreign key (account_id, finance_id) references finances
);
call isolate_by_account('origin_charges');

create table freight_charges (
  account_id uuid not null,
  id uuid not null,
  finance_id uuid not null,
  currency text,
  exchange_rate numeric(16, 8),
  lcl numeric(14, 4),
  fcl20 numeric(14, 4),
  fcl40 numeric(14, 4),
  fsc numeric(14, 4),
  ssc numeric(14, 4),
  other_freight_charges numeric(14, 4),
  minimum_air_charges numeric(14, 4),
  -- From here on: rates per kilogram by weight break.
  minus45 numeric(14, 4),
  plus45 numeric(14, 4),
  plus100 numeric(14, 4),
  plus250 numeric(14, 4),
  plus300 numeric(14, 4),
  plus500 numeric(14, 4),
  plus1000 numeric(14, 4),
  other_air_charges numeric(14, 4),
  total numeric(14, 4),
  primary key (account_id, id),
  unique (account_id, finance_id),
  foreign key (account_id, finance_id) references finances
);
call isolate_by_account('freight_charges');

create table destination_charges (
  account_id uuid not null,
  id uuid not null,
  finance_id uuid not null,
  currency text,
  exchange_rate numeric(16, 8),
  delivery_order numeric(14, 4),
  documentation numeric(14, 4),
  insurance numeric(14, 4),
  other_destination_charges numeric(14, 4),
  splitting numeric(14, 4),
  thc numeric(14, 4),
  yard_documentation numeric(14, 4),
  yard_fed numeric(14, 4),
  yard_r_and_d numeric(14, 4),
  total numeric(14, 4),
  primary key (account_id, id),
  unique (account_id, finance_id),
  foreign key (account_id, finance_id) references finances
);
call isolate_by_account('destination_charges');
