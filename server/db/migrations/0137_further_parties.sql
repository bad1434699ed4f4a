-- Besides the roles that have a list each on the job: whom the carrier notifies, who is billed, who hauls and who stores.
-- What is stored already was checked by the narrower list.
alter table job_parties
  drop constraint job_parties_role_check,
  add constraint job_parties_role_check check (role in (
    'consignee', 'shipper', 'agent', 'carrier', 'clearingAgent',
    'notifyParty', 'secondNotifyParty', 'customer', 'haulier', 'warehouse')) not valid;
