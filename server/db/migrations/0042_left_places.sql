-- How many places of a template hold a placeholder that stays as it stands, such as a comment. Of the templates that
-- stand already it is not known until they are uploaded again; their reports tell them all the same.
alter table document_templates add column left_places integer not null default 0 check (left_places >= 0);
