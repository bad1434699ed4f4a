-- Who has switched on the morning summary, each for themselves.
create table morning_summaries (
  account_id uuid not null,
  user_id uuid not null,
  -- Where it is morning, by its name in the IANA list, and from which hour on there.
  time_zone text not null,
  hour integer not null check (hour between 0 and 23),
  -- The last day, in that zone, on which it was made, or on which there was nothing to tell.
  last_day date,
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references users on delete cascade
);
call isolate_by_account('morning_summaries');

-- Whose summary of every company is due: only ids, for the worker that makes them.
create function due_summaries()
returns table (account_id uuid, user_id uuid, day date)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select s.account_id, s.user_id, (now() at time zone s.time_zone)::date
  from morning_summaries s
  join users u on u.account_id = s.account_id and u.id = s.user_id
  where u.deactivated_at is null
    and extract(hour from now() at time zone s.time_zone) >= s.hour
    and (s.last_day is null or s.last_day < (now() at time zone s.time_zone)::date)
$$;
revoke execute on function due_summaries() from public;
grant execute on function due_summaries() to lading_app;
