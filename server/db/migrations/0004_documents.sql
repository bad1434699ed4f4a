create table documents (
  account_id uuid not null,
  id uuid not null,
  job_id uuid not null,
  name text not null,
  type text not null,
  media_type text not null,
  may_run_code boolean not null default false,
  size bigint not null,
  -- Where the file store keeps the bytes; a random key that says nothing.
  content_key text not null,
  date timestamptz not null default now(),
  version integer not null default 1,
  deleted_at timestamptz,
  -- From which template version and job version a generated document was made.
  template_id uuid,
  template_version integer,
  job_version integer,
  primary key (account_id, id),
  foreign key (account_id, job_id) references jobs
);
call isolate_by_account('documents');
create unique index one_document_of_a_name on documents (account_id, job_id, lower(normalize(name)))
  where deleted_at is null;
create index documents_of_job on documents (account_id, job_id, date);

create table document_templates (
  account_id uuid not null references accounts,
  id uuid not null,
  name text not null,
  default_document_name text not null,
  type text not null,
  description text,
  size bigint not null,
  content_key text not null,
  -- SHA-256 of the content: workers keep compiled templates by it.
  content_hash text not null,
  problems jsonb not null default '[]',
  date timestamptz not null default now(),
  version integer not null default 1,
  deleted_at timestamptz,
  primary key (account_id, id)
);
call isolate_by_account('document_templates');
create unique index one_template_of_a_name on document_templates (account_id, lower(normalize(name)))
  where deleted_at is null;
alter table documents add foreign key (account_id, template_id) references document_templates;

-- Content that was replaced, kept for 30 days.
create table earlier_contents (
  account_id uuid not null references accounts,
  id uuid not null default gen_random_uuid(),
  document_id uuid,
  template_id uuid,
  content_key text not null,
  size bigint not null,
  replaced_at timestamptz not null default now(),
  primary key (account_id, id),
  check (num_nonnulls(document_id, template_id) = 1),
  foreign key (account_id, document_id) references documents,
  foreign key (account_id, template_id) references document_templates
);
call isolate_by_account('earlier_contents');
create index earlier_contents_of_document on earlier_contents (account_id, document_id);
create index earlier_contents_of_template on earlier_contents (account_id, template_id);
