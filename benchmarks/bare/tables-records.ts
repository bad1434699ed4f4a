import type pg from 'pg'

/** Where the bare server's tables stand: in the product's own database, so that both have the same PostgreSQL. */
export const BARE_SCHEMA = 'bare'

/** Each before those that name its rows. */
export const BARE_TABLES = ['ports', 'organisations', 'contacts', 'quotes', 'jobs', 'job_parties', 'items']

export const bareTables = `
  create table ports (id uuid primary key, name text, code text, country text);
  create table organisations (id uuid primary key, name text, description text, contact_name text);
  create table contacts (
    id uuid primary key, organisation uuid not null references organisations, building_no text, building_name text,
    street text, city text, county text, post_code text, country text, telephone text, mobile text, email text);
  create table quotes (
    id uuid primary key default gen_random_uuid(), commodity text, transport_mode int, quote_type int, load_type int,
    loading_port uuid references ports, via_port uuid references ports, discharge_port uuid references ports,
    destination_port uuid references ports);
  create table jobs (
    id uuid primary key default gen_random_uuid(), job_number serial unique, name text, status int, ready_on date,
    vessel_name text, etd date, eta date, customer_instructions text, instructions_sent_on date, gross_weight float8,
    net_weight float8, weight_unit int, volume float8, volume_unit int, number_of_packages int,
    documents_received_on date, master_bl text, house_bl text, documents_emailed_on date, documents_submitted_on date,
    igm text, index_number text, shed_number text, picked_up_on date, shipment_date date default current_date,
    quote uuid references quotes,
    search_text text generated always as (lower(
      coalesce(name, '') || ' ' || coalesce(master_bl, '') || ' ' || coalesce(house_bl, '') || ' ' || coalesce(igm, '')
      || ' ' || coalesce(index_number, '') || ' ' || coalesce(vessel_name, '') || ' ' || job_number)) stored);
  create table job_parties (
    id uuid primary key default gen_random_uuid(), job uuid not null references jobs on delete cascade, role int not null,
    organisation uuid not null references organisations);
  create table items (
    id uuid primary key, job uuid not null references jobs on delete cascade, position bigint, name text,
    description text, quantity int, packing_mode int, gross_weight float8, net_weight float8, weight_unit int,
    number_of_packs int);`

/** The roles by the number that the plain tables give them. */
export const bareRoles = ['consignee', 'shipper', 'agent', 'carrier', 'clearingAgent'] as const

// A quote goes by its job's finance, so that the copy needs no other table to find it again.
const copies = `
  insert into ports select id, name, code, country_id from public.ports where account_id = $account;
  insert into organisations
    select id, name, description, contact_name from public.organisations where account_id = $account;
  insert into contacts
    select id, organisation_id, building_no, building_name, street, city, county, post_code, country_id, telephone,
      mobile, email
    from public.contacts where account_id = $account;
  insert into quotes
    select finance_id, commodity, transport_mode, quote_type, load_type, loading_port_id, via_port_id,
      discharge_port_id, destination_port_id
    from public.jobs where account_id = $account;
  insert into jobs
    select id, job_number, name, status, ready_on, vessel_name, etd, eta, customer_instructions,
      shipping_instructions_sent_on, gross_weight, net_weight, weight_unit, volume, volume_unit, number_of_packages,
      documents_received_on, master_bl, house_bl, documents_emailed_to_customer_on, documents_submitted_to_carrier_on,
      igm, index_number, shed_number, delivery_order_picked_up_on, shipment_date, finance_id
    from public.jobs where account_id = $account order by job_number;
  insert into job_parties
    select jp.id, jp.job_id, array_position($roles, jp.role) - 1, p.organisation_id
    from public.job_parties jp
    join public.parties p on p.account_id = jp.account_id and p.id = jp.party_id
    join public.jobs j on j.account_id = jp.account_id and j.id = jp.job_id
    where jp.account_id = $account order by j.job_number, jp.role;
  insert into items
    select i.id, i.job_id, i.position, i.name, i.description, i.quantity, i.packing_mode, i.gross_weight,
      i.net_weight, i.weight_unit, i.number_of_packs
    from public.items i
    join public.jobs j on j.account_id = i.account_id and j.id = i.job_id
    where i.account_id = $account order by j.job_number, i.position;
  select setval('jobs_job_number_seq', greatest(1, (select max(job_number) from jobs)));`

export const bareIndexes = `
  create index on contacts (organisation);
  create index on quotes (loading_port);
  create index on quotes (via_port);
  create index on quotes (discharge_port);
  create index on quotes (destination_port);
  create index on jobs (quote);
  create unique index on job_parties (job, role);
  create index on job_parties (organisation);
  create index on items (job);`

const searchIndexes = `
  create index on quotes using gin (commodity gin_trgm_ops);
  create index on jobs using gin (search_text gin_trgm_ops);
  create index on organisations using gin (name gin_trgm_ops);
  create index on ports using gin (name gin_trgm_ops);
  alter table jobs alter column search_text set statistics 1000;`

/**
 * Makes the bare server's tables anew: what an application of its own would keep for this one company, with the same
 * jobs. `owner` is a connection of the tables' owner.
 */
export async function makeBareTables(owner: pg.Client, accountId: string): Promise<void> {
  const roles = `array[${bareRoles.map(role => owner.escapeLiteral(role)).join(', ')}]`
  const copied = copies.replaceAll('$account', owner.escapeLiteral(accountId)).replaceAll('$roles', roles)
  await owner.query(`drop schema if exists ${BARE_SCHEMA} cascade; create schema ${BARE_SCHEMA}`)
  await owner.query(`set search_path = ${BARE_SCHEMA}, public`)
  try {
    await owner.query(`${bareTables} ${copied} ${bareIndexes} ${searchIndexes}`)
    for (const table of BARE_TABLES) await owner.query(`vacuum analyze ${table}`)
  } finally {
    await owner.query('reset search_path')
  }
}
