-- What a company may be recognised by, before it is entered a second time. These functions are the one place that says
-- when two names, telephones or domains mean the same; docs/decisions/0090 gives the reasons.

-- The words of a name that tell who it is, in their order: “SIALKOT SURGICAL (PVT) LTD.” and “Sialkot Surgical Limited”
-- are both “sialkot surgical”. Signs between words do not count, single letters stand together (“B.V.”, “M. A. Khan”),
-- common abbreviations are written out, and legal forms are left out but where a name begins with them or is nothing else.
create function telling_words(given text) returns text
language sql immutable strict parallel safe
as $$
  with plain (name) as (
    select regexp_replace(btrim(regexp_replace(regexp_replace(regexp_replace(fold_text(given),
      '[''’`´]|^m/s\M', '', 'g'),
      '股份有限公司|有限责任公司|有限公司|株式会社|주식회사', ' ', 'g'),
      '[^[:alnum:]]+', ' ', 'g')),
      '\m([[:alnum:]]) (?=[[:alnum:]]\M)', '\1', 'g')
  ), words (place, first, word, told) as (
    select n, n = 1, word, coalesce('{
      "intl": "international", "int": "international", "internl": "international", "mfg": "manufacturing",
      "mfrs": "manufacturers", "mfr": "manufacturers", "ind": "industries", "inds": "industries",
      "industry": "industries", "bros": "brothers", "ent": "enterprises", "entp": "enterprises", "enterprise": "enterprises",
      "trdg": "trading", "trdrs": "traders", "log": "logistics", "lgstcs": "logistics", "svc": "services",
      "svcs": "services", "service": "services", "srvcs": "services", "exp": "export", "exports": "export",
      "exporters": "export", "imp": "import", "imports": "import", "importers": "import", "assoc": "associates",
      "tech": "technologies", "technology": "technologies", "eng": "engineering", "engg": "engineering",
      "elec": "electronics", "electronic": "electronics", "pharma": "pharmaceuticals", "pharm": "pharmaceuticals",
      "pharmaceutical": "pharmaceuticals", "chem": "chemicals", "chemical": "chemicals", "prod": "products",
      "prods": "products", "dist": "distribution", "distr": "distribution", "shpg": "shipping", "frt": "freight",
      "fwdg": "forwarding", "forwarders": "forwarding", "transp": "transport", "mohd": "muhammad", "mohammad": "muhammad",
      "mohammed": "muhammad", "muhd": "muhammad", "st": "saint", "dept": "department", "grp": "group",
      "tex": "textiles", "textile": "textiles", "surg": "surgical", "instr": "instruments", "inst": "instruments",
      "and": "", "und": "", "et": "", "y": "", "e": "", "n": "", "of": "", "for": "", "the": "", "ms": "", "messrs": ""
      }'::jsonb ->> word, word)
    from plain, string_to_table(name, ' ') with ordinality as each (word, n)
  ), telling as (
    select place, told from words where told <> '' and (first or word <> all ('{
      ab,ag,aps,as,asa,bhd,bv,bvba,co,company,comp,corp,corporation,cv,doo,dmcc,eirl,ek,est,ev,fze,fzc,fzco,fzllc,gbr,ges,
      gesellschaft,gmbh,mbh,haftung,mit,beschrankter,ohg,inc,incorporated,incorp,jsc,kft,kg,kk,lda,limited,limitada,llc,llp,
      lp,ltd,ltda,ltee,nv,ood,eood,oy,oyj,pjsc,plc,private,pt,pte,pty,proprietary,public,pvt,pvtltd,qsc,rl,saoc,saog,sa,saci,
      sab,sae,sal,sarl,sas,sasu,sdn,srl,sro,spa,spol,spzoo,zoo,sp,se,sia,sl,slu,tbk,uab,ug,wll,unlimited,ooo,oao,zao,pao,ао,
      ооо,оао,зао,пао,tic,san,ve,sti,coltd,cokg}'::text[]))
  )
  select coalesce((select string_agg(told, ' ' order by place) from telling), name) from plain
$$;

-- What many companies are called besides: two that have nothing else in common are not alike, and one may lack it.
create function common_words() returns text[]
language sql immutable parallel safe
as $$
  select '{trading,traders,international,group,holding,holdings,enterprises,industries,industrial,services,logistics,
    shipping,forwarding,freight,cargo,transport,export,import,global,worldwide,brothers,sons,associates,agency,agencies,
    manufacturing,manufacturers,products,engineering,technologies,solutions,textiles,mills,commercial,general,merchants,
    supply,supplies,distribution,handel,handels,lines,line,house,store,stores,works,corporation,electronics,foods,
    chemicals,pharmaceuticals,instruments,surgical,sports,garments,company,co}'::text[]
