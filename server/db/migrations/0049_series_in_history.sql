-- What people change about a series of numbers, with what it was. Taking a number sets next_number alone, and is told
-- on the job that got it.
create function record_series_history() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  insert into history (account_id, user_id, record_type, record_id, changes, address, user_agent)
  select new.account_id, current_app_user(), 'number_series', new.account_id,
    jsonb_object_agg(new.kind || '.' || field, jsonb_build_array(was, now)),
    nullif(current_setting('app.address', true), ''), nullif(current_setting('app.user_agent', true), '')
  from (values
    ('prefix', to_jsonb(old.prefix), to_jsonb(new.prefix)),
    ('digits', to_jsonb(old.digits), to_jsonb(new.digits)),
    ('nextNumber', to_jsonb(old.next_number), to_jsonb(new.next_number))
  ) as fields (field, was, now)
  where was is distinct from now;
  return null;
end $$;
revoke execute on function record_series_history() from public;

create trigger history after update of prefix, digits on number_series for each row
  when ((old.prefix, old.digits, old.next_number) is distinct from (new.prefix, new.digits, new.next_number))
  execute function record_series_history();
