-- Whom a job names besides a contact: when it has one role on the job, another role has, by default, this contact.
create table organisation_default_parties (
  account_id uuid not null,
  id uuid not null,
  organisation_id uuid not null,
  when_role text not null check (when_role in (
    'consignee', 'shipper', 'agent', 'carrier', 'clearingAgent',
    'notifyParty', 'secondNotifyParty', 'customer', 'haulier', 'warehouse')),
  role text not null check (role in (
    'consignee', 'shipper', 'agent', 'carrier', 'clearingAgent',
    'notifyParty', 'secondNotifyParty', 'customer', 'haulier', 'warehouse')),
  -- May be the contact itself: a consignee is often notified too.
  default_organisation_id uuid not null,
  primary key (account_id, id),
  unique (account_id, organisation_id, when_role, role),
  check (role <> when_role),
  foreign key (account_id, organisation_id) references organisations on delete cascade,
  foreign key (account_id, default_organisation_id) references organisations on delete cascade
);
comment on table organisation_default_parties is
  'Address book and ports: Which contacts have which roles on a job, by default, when a contact has a role there.';
call isolate_by_account('organisation_default_parties');
create index default_parties_that_name on organisation_default_parties (account_id, default_organisation_id);
create trigger history after insert or update or delete on organisation_default_parties
  for each row execute function record_history('', 'organisation_id');
