-- The revision of a company's data is the sum of its values here. Every transaction that changes a table that the job
-- list reads raises one of them, so a page that was read at a revision holds as long as the sum is the same: of two
-- snapshots the later one sees all that the earlier one saw, and so has the greater sum. The newest id of the history
-- does not tell that: ids are taken in one order and committed in another.
-- Several values, so that nobody waits: a transaction keeps the one that it raised to its end. No reference to the
-- accounts: to check it, a new value would wait for whoever makes a job.
create table account_revisions (
  account_id uuid not null,
  slot integer not null,
  value bigint not null,
  primary key (account_id, slot)
) with (fillfactor = 50);
comment on table account_revisions is 'Jobs: The revision of a company''s data, by which the server knows whether a page of the job list that it remembers still holds.';
alter table account_revisions enable row level security;
create policy own_account on account_revisions using (account_id = (select current_account()));
-- Written by the triggers alone.
grant select on account_revisions to lading_app;
call let_owner_see('account_revisions');

-- The step is random, so that a database that was put back to an earlier state does not come by other changes to a
-- revision that a running server remembers.
create function raise_revision() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  changed record;
  of_account uuid;
  step bigint := 1 + (random() * 1073741824)::bigint;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  if tg_argv[0] = 'id' then of_account := changed.id; else of_account := changed.account_id; end if;
  -- A statement that changes many rows calls this for each of them.
  if current_setting('app.revised_account', true) = of_account::text then return null; end if;
  update account_revisions set value = value + step
  where account_id = of_account and slot = (
    select slot from account_revisions where account_id = of_account
    order by slot limit 1 for update skip locked);
  while not found loop
    -- All are taken by transactions that have not ended, so there is one more for the next time.
    insert into account_revisions (account_id, slot, value)
    values (of_account, (random() * 2147483647)::integer, step) on conflict do nothing;
  end loop;
  perform set_config('app.revised_account', of_account::text, true);
  return null;
end $$;
revoke execute on function raise_revision() from public;

-- `by_column` is the one that names the account. The condition is asked before the function is called, which saves
-- the call for all but the first of a transaction's changes.
create procedure revise_account_by(revised regclass, by_column text default 'account_id')
language plpgsql
as $$
begin
  execute format(
    'create trigger revision_on_write after insert or update on %s for each row
     when (current_setting(''app.revised_account'', true) is distinct from new.%I::text)
     execute function raise_revision(%L)', revised, by_column, by_column);
  execute format(
    'create trigger revision_on_delete after delete on %s for each row
     when (current_setting(''app.revised_account'', true) is distinct from old.%I::text)
     execute function raise_revision(%L)', revised, by_column, by_column);
end $$;

-- All that the job list reads (server/jobs/list-revision.test.ts compares).
call revise_account_by('accounts', 'id');
call revise_account_by('jobs');
call revise_account_by('job_index');
call revise_account_by('job_parties');
call revise_account_by('parties');
call revise_account_by('organisations');
call revise_account_by('ports');
