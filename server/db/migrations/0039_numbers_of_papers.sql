-- A number is taken for a job before the first document is made, and used once a document that prints it is stored.
alter table job_numbers
  -- null: no document prints it yet; it goes back to its series when those who make documents give up.
  add column used_at timestamptz,
  -- The runs that make documents with it at this moment.
  add column held_by uuid[] not null default '{}',
  -- Typed by a person as the job's House B/L: it belongs to no series.
  add column is_typed boolean not null default false;
update job_numbers set used_at = allotted_at;
alter table job_numbers drop constraint job_numbers_account_id_kind_number_key;
-- People may type the same number on two jobs.
create unique index job_numbers_of_series on job_numbers (account_id, kind, number) where not is_typed;
create index job_numbers_held on job_numbers using gin (held_by) where held_by <> '{}';

-- House bills of lading and house air waybills bore one number so far, the job's House B/L. A paper that was made, or
-- that the job's mode of transport calls for, keeps that number.
insert into job_numbers (account_id, job_id, kind, number, used_at, is_typed)
select j.account_id, j.id, paper.kind, j.house_bl, now(), true
from jobs j
cross join (values
  ('houseBill', 'houseAirWaybill', 'Numbers.HouseBill', 2),
  ('houseAirWaybill', 'houseBill', 'Numbers.HouseAirWaybill', 0)
) as paper (kind, other, field, transport_mode)
where j.house_bl <> ''
  and (
    (j.transport_mode = paper.transport_mode and exists (
      select from job_numbers n
      where n.account_id = j.account_id and n.job_id = j.id and n.kind = paper.other and n.number = j.house_bl))
    or exists (
      select from documents d
      join document_sources s on s.account_id = d.account_id and s.document_id = d.id
      where d.account_id = j.account_id and d.job_id = j.id and s.printed -> 'fields' ->> paper.field = j.house_bl))
on conflict (account_id, job_id, kind) do nothing;

-- Numbers that were taken and not used, while later ones of their series were: they are the next to be given.
create table returned_numbers (
  account_id uuid not null references accounts,
  kind text not null,
  number text not null,
  primary key (account_id, kind, number)
);
call isolate_by_account('returned_numbers');

-- Documents that are made together.
create table document_sets (
  account_id uuid not null references accounts,
  id uuid not null,
  request_hash text not null,
  begun_at timestamptz not null default now(),
  begun_by uuid default current_app_user(),
  -- Nothing is added to a set that has ended.
  ended_at timestamptz,
  primary key (account_id, id)
);
call isolate_by_account('document_sets');

alter table documents
  add column set_id uuid,
  -- In words, for the history: the numbers that this document was the first to print.
  add column numbers_given text;
create index documents_of_set on documents (account_id, set_id) where set_id is not null;
