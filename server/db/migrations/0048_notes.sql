create table notes (
  account_id uuid not null,
  id uuid not null,
  job_id uuid not null,
  text text not null,
  author_id uuid not null,
  written_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (account_id, id),
  foreign key (account_id, job_id) references jobs,
  foreign key (account_id, author_id) references users
);
comment on table notes is 'Jobs: What people of the company tell each other about a job.';
call isolate_by_account('notes');
create index notes_of_job on notes (account_id, job_id, written_at, id);
create trigger history after insert or update or delete on notes
  for each row execute function record_history('job_id');
