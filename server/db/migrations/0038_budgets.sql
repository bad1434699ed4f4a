-- What companies and network addresses have used in the present window of each budget. Servers count in memory and
-- settle here every second; a row is written over when its next window has begun, so there is one for each budget.
create table company_budgets (
  account_id uuid not null references accounts,
  budget text not null,
  starts_at timestamptz not null,
  -- Requests, milliseconds of work, bytes uploaded, documents made.
  used bigint not null,
  primary key (account_id, budget)
) with (fillfactor = 50);
call isolate_by_account('company_budgets');

-- Where a company's limits differ from those that the server is started with.
create table company_limits (
  account_id uuid not null references accounts,
  budget text not null
    check (budget in ('requests', 'work', 'uploads', 'documents', 'recipients', 'storage')),
  -- Requests, seconds, bytes, documents, recipients, bytes; null: unlimited.
  allowed bigint check (allowed > 0),
  changed_at timestamptz not null default now(),
  primary key (account_id, budget)
);
call isolate_by_account('company_limits');

-- Who is limited must not be able to change it.
revoke insert, update, delete on company_budgets, company_limits from lading_app;

create table network_budgets (
  network text primary key,
  starts_at timestamptz not null,
  used bigint not null
) with (fillfactor = 50);
call let_owner_see('network_budgets');

-- Adds what a server has counted and answers what all servers have, and the own limits of the companies named. Rows
-- are locked in one order, so that two servers never wait for each other in a circle.
create function settle_budgets(
  companies uuid[], budgets text[], company_starts timestamptz[], company_used bigint[],
  networks text[], network_starts timestamptz[], network_used bigint[])
returns table (kind text, whose text, budget text, starts_at timestamptz, amount bigint)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
as $$
  with of_companies as (
    insert into company_budgets as b (account_id, budget, starts_at, used)
    select c.account_id, c.budget, c.starts_at, c.used
    from unnest(companies, budgets, company_starts, company_used) as c (account_id, budget, starts_at, used)
    join accounts a on a.id = c.account_id
    order by c.account_id, c.budget
    on conflict (account_id, budget) do update set
      used = case when b.starts_at = excluded.starts_at then b.used + excluded.used
                  when b.starts_at > excluded.starts_at then b.used
                  else excluded.used end,
      starts_at = greatest(b.starts_at, excluded.starts_at)
    returning b.account_id, b.budget, b.starts_at, b.used
  ), of_networks as (
    insert into network_budgets as b (network, starts_at, used)
    select n.network, n.starts_at, n.used
    from unnest(networks, network_starts, network_used) as n (network, starts_at, used)
    order by n.network
    on conflict (network) do update set
      used = case when b.starts_at = excluded.starts_at then b.used + excluded.used
                  when b.starts_at > excluded.starts_at then b.used
                  else excluded.used end,
      starts_at = greatest(b.starts_at, excluded.starts_at)
    returning b.network, b.starts_at, b.used
  )
  select 'company', account_id::text, budget, starts_at, used from of_companies
  union all select 'network', network, null, starts_at, used from of_networks
  union all select 'limit', l.account_id::text, l.budget, null, l.allowed
  from company_limits l where l.account_id = any (companies)
$$;
revoke execute on function settle_budgets(uuid[], text[], timestamptz[], bigint[], text[], timestamptz[], bigint[])
  from public;
grant execute on function settle_budgets(uuid[], text[], timestamptz[], bigint[], text[], timestamptz[], bigint[])
  to lading_app;

-- What a server that starts has to know: what is used in windows that may still be open, and all own limits.
create function standing_budgets()
returns table (kind text, whose text, budget text, starts_at timestamptz, amount bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select 'company', account_id::text, budget, starts_at, used
  from company_budgets where starts_at > now() - interval '25 hours'
  union all select 'network', network, null, starts_at, used
  from network_budgets where starts_at > now() - interval '1 hour'
  union all select 'limit', account_id::text, budget, null, allowed from company_limits
$$;
revoke execute on function standing_budgets() from public;
grant execute on function standing_budgets() to lading_app;

-- Windows that are over for certain; answers how many there were.
create function forget_old_budgets() returns bigint
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
as $$
  with networks as (
    delete from network_budgets where starts_at < now() - interval '1 hour' returning 1
  ), companies as (
    delete from company_budgets where starts_at < now() - interval '2 days' returning 1
  )
  select (select count(*) from networks) + (select count(*) from companies)
$$;
revoke execute on function forget_old_budgets() from public;
grant execute on function forget_old_budgets() to lading_app;
