-- What is overdue, and what a job lacks, is found from indexes that hold those jobs alone. Their conditions are those of
-- server/jobs/overdue-records.ts and list-filter-records.ts, in the same words, or PostgreSQL would not recognise them.
create index jobs_not_picked_up on jobs (account_id, eta, job_number)
  where status = 1 and (direction is null or direction = 0) and delivery_order_picked_up_on is null;
create index jobs_without_any_bill on jobs (account_id, etd, job_number)
  where status = 1 and (direction is null or direction = 0)
    and coalesce(house_bl, '') = '' and coalesce(master_bl, '') = '';
create index exports_without_master_bl on jobs (account_id, etd, job_number, master_job_id)
  where status = 1 and direction = 1 and transport_mode is distinct from 1 and coalesce(master_bl, '') = '';
create index houses_without_house_bl on jobs (account_id, etd, job_number)
  where status = 1 and direction = 1 and transport_mode is distinct from 1
    and master_job_id is not null and coalesce(house_bl, '') = '';

create index jobs_without_house_bl on jobs (account_id, job_number)
  include (status, transport_mode, direction, etd, eta, owner_id) where coalesce(house_bl, '') = '';
create index jobs_without_arrival_notice on jobs (account_id, job_number)
  include (status, transport_mode, direction, etd, eta, owner_id)
  where documents_emailed_to_customer_on is null and (direction is null or direction = 0);

-- Which jobs have a document, from the index alone.
create index jobs_of_documents on documents (account_id, job_id) where deleted_at is null;
