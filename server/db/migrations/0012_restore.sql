-- Who took something away, so that others know whom to ask before they bring it back.
alter table documents add column deleted_by uuid;
alter table document_templates add column deleted_by uuid;
alter table earlier_contents
  add column replaced_by uuid default current_app_user(),
  -- Since when this content had stood when it was replaced; null for what was replaced before this was noted.
  add column date timestamptz;

create index deleted_documents_of_job on documents (account_id, job_id, deleted_at) where deleted_at is not null;