$$;

-- The telling words without the common ones, or all of them where there are no others.
create function rare_words(telling text) returns text
language sql immutable strict parallel safe
as $$
  select coalesce(string_agg(word, ' ' order by n) filter (where word <> all (common_words())), telling)
  from string_to_table(telling, ' ') with ordinality as each (word, n)
$$;

-- The digits of each telephone number in a field, without zeros before them: of “+92 (0)52 460-1234 ext. 5”, 92524601234.
-- Extensions, and the last digits of a row of numbers (“3241000-4”), are no part of it. Too short for a number: nothing.
create function telephone_digits(given text) returns text[]
language sql immutable parallel safe
as $$
  select coalesce(array_agg(distinct digits), '{}')
  from (
    select regexp_replace(regexp_replace(regexp_replace(part,
      '(ext|extn|extension|ex|x)\.?\s*[0-9]{1,5}\s*$', ''),
      '\(0\)', ''),
      '([0-9][0-9 .()/-]{6,})\s*[-–/]\s*[0-9]{1,2}\s*$', '\1') as part
    from regexp_split_to_table(lower(coalesce(given, '')), '[,;|]|\s(?:or|and|oder|und)\s') as listed (one)
    cross join lateral (
      -- A stroke parts two numbers, or an area from the rest of one.
      select unnest(case
        when one ~ '^[^/]*(?:[0-9][^0-9/]*){7}/[^/]*(?:[0-9][^0-9/]*){7}' then string_to_array(one, '/')
        else array[one] end) as part
    ) as parts
  ) as cut
  cross join lateral (select ltrim(regexp_replace(part, '[^0-9]', '', 'g'), '0') as digits) as read
  where length(digits) between 7 and 20
$$;

-- The domain that a company has for itself, of an e-mail address or a website: of “www.export.acme.co.uk”, acme.co.uk.
-- What many share is nobody's own: mail providers, market places, builders of websites.
create function own_domain(given text) returns text
language plpgsql immutable strict parallel safe
as $$
declare
  host text := lower(btrim(given));
  labels text[];
  n integer;
  domain text;
begin
  host := regexp_replace(host, '^[a-z]+:/*', '');
  host := split_part(split_part(split_part(host, '/', 1), '?', 1), '#', 1);
  host := split_part(substr(host, strpos(host, '@') + 1), ':', 1);
  labels := string_to_array(rtrim(host, '.'), '.');
  n := cardinality(labels);
  if n < 2 or n is null then
    return null;
  end if;
  domain := labels[n - 1] || '.' || labels[n];
  if n > 2 and length(labels[n]) = 2
    and labels[n - 1] = any ('{co,com,net,org,edu,gov,gob,ac,or,ne,go,firm,ind,biz,info,web,ltd,plc}'::text[]) then
    domain := labels[n - 2] || '.' || domain;
  end if;
  if split_part(domain, '.', 1) = any ('{
      gmail,googlemail,yahoo,ymail,rocketmail,hotmail,outlook,live,msn,icloud,aol,gmx,yandex,proton,protonmail,
      tutanota,zoho,zohomail,rediffmail,hanmail,naver,daum,libero,virgilio,tiscali,wanadoo,laposte,blogspot,google,
      facebook,linkedin,instagram,twitter,youtube,whatsapp,alibaba,aliexpress,amazon,ebay,indiamart,tradekey,wixsite,
      weebly,wordpress,squarespace,webs,godaddysites,jimdo,jimdosite,business}'::text[])
    or domain = any ('{
      mail.com,email.com,inbox.com,me.com,mac.com,pm.me,ya.ru,mail.ru,bk.ru,list.ru,inbox.ru,rambler.ru,web.de,
      t-online.de,freenet.de,arcor.de,online.de,1und1.de,orange.fr,free.fr,sfr.fr,alice.it,tin.it,qq.com,163.com,
      126.com,yeah.net,sina.com,sina.cn,sohu.com,139.com,189.cn,foxmail.com,aliyun.com,21cn.com,made-in-china.com,
      globalsources.com,tradeindia.com,exportersindia.com,ziggo.nl,kpnmail.nl,xs4all.nl,planet.nl,hetnet.nl,home.nl,
      telenet.be,skynet.be,bluewin.ch,comcast.net,verizon.net,att.net,sbcglobal.net,bellsouth.net,cox.net,
      btinternet.com,btconnect.com,sky.com,talktalk.net,virginmedia.com,bigpond.com,optusnet.com.au,singnet.com.sg,
      eim.ae,emirates.net.ae,cyber.net.pk,brain.net.pk,nexlinx.net.pk,super.net.pk,wol.net.pk,hathway.com,vsnl.com,
      vsnl.net,sify.com,airtelmail.in,bdcom.com,superonline.com,ttmail.com,mynet.com,uol.com.br,bol.com.br,
      terra.com.br,ig.com.br,github.io,wa.me,linktr.ee,x.com,t.me,netlify.app,vercel.app}'::text[]) then
    return null;
  end if;
  return domain;
