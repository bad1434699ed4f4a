-- A number that a job is given for good, told on that job: whichever document or e-mail is the first to print it, even
-- one of the master job. A typed number is told as the job's House B/L. Documents keep which numbers they printed first.
create function record_number_history() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  insert into history (account_id, user_id, record_type, record_id, job_id, changes, address, user_agent)
  values (
    new.account_id, current_app_user(), 'job_numbers', new.job_id, new.job_id,
    jsonb_build_object('kind', jsonb_build_array(null, new.kind), 'number', jsonb_build_array(null, new.number)),
    nullif(current_setting('app.address', true), ''), nullif(current_setting('app.user_agent', true), ''));
  return null;
end $$;
revoke execute on function record_number_history() from public;

create trigger history after update of used_at on job_numbers for each row
  when (old.used_at is null and new.used_at is not null and not new.is_typed)
  execute function record_number_history();
