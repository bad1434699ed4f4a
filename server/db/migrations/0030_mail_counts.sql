-- To how many recipients a company writes, by the minute: what limits it must cost the same however many mails there are.
create table mail_counts (
  account_id uuid not null references accounts,
  minute timestamptz not null,
  recipients integer not null,
  primary key (account_id, minute)
);
call isolate_by_account('mail_counts');
