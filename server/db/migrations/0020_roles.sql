-- What an Administrator has changed of what Staff and Viewers may do: {"staff": {"jobs:write": false}}.
create table role_adjustments (
  account_id uuid primary key references accounts,
  -- The account's id again: the history names every record by its id.
  id uuid not null check (id = account_id),
  adjustments jsonb not null,
  version integer not null default 1
);
call isolate_by_account('role_adjustments');
create trigger history after insert or update or delete on role_adjustments
  for each row execute function record_history('');

alter table users add column deactivated_at timestamptz;

-- As before, and what the role may do here; a person whose access was taken away is known and sees nothing.
drop function open_session(text);
create function open_session(wanted_subject text)
returns table (account_id uuid, user_id uuid, role text, adjustments jsonb, is_active boolean)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  return query
    select u.account_id, u.id, u.role, a.adjustments, u.deactivated_at is null
    from memberships m
    join users u on u.account_id = m.account_id and u.id = m.user_id
    left join role_adjustments a on a.account_id = m.account_id
    where m.subject = wanted_subject;
  if found then
    perform set_config('app.account_id', u.account_id::text, true),
            set_config('app.user_id', u.id::text, true)
    from memberships m join users u on u.account_id = m.account_id and u.id = m.user_id
    where m.subject = wanted_subject and u.deactivated_at is null;
  end if;
end $$;
revoke execute on function open_session(text) from public;
grant execute on function open_session(text) to lading_app;
