-- A document is searched for the numbers of its job: each is looked up as it stands.
create index containers_by_number on containers (account_id, lower(number)) where number is not null;
create index references_by_number on job_references (account_id, lower(number)) where number is not null;
