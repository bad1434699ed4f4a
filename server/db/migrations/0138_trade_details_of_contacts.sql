-- What invoices, air waybills and carriers ask for of an organisation besides its name and address.
alter table organisations
  -- As typed.
  add column tax_number text,
  add column payment_terms text,
  add column scac text,
  add column iata_prefix text,
  add column iata_agent_code text;

-- Tax numbers are written with and without points, blanks and hyphens.
create function tax_number_key(given text) returns text
language sql immutable strict parallel safe
as $$ select upper(regexp_replace(given, '[^A-Za-z0-9]', '', 'g')) $$;

create index organisations_by_tax_number on organisations (account_id, tax_number_key(tax_number))
  where tax_number is not null;

-- As 0111 has it, with tax number and SCAC, by which an organisation is looked up, too.
create or replace function refresh_organisation_index(of_account uuid, of_organisations uuid[]) returns void
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  -- In one order, so that two transactions cannot wait for each other; each text is taken apart once (offset 0).
  insert into organisation_index (account_id, organisation_id, name, search_text, telling, rare, telephones, marks)
  select o.account_id, o.id, coalesce(left(o.folded, 200), ''),
    concat_ws(E'\n', o.folded, c.found_by, fold_text(o.tax_number), lower(tax_number_key(o.tax_number)), lower(o.scac)),
    o.telling, rare_words(o.telling), coalesce(c.telephones, '{}'), marks_of(o.telling, c.telephones, c.domains)
  from (
    select account_id, id, fold_text(name) as folded, coalesce(telling_words(left(name, 200)), '') as telling,
      tax_number, scac
    from organisations
    where account_id = of_account and id = any (of_organisations)
    order by id offset 0
  ) as o
  left join lateral (
    select string_agg(concat_ws(E'\n', fold_text(city),
      fold_text(substring(email from '@([^@]*)$')),
      fold_text(substring(website from '^(?:[a-zA-Z]+://)?([^/]+)')),
      nullif(regexp_replace(telephone, '[^0-9]', '', 'g'), ''),
      nullif(regexp_replace(mobile, '[^0-9]', '', 'g'), '')), E'\n' order by position) as found_by,
      array_agg(own_domain(email)) || array_agg(own_domain(website)) as domains,
      telephone_digits(string_agg(concat_ws(',', telephone, mobile), ',')) as telephones
    from contacts where account_id = o.account_id and organisation_id = o.id offset 0
  ) as c on true
  on conflict (account_id, organisation_id) do update set name = excluded.name, search_text = excluded.search_text,
    telling = excluded.telling, rare = excluded.rare, telephones = excluded.telephones, marks = excluded.marks
  where (organisation_index.name, organisation_index.search_text, organisation_index.telling,
      organisation_index.telephones, organisation_index.marks)
    is distinct from (excluded.name, excluded.search_text, excluded.telling, excluded.telephones, excluded.marks);
end $$;

create or replace function refresh_index_of_organisations() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  touched record;
begin
  if tg_op = 'INSERT' then
    for touched in select account_id, array_agg(id) as ids from added group by 1 order by 1 loop
      perform refresh_organisation_index(touched.account_id, touched.ids);
    end loop;
  else
    for touched in
      select now.account_id, array_agg(now.id) as ids
      from added as now join removed as before on before.account_id = now.account_id and before.id = now.id
      where (now.name, now.tax_number, now.scac) is distinct from (before.name, before.tax_number, before.scac)
      group by 1 order by 1
    loop
      perform refresh_organisation_index(touched.account_id, touched.ids);
    end loop;
  end if;
  return null;
end $$;
