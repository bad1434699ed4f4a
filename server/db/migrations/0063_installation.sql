-- Which file store belongs to this database: the store holds the same id. One row, written by the first start; the
-- owner alone sees it.
create table installation (
  is_only boolean primary key default true check (is_only),
  store_marker uuid not null,
  -- False: whoever wrote it here may have been killed before the store had it.
  is_in_store boolean not null default false,
  marked_at timestamptz not null default now()
);
call let_owner_see('installation');
comment on table installation is 'History, limits and background work: The id that this database and its file store have in common, by which a start finds that they belong together.';

-- A server that leaves background work to others does not know the owner, and compares too.
create function store_marker() returns table (marker uuid, is_in_store boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$ select store_marker, is_in_store from installation $$;
revoke execute on function store_marker() from public;
grant execute on function store_marker() to lading_app;
