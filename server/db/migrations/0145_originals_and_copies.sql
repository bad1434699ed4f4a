-- Whether a document that a template made says that it is an original, a copy or a draft. Null: its template says none.
alter table documents
  add column original_or_copy text check (original_or_copy in ('original', 'copy', 'draft'));
