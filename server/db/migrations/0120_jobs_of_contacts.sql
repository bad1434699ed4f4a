-- Contacts are listed with their roles and the number of their open jobs. The role stands in the index that finds the jobs
-- of a party, so that each role is one look into it.
create index job_parties_by_role on job_parties (account_id, party_id, role, job_id);
drop index jobs_of_party;
create index jobs_open on jobs (account_id, id) where status = 1 or status is null;
