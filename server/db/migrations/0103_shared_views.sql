-- Views of the dashboard that everybody in the company may use. A person's own ones stand among their preferences.
create table shared_views (
  account_id uuid not null,
  id uuid not null,
  name text not null,
  -- What stands behind "?" in the dashboard's address.
  address text not null,
  -- The columns, as preferences keep them; null: opening the view leaves them as they are.
  layout jsonb,
  made_by uuid not null,
  version integer not null default 1,
  primary key (account_id, id),
  foreign key (account_id, made_by) references users
);
comment on table shared_views is 'Jobs: Views of the dashboard that are shared with the whole company.';
call isolate_by_account('shared_views');
create trigger history after insert or update or delete on shared_views
  for each row execute function record_history('');
