-- What a generated document was made from, beside its template's and job's versions: by it people are told when
-- the document would come out differently now, and in what.
create table document_sources (
  account_id uuid not null references accounts,
  document_id uuid not null,
  -- SHA-256 of the template's content.
  template_hash text not null,
  -- The texts that the document prints, by field name, and of each list a hash of its rows.
  printed jsonb not null,
  primary key (account_id, document_id),
  foreign key (account_id, document_id) references documents on delete cascade
);
call isolate_by_account('document_sources');
