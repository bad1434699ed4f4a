-- Any job may be a template, under a name: it is offered where a job is created.
alter table jobs add column template_name text;
create index job_templates on jobs (account_id, job_number) where template_name is not null;
-- Which template was used last.
create index copies_of_job on jobs (account_id, copied_from_number, job_number) where copied_from_number is not null;
