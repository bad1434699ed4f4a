-- What cannot be filled in an e-mail template's subject and text, found once and not at every reading. The key says
-- of which texts and by which catalogue it was found: a report of another key is made anew.
create table mail_template_reports (
  account_id uuid not null,
  mail_template_id uuid not null,
  key text not null,
  problems jsonb not null check (jsonb_typeof(problems) = 'array'),
  primary key (account_id, mail_template_id),
  foreign key (account_id, mail_template_id) references mail_templates on delete cascade
);
call isolate_by_account('mail_template_reports');
