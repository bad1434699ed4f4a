-- Which parties of a job get a blind copy. Servers of the last release leave it as it is.
alter table mail_templates
  add column bcc_roles jsonb not null default '[]' check (jsonb_typeof(bcc_roles) = 'array');
