create table organisations (
  account_id uuid not null references accounts,
  id uuid not null,
  name text,
  description text,
  contact_name text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
call isolate_by_account('organisations');
create index organisations_by_name on organisations (account_id, lower(name), id);

-- What a job's roles point at. Each organisation is one party, made with it.
create table parties (
  account_id uuid not null,
  id uuid not null,
  organisation_id uuid not null,
  primary key (account_id, id),
  unique (account_id, organisation_id),
  foreign key (account_id, organisation_id) references organisations
);
call isolate_by_account('parties');

create table contacts (
  account_id uuid not null,
  id uuid not null,
  -- The id that the wire gives to the tie between organisation and contact.
  link_id uuid not null,
  organisation_id uuid not null,
  position integer generated always as identity,
  building_name text,
  building_no text,
  city text,
  post_code text,
  country_id text,
  county text,
  description text,
  email text,
  fax text,
  mobile text,
  skype text,
  street text,
  telephone text,
  twitter text,
  website text,
  primary key (account_id, id),
  unique (account_id, link_id),
  foreign key (account_id, organisation_id) references organisations
);
call isolate_by_account('contacts');
create index contacts_of_organisation on contacts (account_id, organisation_id, position);

-- The list that ships with the product or was imported: the same for every company, changed by nobody's session.
create table world_ports (
  id uuid primary key,
  code text not null unique,
  name text not null,
  country_id text not null,
  -- UN/LOCODE functions: 1 port, 4 airport, 6 inland depot.
  functions text not null,
  search_text text not null generated always as (lower(code || ' ' || name)) stored
);
grant select on world_ports to lading_app;
create index world_ports_search on world_ports using gin (search_text gin_trgm_ops);

-- A company's own ports, and those of the world that its jobs have used: a port is copied here when a
-- job first names it, so that foreign keys stay inside the company and a later import renames no old job.
create table ports (
  account_id uuid not null references accounts,
  id uuid not null,
  name text,
  code text,
  description text,
  country_id text,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
call isolate_by_account('ports');
