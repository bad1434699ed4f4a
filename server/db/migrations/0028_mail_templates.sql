-- A company's own e-mail templates, and the ready made ones that it has changed: those that stand as they came
-- have no row. A ready made template bears the same id in every company.
create table mail_templates (
  account_id uuid not null references accounts,
  id uuid not null,
  name text not null,
  purpose text not null,
  subject text not null,
  -- Plain text in the language of the Word templates.
  body text not null,
  -- Which parties of a job are addressed, by role; "customer" is whose business the job is.
  to_roles jsonb not null default '[]' check (jsonb_typeof(to_roles) = 'array'),
  cc_roles jsonb not null default '[]' check (jsonb_typeof(cc_roles) = 'array'),
  -- The date of the job that is proposed to be set when such a mail is sent, by its name on the wire.
  stamp text check (stamp in ('dettco', 'sisttao', 'dsttco')),
  version integer not null default 1,
  deleted_at timestamptz,
  deleted_by uuid,
  primary key (account_id, id)
);
call isolate_by_account('mail_templates');
create trigger history after insert or update or delete on mail_templates
  for each row execute function record_history('');

-- The document templates from which a mail's attachments are made.
create table mail_template_documents (
  account_id uuid not null,
  mail_template_id uuid not null,
  document_template_id uuid not null,
  position integer not null,
  primary key (account_id, mail_template_id, document_template_id),
  foreign key (account_id, mail_template_id) references mail_templates on delete cascade,
  foreign key (account_id, document_template_id) references document_templates on delete cascade
);
call isolate_by_account('mail_template_documents');
