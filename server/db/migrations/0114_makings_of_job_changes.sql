-- What an action makes for a job instead of changing its values: a copy, documents, an e-mail.
alter table job_change_jobs add column making jsonb;
comment on column job_change_jobs.making is 'What is made for this job: what the preview said of it, and afterwards what was made.';
