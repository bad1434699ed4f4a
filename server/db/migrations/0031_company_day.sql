-- Where the company's day begins, by its name in the IANA list; null: not set yet, and the day is that of UTC.
alter table company_settings add column time_zone text;

-- The calendar day that an instant falls on where the company of the session is.
create function company_day(instant timestamptz default now()) returns date
language sql stable set search_path = pg_catalog, public, pg_temp
as $$
  select (instant at time zone coalesce(
    (select time_zone from company_settings where account_id = current_account()), 'UTC'))::date
$$;

-- The instant with which a calendar day begins there.
create function company_day_begins(day date) returns timestamptz
language sql stable set search_path = pg_catalog, public, pg_temp
as $$
  select day::timestamp at time zone coalesce(
    (select time_zone from company_settings where account_id = current_account()), 'UTC')
$$;

alter table jobs alter column shipment_date set default company_day();
