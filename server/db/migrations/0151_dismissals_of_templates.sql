-- Texts on a template's page that a person said are no field, and where they stood: they are not proposed again.
alter table document_templates add column dismissals jsonb not null default '[]';