end $$;

-- The marks by which a record is found that is the same beyond doubt: n and its telling words in any order; t and the last
-- digits of a telephone, the same within a country and from abroad; d and a domain.
create function marks_of(telling text, telephones text[], domains text[]) returns text[]
language sql immutable parallel safe
as $$
  select coalesce(array_agg(distinct mark), '{}') from (
    select 'n' || string_agg(word, '' order by word) as mark from string_to_table(telling, ' ') as word where telling <> ''
    union all
    select 't' || right(digits, 7) from unnest(telephones) as digits
    union all
    select 'd' || domain from unnest(domains) as domain where domain is not null
  ) as all_marks where mark is not null
$$;

-- Whether one word is the other, with no more than one slip of the fingers: a letter too much, too few or another one, or
-- two that changed places.
create function one_slip(one text, other text) returns boolean
language plpgsql immutable strict parallel safe
as $$
declare
  place integer := 1;
begin
  if abs(length(one) - length(other)) > 1 then
    return false;
  end if;
  while place <= length(one) and substr(one, place, 1) = substr(other, place, 1) loop
    place := place + 1;
  end loop;
  return substr(one, place + 1) = substr(other, place + 1) or substr(one, place + 1) = substr(other, place)
    or substr(one, place) = substr(other, place + 1)
    or (substr(one, place, 2) = reverse(substr(other, place, 2)) and substr(one, place + 2) = substr(other, place + 2));
end $$;

-- Whether two names, as their telling words, may well mean one company: word for word the same but for a slip in some and
-- abbreviations of some, in any order; of one, common words may be missing.
create function names_alike(one text, other text) returns boolean
language plpgsql immutable strict parallel safe
as $$
declare
  common constant text[] := common_words();
  few text[] := string_to_array(one, ' ');
  many text[] := string_to_array(other, ' ');
  firsts text[] := array[few[1], many[1]];
  turned text[];
  word text;
  candidate text;
  found integer;
  slips integer := 0;
  same integer := 0;
  rare integer := 0;
begin
  if replace(one, ' ', '') = replace(other, ' ', '') then
    return true;
  end if;
  if cardinality(few) > cardinality(many) then
    turned := few; few := many; many := turned;
  end if;
  foreach word in array few loop
    found := array_position(many, word);
    if found is not null then
      same := same + 1;
      if word <> all (common) then
        rare := rare + length(word);
      end if;
    else
      for n in 1 .. cardinality(many) loop
        candidate := many[n];
        if length(word) > 3 and length(candidate) > 3
          and (left(word, 1) = left(candidate, 1) or right(word, 3) = right(candidate, 3)) and one_slip(word, candidate) then
          found := n;
          slips := slips + 1;
          if word <> all (common) and candidate <> all (common) then
            rare := rare + greatest(length(word), length(candidate)) - 1;
          end if;
          exit;
        end if;
        -- The first word says who it is and is not abbreviated.
        if word <> all (firsts) and candidate <> all (firsts) and least(length(word), length(candidate)) >= 3
          and (starts_with(candidate, word) or starts_with(word, candidate)) then
          found := n;
          exit;
        end if;
      end loop;
    end if;
    -- Two slips are a different name.
    if found is null or slips > 1 then
      return false;
    end if;
    many := many[:found - 1] || many[found + 1:];
  end loop;
  return many <@ common and (rare >= 4 or (rare >= 2 and slips = 0 and same > 1));
end $$;

alter table organisation_index
  add column telling text not null default '',
  add column rare text not null default '',
  add column telephones text[] not null default '{}',
  add column marks text[] not null default '{}';

