-- A spreadsheet that is brought in: what was read of it, what it is to change, and what became of that.
create table imports (
  account_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('jobs', 'contacts', 'items')),
  -- The job whose items these are; null where the file names the job of each.
  job_id uuid,
  made_by uuid not null,
  file_name text not null,
  -- What was read of the file, packed; forgotten once the import has begun.
  content bytea,
  -- The sheet, the line of the headings, the field of each column, how dates and decimals are read, and what is decided.
  settings jsonb not null,
  state text not null default 'read' check (state in ('read', 'underWay', 'ended', 'undoing', 'undone')),
  read_at timestamptz not null default now(),
  begun_at timestamptz,
  -- Rows, by what becomes of each; the rest has not been done yet.
  total integer not null default 0,
  made integer not null default 0,
  changed integer not null default 0,
  same integer not null default 0,
  refused integer not null default 0,
  -- Of those made or changed: put back, and left since somebody has changed them.
  undone integer not null default 0,
  stayed integer not null default 0,
  primary key (account_id, id),
  foreign key (account_id, made_by) references users
);
comment on table imports is 'Jobs: Spreadsheets that were brought in, and what became of each.';
call isolate_by_account('imports');
create index imports_read on imports (read_at) where content is not null;

create table import_rows (
  account_id uuid not null,
  import_id uuid not null,
  -- The row's number in the file.
  position integer not null,
  action text not null check (action in ('make', 'change', 'same', 'wrong')),
  state text not null check (state in ('waiting', 'done', 'same', 'refused', 'undone', 'stayed')),
  record_id uuid,
  -- Whatever people call it.
  name text not null,
  -- {column: [before, after]}
  fields jsonb not null,
  -- By which the same row of the same file is known again.
  fingerprint text not null,
  -- Why the row, or one of its fields, stays as it is.
  reason text,
  primary key (account_id, import_id, position),
  foreign key (account_id, import_id) references imports
);
comment on table import_rows is 'Jobs: What an import does with each row, kept as long as it can be undone.';
call isolate_by_account('import_rows');
create index import_rows_in_turn on import_rows (account_id, import_id, state, position);

create table imported_records (
  account_id uuid not null,
  kind text not null,
  fingerprint text not null,
  record_id uuid not null,
  primary key (account_id, kind, fingerprint)
);
comment on table imported_records is 'Jobs: Which record a row of a file has made, so that the same file makes no second one.';
call isolate_by_account('imported_records');

create table import_mappings (
  account_id uuid not null,
  kind text not null,
  -- The set of headings.
  headings text not null,
  settings jsonb not null,
  primary key (account_id, kind, headings)
);
comment on table import_mappings is 'Jobs: How the company read files with these headings last.';
call isolate_by_account('import_mappings');

alter table history add column import_id uuid default nullif(current_setting('app.import_id', true), '')::uuid;
comment on column history.import_id is 'The import of a spreadsheet that changed this, or its undo.';

-- The queue belongs to the owner. The imports of a company are done in turn, a part at a time.
create function enqueue_import(of_import uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform graphile_worker.add_job(
    'import-rows', json_build_object('account', i.account_id, 'import', i.id, 'person', i.made_by),
    queue_name := 'imports:' || i.account_id, max_attempts := 10,
    job_key := 'import:' || i.account_id || ':' || i.id)
  from imports i where i.account_id = current_account() and i.id = of_import and i.state in ('underWay', 'undoing');
end $$;

-- What was read and never begun, and the rows of what can no longer be undone.
create function forget_imports(unbegun interval, rows interval) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  delete from import_rows r using imports i
  where i.account_id = r.account_id and i.id = r.import_id and i.state in ('ended', 'undone')
    and i.begun_at < now() - rows;
  delete from imports where state = 'read' and read_at < now() - unbegun;
$$;
revoke execute on function enqueue_import(uuid), forget_imports(interval, interval) from public;
grant execute on function enqueue_import(uuid), forget_imports(interval, interval) to lading_app;
