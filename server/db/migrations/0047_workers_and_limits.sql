-- The pools of workers that take jobs from the queue. Each holds an advisory lock as long as its process lives, by which
-- others tell that it is gone and give back its jobs. A pool that is not here is one of a version before this.
create table worker_pools (
  -- As the queue names whoever holds a job.
  id text primary key,
  began_at timestamptz not null default now()
);
call let_owner_see('worker_pools');

-- What the operator allows a company stands in its history: 'standard' where it has no limit of its own.
create function record_limit_history() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  present company_limits := case when tg_op = 'DELETE' then old else new end;
  allowed_before jsonb := '"standard"';
  allowed_after jsonb := '"standard"';
begin
  if tg_op <> 'INSERT' then allowed_before := coalesce(to_jsonb(old.allowed), '"unlimited"'); end if;
  if tg_op <> 'DELETE' then allowed_after := coalesce(to_jsonb(new.allowed), '"unlimited"'); end if;
  if allowed_before is distinct from allowed_after then
    insert into history (account_id, user_id, record_type, record_id, changes)
    values (present.account_id, null, 'company_limits', present.account_id,
      jsonb_build_object(present.budget, jsonb_build_array(allowed_before, allowed_after)));
  end if;
  return null;
end $$;
revoke execute on function record_limit_history() from public;

create trigger history after insert or update or delete on company_limits
  for each row execute function record_limit_history();