create or replace function refresh_organisation_index(of_account uuid, of_organisation uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  insert into organisation_index (account_id, organisation_id, name, search_text, telling, rare, telephones, marks)
  select o.account_id, o.id, coalesce(left(fold_text(o.name), 200), ''),
    concat_ws(E'\n', fold_text(o.name), c.found_by),
    told.telling, rare_words(told.telling), coalesce(c.telephones, '{}'),
    marks_of(told.telling, c.telephones, c.domains)
  from organisations o
  cross join lateral (select coalesce(telling_words(left(o.name, 200)), '') as telling) as told
  left join lateral (
    select string_agg(concat_ws(E'\n', fold_text(city),
      fold_text(substring(email from '@([^@]*)$')),
      fold_text(substring(website from '^(?:[a-zA-Z]+://)?([^/]+)')),
      nullif(regexp_replace(telephone, '[^0-9]', '', 'g'), ''),
      nullif(regexp_replace(mobile, '[^0-9]', '', 'g'), '')), E'\n' order by position) as found_by,
      array_agg(own_domain(email)) || array_agg(own_domain(website)) as domains,
      telephone_digits(string_agg(concat_ws(',', telephone, mobile), ',')) as telephones
    from contacts where account_id = o.account_id and organisation_id = o.id
  ) c on true
  where o.account_id = of_account and o.id = of_organisation
  on conflict (account_id, organisation_id) do update set name = excluded.name, search_text = excluded.search_text,
    telling = excluded.telling, rare = excluded.rare, telephones = excluded.telephones, marks = excluded.marks
  where (organisation_index.name, organisation_index.search_text, organisation_index.telling,
      organisation_index.telephones, organisation_index.marks)
    is distinct from (excluded.name, excluded.search_text, excluded.telling, excluded.telephones, excluded.marks);
end $$;

update organisation_index i set telling = told.telling, rare = rare_words(told.telling)
from organisations o cross join lateral (select coalesce(telling_words(left(o.name, 200)), '') as telling) as told
where o.account_id = i.account_id and o.id = i.organisation_id;
update organisation_index i set telephones = coalesce(c.telephones, '{}'), marks = marks_of(i.telling, c.telephones, c.domains)
from organisation_index as all_of
left join (
  select account_id, organisation_id, array_agg(own_domain(email)) || array_agg(own_domain(website)) as domains,
    telephone_digits(string_agg(concat_ws(',', telephone, mobile), ',')) as telephones
  from contacts group by 1, 2
) as c on c.account_id = all_of.account_id and c.organisation_id = all_of.organisation_id
where all_of.account_id = i.account_id and all_of.organisation_id = i.organisation_id;

-- What a contact is found by is read far more often than written: no list of entries that each search would read through.
create index organisation_index_marks on organisation_index using gin (marks) with (fastupdate = off);
create index organisation_index_rare on organisation_index using gin (rare gin_trgm_ops) with (fastupdate = off);
alter index organisation_index_search set (fastupdate = off);
alter index ports_search set (fastupdate = off);
select gin_clean_pending_list('organisation_index_search'), gin_clean_pending_list('ports_search');

-- The organisations that a new one may be a second entry of, and by what. Row-level security lets no index answer these
-- questions, hence a function. Comparing spellings costs far more than the planner believes: it would read all rows of a
-- large company, so the index of spellings is named to it there; it knows no companies and is no use to a small one.
create function organisations_alike(wanted_name text, wanted_telephones text, wanted_domains text[])
returns table (organisation_id uuid, by_name boolean, by_telephone boolean, by_domain boolean, closeness real)
language plpgsql stable rows 5 security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off
as $$
declare
  wanted text := coalesce(telling_words(left(wanted_name, 200)), '');
  rare_wanted text := rare_words(wanted);
  numbers text[] := telephone_digits(wanted_telephones);
  domains text[] := array(select distinct own_domain(given) from unnest(wanted_domains) as given);
  is_large boolean := 3000 <= (select count(*) from (
    select from organisation_index i where i.account_id = current_account() limit 3000) as counted);
begin
  return query execute format($statement$
    with spelt as materialized (
      select i.account_id, i.organisation_id, similarity(i.rare, %3$L) as closeness
      from organisation_index i where i.rare %% %3$L and %7$s
    ), candidates as (
      (select i.organisation_id from organisation_index i where i.marks && %2$L::text[] and i.account_id = %1$L limit 100)
      union
      (select s.organisation_id from spelt s where s.account_id = %1$L order by s.closeness desc, s.organisation_id limit 50)
    ), judged as (
      select i.organisation_id, names_alike(i.telling, %4$L) as by_name,
        -- The one may lack the country or the area.
        exists (select from unnest(i.telephones) as theirs, unnest(%5$L::text[]) as ours
          where right(theirs, length(ours)) = ours or right(ours, length(theirs)) = theirs) as by_telephone,
        exists (select from unnest(%6$L::text[]) as domain where 'd' || domain = any (i.marks)) as by_domain,
        similarity(i.telling, %4$L) as closeness
      from candidates c
      join organisation_index i on i.account_id = %1$L and i.organisation_id = c.organisation_id
    )
    select * from judged j where j.by_name or j.by_telephone or j.by_domain
    $statement$,
    current_account(), marks_of(wanted, numbers, domains), rare_wanted, wanted, numbers, domains,
    case when is_large then 'true' else format('i.account_id = %L', current_account()) end);
end $$;

revoke execute on function organisations_alike(text, text, text[]) from public;
grant execute on function organisations_alike(text, text, text[]) to lading_app;
