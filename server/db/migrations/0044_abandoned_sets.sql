create index abandoned_document_sets on document_sets (begun_at) where ended_at is null;
create index ended_document_sets on document_sets (ended_at) where ended_at is not null;

-- Nightly work belongs to no company and row-level security shows it nothing. Of every company's sets of documents it
-- may see just those that nobody has ended within a day.
create function list_abandoned_sets() returns table (account_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select s.account_id, s.id from document_sets s
  where s.ended_at is null and s.begun_at < now() - interval '1 day'
  order by s.begun_at
$$;

-- Until then, whoever comes late with a document or ends a set again is still answered.
create function forget_ended_sets() returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  delete from document_sets s where s.ended_at < now() - interval '30 days'
$$;

revoke execute on function list_abandoned_sets(), forget_ended_sets() from public;
grant execute on function list_abandoned_sets(), forget_ended_sets() to lading_app;
