-- A change of the company's own currency: its rate, and what stood before in each record that it touched.
create table currency_changes (
  account_id uuid not null,
  id uuid not null,
  made_by uuid not null,
  made_at timestamptz not null default now(),
  from_currency text not null,
  to_currency text not null,
  -- How many of the new currency one unit of the former one is worth.
  rate numeric(16, 8) not null,
  undo_of uuid,
  primary key (account_id, id),
  foreign key (account_id, made_by) references users,
  foreign key (account_id, undo_of) references currency_changes
);
comment on table currency_changes is 'Charges: Changes of the company’s own currency.';
call isolate_by_account('currency_changes');
create unique index undo_of_currency_change on currency_changes (account_id, undo_of) where undo_of is not null;
create index currency_changes_by_time on currency_changes (account_id, made_at);

create table currency_change_amounts (
  account_id uuid not null,
  change_id uuid not null,
  record_type text not null
    check (record_type in ('finances', 'origin_charges', 'freight_charges', 'destination_charges')),
  record_id uuid not null,
  finance_id uuid not null,
  -- Of a charge section.
  old_currency text,
  new_currency text,
  old_rate numeric,
  new_rate numeric,
  -- Of a job's finance whose total was typed.
  old_total numeric,
  new_total numeric,
  primary key (account_id, change_id, record_type, record_id),
  foreign key (account_id, change_id) references currency_changes
);
comment on table currency_change_amounts is
  'Charges: What a change of the currency did to charges and typed totals, kept as long as it can be undone.';
call isolate_by_account('currency_change_amounts');

create function forget_currency_changes(kept interval) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  delete from currency_change_amounts a using currency_changes c
  where c.account_id = a.account_id and c.id = a.change_id and c.made_at < now() - kept;
$$;
revoke execute on function forget_currency_changes(interval) from public;
grant execute on function forget_currency_changes(interval) to lading_app;
