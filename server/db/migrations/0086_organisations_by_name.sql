-- The organisations that may be meant, as organisations_holding gives them, with their names: who puts them in order reads
-- no row of the index a second time.
create function organisations_named(beginning text, words text[], digits text)
returns table (organisation_id uuid, name text)
language plpgsql stable rows 200 security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  holding text := (select string_agg(format('i.search_text like %L', word), ' and ') from unnest(words) as word);
begin
  if digits is not null then
    holding := format('(%s or i.search_text like %L)', holding, digits);
  end if;
  return query execute format(
    '(select i.organisation_id, i.name from organisation_index i where i.account_id = %1$L and i.name like %2$L
      order by i.name limit 50)
     union
     (select i.organisation_id, i.name from organisation_index i where i.account_id = %1$L and %3$s limit 500)',
    current_account(), beginning, holding);
end $$;

revoke execute on function organisations_named(text, text[], text) from public;
grant execute on function organisations_named(text, text[], text) to lading_app;
