-- The search box finds documents by name and jobs by the exact numbers on their papers.
create index documents_newest on documents (account_id, date desc) where deleted_at is null;
create index documents_search on documents using gin (lower(name) gin_trgm_ops);
create index jobs_by_master_bl on jobs (account_id, lower(master_bl)) where master_bl is not null;
create index jobs_by_house_bl on jobs (account_id, lower(house_bl)) where house_bl is not null;
create index jobs_by_igm on jobs (account_id, lower(igm)) where igm is not null;

-- As search_jobs: the owner's, since row-level security keeps LIKE and lower() from the indexes; the account
-- comes from the session and not from the caller.
create function search_documents(pattern text, newest integer) returns setof uuid
language plpgsql stable rows 10 security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  return query execute format(
    'select id from documents where account_id = %L and deleted_at is null and lower(name) like %L
     order by date desc limit %s', current_account(), pattern, newest);
end $$;

-- Jobs that bear exactly this number: master B/L, house B/L or import general manifest, in lower case.
create function jobs_of_number(wanted text, newest integer) returns setof uuid
language sql stable rows 5 security definer set search_path = pg_catalog, public, pg_temp
as $$
  select id from (
    select id, job_number from jobs where account_id = current_account() and lower(master_bl) = wanted
    union
    select id, job_number from jobs where account_id = current_account() and lower(house_bl) = wanted
    union
    select id, job_number from jobs where account_id = current_account() and lower(igm) = wanted
  ) as bearing order by job_number desc limit newest
$$;

revoke execute on function search_documents(text, integer), jobs_of_number(text, integer) from public;
grant execute on function search_documents(text, integer), jobs_of_number(text, integer) to lading_app;
