-- Each start of each server prints a link for the first company, and all of them are good until there is one: whoever
-- reads the log of one server must not find that another has started since.
create or replace function make_founding_link(wanted_hash bytea, for_email text, days integer) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  delete from founding_links where expires_at < now();
  insert into founding_links (secret_hash, address, expires_at)
  values (wanted_hash, lower(for_email), now() + make_interval(days => days))
$$;

create or replace function use_founding_link(wanted_hash bytea, by_email text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  is_good boolean;
begin
  -- Whoever comes by another link for the first company waits here, and finds that it has been founded.
  perform from founding_links l where l.secret_hash = wanted_hash or l.address is null order by l.secret_hash for update;
  is_good := founding_link_is_good(wanted_hash, by_email);
  if is_good then
    delete from founding_links l where l.secret_hash = wanted_hash or l.address is null;
  end if;
  return is_good;
end $$;
