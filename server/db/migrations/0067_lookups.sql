-- Text as people look for it: small letters without accents, blanks of every kind as one plain one each. The server folds
-- what is typed in the same way (server/search-text.ts).
create function fold_text(given text) returns text
language sql immutable strict parallel safe
as $$
  select btrim(regexp_replace(
    translate(
      replace(replace(replace(replace(
        lower(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f]', '', 'g')),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      'øłđðı', 'olddi'),
    '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'))
$$;

-- What organisations are found by: one narrow row each, kept true by triggers.
create table organisation_index (
  account_id uuid not null,
  organisation_id uuid not null,
  -- Cut, since an index entry has a greatest length. Bytes sort as the search for a beginning needs it.
  name text collate "C" not null,
  search_text text not null,
  primary key (account_id, organisation_id),
  foreign key (account_id, organisation_id) references organisations on delete cascade
);
comment on table organisation_index is 'Address book and ports: What a contact is found by: its name, its cities, the domains of its e-mails and websites, the digits of its telephones.';
alter table organisation_index enable row level security;
create policy own_account on organisation_index using (account_id = (select current_account()));
-- Written by the triggers alone.
grant select on organisation_index to lading_app;
call let_owner_see('organisation_index');

create function refresh_organisation_index(of_account uuid, of_organisation uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  insert into organisation_index (account_id, organisation_id, name, search_text)
  select o.account_id, o.id, coalesce(left(fold_text(o.name), 200), ''),
    concat_ws(E'\n', fold_text(o.name), c.found_by)
  from organisations o
  left join lateral (
    select string_agg(concat_ws(E'\n', fold_text(city),
      fold_text(substring(email from '@([^@]*)$')),
      fold_text(substring(website from '^(?:[a-zA-Z]+://)?([^/]+)')),
      nullif(regexp_replace(telephone, '[^0-9]', '', 'g'), ''),
      nullif(regexp_replace(mobile, '[^0-9]', '', 'g'), '')), E'\n' order by position) as found_by
    from contacts where account_id = o.account_id and organisation_id = o.id
  ) c on true
  where o.account_id = of_account and o.id = of_organisation
  on conflict (account_id, organisation_id) do update set name = excluded.name, search_text = excluded.search_text
  where (organisation_index.name, organisation_index.search_text) is distinct from (excluded.name, excluded.search_text)
$$;

create function refresh_index_of_organisation() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform refresh_organisation_index(new.account_id, new.id);
  return null;
end $$;

create function refresh_index_of_contact() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  if tg_op <> 'INSERT' then
    perform refresh_organisation_index(old.account_id, old.organisation_id);
  end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.organisation_id <> old.organisation_id) then
    perform refresh_organisation_index(new.account_id, new.organisation_id);
  end if;
  return null;
end $$;

create trigger organisation_index_on_insert after insert on organisations
  for each row execute function refresh_index_of_organisation();
create trigger organisation_index_on_update after update on organisations
  for each row when (old.name is distinct from new.name) execute function refresh_index_of_organisation();
create trigger organisation_index_on_insert after insert on contacts
  for each row when (num_nonnulls(new.city, new.email, new.website, new.telephone, new.mobile) > 0)
  execute function refresh_index_of_contact();
create trigger organisation_index_on_update after update on contacts
  for each row when ((old.organisation_id, old.city, old.email, old.website, old.telephone, old.mobile)
    is distinct from (new.organisation_id, new.city, new.email, new.website, new.telephone, new.mobile))
  execute function refresh_index_of_contact();
create trigger organisation_index_on_delete after delete on contacts
  for each row execute function refresh_index_of_contact();

insert into organisation_index (account_id, organisation_id, name, search_text)
select o.account_id, o.id, coalesce(left(fold_text(o.name), 200), ''), concat_ws(E'\n', fold_text(o.name), c.found_by)
from organisations o
left join (
  select account_id, organisation_id, string_agg(concat_ws(E'\n', fold_text(city),
    fold_text(substring(email from '@([^@]*)$')),
    fold_text(substring(website from '^(?:[a-zA-Z]+://)?([^/]+)')),
    nullif(regexp_replace(telephone, '[^0-9]', '', 'g'), ''),
    nullif(regexp_replace(mobile, '[^0-9]', '', 'g'), '')), E'\n' order by position) as found_by
  from contacts group by 1, 2
) c on c.account_id = o.account_id and c.organisation_id = o.id;

create index organisation_index_by_name on organisation_index (account_id, name);
create index organisation_index_search on organisation_index using gin (search_text gin_trgm_ops);

-- The organisations that may be meant, in no order and no more than are worth sorting: those whose name begins with the
-- text, and those that hold all words of it or its digits. Row-level security lets no index answer LIKE, hence a function.
create function organisations_holding(beginning text, words text[], digits text) returns setof uuid
language plpgsql stable rows 200 security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  holding text := (select string_agg(format('search_text like %L', word), ' and ') from unnest(words) as word);
begin
  if digits is not null then
    holding := format('(%s or search_text like %L)', holding, digits);
  end if;
  return query execute format(
    '(select organisation_id from organisation_index where account_id = %1$L and name like %2$L order by name limit 50)
     union
     (select organisation_id from organisation_index where account_id = %1$L and %3$s limit 1000)',
    current_account(), beginning, holding);
end $$;

-- The other names of the world's ports, a line each. The list that ships with the product fills
-- them at the next start.
alter table world_ports add column aliases text;
create index world_ports_aliases on world_ports using gin (lower(aliases) gin_trgm_ops);

-- What a port of a company's own is found by.
create function port_search_text(code text, name text, description text) returns text
language sql immutable parallel safe
as $$ select public.fold_text(coalesce(code || ' ', '') || coalesce(name || ' ', '') || coalesce(description, '')) $$;
create index ports_search on ports using gin (port_search_text(code, name, description) gin_trgm_ops);
create index ports_by_code on ports (account_id, upper(code));

-- Those of the code, and those that hold the text. `most`: no more than that, in no order; null: all.
create function ports_holding(pattern text, of_code text, most integer) returns setof uuid
language plpgsql stable rows 100 security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  return query execute format(
    '(select id from ports where account_id = %1$L and upper(code) = %3$L limit 100)
     union
     (select id from ports where account_id = %1$L and port_search_text(code, name, description) like %2$L %4$s)',
    current_account(), pattern, of_code, case when most is null then '' else format('limit %s', most) end);
end $$;

revoke execute on function refresh_organisation_index(uuid, uuid), refresh_index_of_organisation(),
  refresh_index_of_contact() from public;
revoke execute on function organisations_holding(text, text[], text), ports_holding(text, text, integer) from public;
grant execute on function organisations_holding(text, text[], text), ports_holding(text, text, integer) to lading_app;
