-- A mail that a company sends, most often to the people of a job. What left, or waits to, is the message in the
-- file store, byte for byte; the rows say to whom, by whom and what became of it.
create table mails (
  account_id uuid not null references accounts,
  -- The browser's: one press of the button, one mail.
  id uuid not null,
  job_id uuid,
  kind text not null check (kind in ('job', 'test', 'invitation', 'summary')),
  subject text not null,
  -- As it was written; the message holds it as plain text and as HTML.
  body text not null,
  sender_name text not null,
  sender_address text not null,
  reply_to text,
  message_id text not null,
  message_key text not null,
  message_size bigint not null,
  -- SHA-256 of what was asked for: tells a repeated call from another one with the same id.
  request_hash text not null,
  state text not null check (state in (
    'waiting', 'sending', 'sent', 'partly', 'refused', 'givenUp', 'uncertain', 'notSent')),
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  -- Why it is not sent (yet), for people.
  trouble text,
  -- The attempt under way: the number of the advisory lock that its worker holds as long as it lives. It stays
  -- on what became uncertain, so that a worker that had only lost its database may still tell what it knows.
  sending_by bigint,
  -- Set before the message's bytes are handed over: from then on it may have arrived.
  handed_over_at timestamptz,
  -- [{field, date, replace, outcome}] in the contract's words.
  stamps jsonb not null default '[]',
  made_by uuid,
  made_at timestamptz not null default now(),
  sent_at timestamptz,
  version integer not null default 1,
  -- What the company's search looks at: subject, names and addresses in lower case.
  search_text text not null,
  primary key (account_id, id),
  foreign key (account_id, job_id) references jobs,
  foreign key (account_id, made_by) references users,
  check ((state = 'waiting') = (next_attempt_at is not null)),
  check (state <> 'sending' or sending_by is not null)
);
call isolate_by_account('mails');
create index mails_of_job on mails (account_id, job_id, made_at) where job_id is not null;
create index mails_by_time on mails (account_id, made_at, id);
create index mails_under_way on mails (next_attempt_at) where state in ('waiting', 'sending');

create table mail_recipients (
  account_id uuid not null,
  mail_id uuid not null,
  position integer not null,
  kind text not null check (kind in ('to', 'cc', 'bcc')),
  name text,
  address text not null,
  state text not null check (state in ('waiting', 'sent', 'refused', 'givenUp', 'uncertain', 'notSent')),
  -- What the mail server answered last, in its own words.
  reply text,
  primary key (account_id, mail_id, position),
  foreign key (account_id, mail_id) references mails on delete cascade
);
call isolate_by_account('mail_recipients');

-- What a mail carried; the bytes stand in its message.
create table mail_attachments (
  account_id uuid not null,
  id uuid not null,
  mail_id uuid not null,
  position integer not null,
  name text not null,
  media_type text not null,
  size bigint not null,
  -- From where it came; plain ids, since a document may go and the mail stays as it was.
  document_id uuid,
  template_id uuid,
  primary key (account_id, id),
  unique (account_id, mail_id, position),
  foreign key (account_id, mail_id) references mails on delete cascade
);
call isolate_by_account('mail_attachments');

create table mail_settings (
  account_id uuid primary key references accounts,
  -- The history names every record by its id.
  id uuid not null generated always as (account_id) stored,
  sender_name text,
  reply_to text,
  version integer not null default 1
);
call isolate_by_account('mail_settings');
create trigger history after insert or update or delete on mail_settings
  for each row execute function record_history('');

-- The history tells that a mail was written and what became of it, not each step in between.
create function record_mail_history() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  insert into history (account_id, user_id, record_type, record_id, job_id, version, changes, address, user_agent)
  values (
    new.account_id, current_app_user(), 'mails', new.id, new.job_id, new.version,
    case when tg_op = 'INSERT'
      then jsonb_build_object(
        'subject', jsonb_build_array(null, new.subject), 'state', jsonb_build_array(null, new.state))
      else jsonb_build_object('state', jsonb_build_array(nullif(old.state, 'sending'), new.state)) end,
    nullif(current_setting('app.address', true), ''), nullif(current_setting('app.user_agent', true), ''));
  return null;
end $$;
revoke execute on function record_mail_history() from public;
create trigger history_of_making after insert on mails
  for each row execute function record_mail_history();
create trigger history_of_outcome after update of state on mails
  for each row when (old.state is distinct from new.state and new.state not in ('waiting', 'sending'))
  execute function record_mail_history();

-- Messages of the product itself, such as links to choose a password: they belong to no company, like the
-- identities that they are sent to, and go once they are sent, since whoever reads their link may use it.
create table product_mails (
  id uuid primary key default gen_random_uuid(),
  recipient text not null,
  subject text not null,
  -- The exact message, sealed where a key is configured; null once it is not needed any more.
  message text,
  state text not null default 'waiting' check (state in (
    'waiting', 'sending', 'sent', 'refused', 'givenUp', 'uncertain')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  trouble text,
  sending_by bigint,
  handed_over_at timestamptz,
  made_at timestamptz not null default now()
);
grant select, insert, update, delete on product_mails to lading_app;
create index product_mails_under_way on product_mails (next_attempt_at) where state in ('waiting', 'sending');

-- The queue belongs to the owner. A mail's job is put into it in the transaction that made the mail; a mail that
-- is put in again replaces its earlier place.
create function enqueue_mail(of_mail uuid, at timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform graphile_worker.add_job(
    'send-mail', json_build_object('account', m.account_id, 'mail', m.id),
    run_at := at, max_attempts := 3, job_key := 'mail:' || m.account_id || ':' || m.id)
  from mails m where m.account_id = current_account() and m.id = of_mail and m.state = 'waiting';
end $$;
create function enqueue_product_mail(of_mail uuid, at timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform graphile_worker.add_job(
    'send-product-mail', json_build_object('mail', m.id),
    run_at := at, max_attempts := 3, job_key := 'product-mail:' || m.id)
  from product_mails m where m.id = of_mail and m.state = 'waiting';
end $$;

-- Mails of every company that are due and that the queue has lost sight of (its worker was killed), or that
-- somebody is sending or was when killed. Only their ids, for the worker that looks after them.
create function neglected_mails(since interval, at_most integer)
returns table (account_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select m.account_id, m.id from mails m
  where (m.state = 'waiting' and m.next_attempt_at < now() - since) or m.state = 'sending'
  order by m.next_attempt_at nulls first
  limit at_most
$$;
revoke execute on function enqueue_mail(uuid, timestamptz), enqueue_product_mail(uuid, timestamptz),
  neglected_mails(interval, integer) from public;
grant execute on function enqueue_mail(uuid, timestamptz), enqueue_product_mail(uuid, timestamptz),
  neglected_mails(interval, integer) to lading_app;
