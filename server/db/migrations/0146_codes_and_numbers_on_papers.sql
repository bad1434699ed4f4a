-- What air waybills, pre-alerts and manifests ask for besides what the product holds already.

-- Of the company itself, as a cargo agent.
alter table company_settings
  add column iata_agent_code text;

-- Under which the company's books know the organisation; air waybills have a box for it.
alter table organisations
  add column account_number text;

do $$
begin
  -- As 0138 has them, with the account number, by which an organisation is looked up, too.
  execute replace(replace(
    pg_get_functiondef('refresh_organisation_index(uuid, uuid[])'::regprocedure),
    'lower(o.scac)', 'lower(o.scac), fold_text(o.account_number)'),
    'tax_number, scac' || E'\n', 'tax_number, scac, account_number' || E'\n');
  execute replace(
    pg_get_functiondef('refresh_index_of_organisations()'::regprocedure),
    '(now.name, now.tax_number, now.scac) is distinct from (before.name, before.tax_number, before.scac)',
    '(now.name, now.tax_number, now.scac, now.account_number) is distinct from ' ||
      '(before.name, before.tax_number, before.scac, before.account_number)');
end $$;

-- The number by which the agent knows the job.
alter table job_references drop constraint job_references_kind_check;
alter table job_references add constraint job_references_kind_check check (
  kind in ('booking', 'purchaseOrder', 'commercialInvoice', 'letterOfCredit', 'customsDeclaration', 'customerReference',
    'agentReference')
  or kind ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$') not valid;
alter table job_references validate constraint job_references_kind_check;

-- The flag that the vessel flies, in words: second registers such as Madeira or the Isle of Man are no countries.
alter table jobs
  add column vessel_flag text;

-- As 0139 has them: the flag is the vessel's, so houses have it from their master.
create or replace function inherited_columns() returns text[]
language sql immutable parallel safe
return '{vessel_name,vessel_flag,voyage_number,etd,eta,departed_on,arrived_on,on_board_on,master_bl,loading_port_id,via_port_id,discharge_port_id,destination_port_id}'::text[];

do $$
begin
  execute replace(
    pg_get_functiondef('follow_master()'::regprocedure),
    'voyage_number = case',
    'vessel_flag = case when ''vessel_flag'' = any (follows) then new.vessel_flag else h.vessel_flag end,' ||
      E'\n    voyage_number = case');
end $$;

drop trigger takes_from_master on jobs;
create trigger takes_from_master before update of master_job_id, vessel_name, vessel_flag, voyage_number, etd, eta,
  departed_on, arrived_on, on_board_on, master_bl, loading_port_id, via_port_id, discharge_port_id, destination_port_id
  on jobs
  for each row when (new.master_job_id is not null or old.master_job_id is not null)
  execute function take_from_master();
drop trigger houses_follow on jobs;
create trigger houses_follow after update of master_job_id, vessel_name, vessel_flag, voyage_number, etd, eta,
  departed_on, arrived_on, on_board_on, master_bl, loading_port_id, via_port_id, discharge_port_id, destination_port_id
  on jobs
  for each row execute function follow_master();
