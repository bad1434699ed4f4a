-- One action that changes many jobs: what is to change, by whom, and how far it is.
create table job_changes (
  account_id uuid not null,
  id uuid not null,
  made_by uuid not null,
  -- By which a repeated call is known to ask the same.
  asked text not null,
  change jsonb not null,
  undo_of uuid,
  state text not null default 'previewed' check (state in ('previewed', 'underWay', 'ended')),
  previewed_at timestamptz not null default now(),
  begun_at timestamptz,
  total integer not null,
  -- Of the total: changed, already so, and refused. The rest has not been done yet.
  changed integer not null default 0,
  same integer not null default 0,
  refused integer not null default 0,
  primary key (account_id, id),
  foreign key (account_id, made_by) references users,
  foreign key (account_id, undo_of) references job_changes
);
comment on table job_changes is 'Jobs: Actions that change many jobs at once.';
call isolate_by_account('job_changes');
create unique index undo_of_job_change on job_changes (account_id, undo_of) where undo_of is not null;
create index job_changes_under_way on job_changes (previewed_at) where state <> 'ended';

create table job_change_jobs (
  account_id uuid not null,
  change_id uuid not null,
  job_id uuid not null,
  position integer not null,
  state text not null check (state in ('waiting', 'changed', 'same', 'refused')),
  -- {column: [before, after]}
  fields jsonb not null,
  -- Why the job, or one of its fields, stays as it is.
  reason text,
  primary key (account_id, change_id, job_id),
  foreign key (account_id, change_id) references job_changes,
  foreign key (account_id, job_id) references jobs
);
comment on table job_change_jobs is 'Jobs: What an action does to each of its jobs, kept as long as it can be undone.';
call isolate_by_account('job_change_jobs');
create index job_change_jobs_in_turn on job_change_jobs (account_id, change_id, state, position);

-- The triggers that write the history need not know of it: the transaction says to which action it belongs.
alter table history add column job_change_id uuid default nullif(current_setting('app.job_change_id', true), '')::uuid;
comment on column history.job_change_id is 'The action that changed this job and others.';

-- The queue belongs to the owner. The actions of a company are done in turn, a part at a time.
create function enqueue_job_change(of_change uuid, at timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform graphile_worker.add_job(
    'change-jobs', json_build_object('account', c.account_id, 'change', c.id, 'person', c.made_by),
    queue_name := 'job-changes:' || c.account_id, run_at := at, max_attempts := 10,
    job_key := 'job-change:' || c.account_id || ':' || c.id)
  from job_changes c where c.account_id = current_account() and c.id = of_change and c.state = 'underWay';
end $$;

-- Previews that nobody began, and the jobs of actions that cannot be undone any more.
create function forget_job_changes(previews interval, jobs interval) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  delete from job_change_jobs j using job_changes c
  where c.account_id = j.account_id and c.id = j.change_id
    and ((c.state = 'previewed' and c.previewed_at < now() - previews)
      or (c.state = 'ended' and c.begun_at < now() - jobs));
  delete from job_changes where state = 'previewed' and previewed_at < now() - previews;
$$;
revoke execute on function enqueue_job_change(uuid, timestamptz), forget_job_changes(interval, interval) from public;
grant execute on function enqueue_job_change(uuid, timestamptz), forget_job_changes(interval, interval) to lading_app;
