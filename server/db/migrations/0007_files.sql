-- SHA-256 of the content: tells a repeated upload from another file.
alter table documents add column content_hash text not null;

-- Written before bytes arrive and removed in the transaction that keeps them, so that a file whose server
-- died in between is known and can be deleted.
create table started_uploads (
  account_id uuid not null references accounts,
  content_key text not null,
  started_at timestamptz not null default now(),
  primary key (account_id, content_key)
);
call isolate_by_account('started_uploads');

create index deleted_documents on documents (deleted_at) where deleted_at is not null;
create index deleted_templates on document_templates (deleted_at) where deleted_at is not null;
create index old_earlier_contents on earlier_contents (replaced_at);
create index old_started_uploads on started_uploads (started_at);

-- Nightly work belongs to no company and row-level security shows it nothing. It may see, of every company,
-- just the content whose time is over: the one rule stands here, and both functions below go by it.
create function expired_contents() returns table (account_id uuid, source text, id text, content_key text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select s.account_id, 'started_uploads', s.content_key, s.content_key
  from started_uploads s where s.started_at < now() - interval '1 day'
  union all
  select c.account_id, 'earlier_contents', c.id::text, c.content_key
  from earlier_contents c where c.replaced_at < now() - interval '30 days'
  union all
  select d.account_id, 'documents', d.id::text, d.content_key
  from documents d where d.deleted_at < now() - interval '30 days'
  union all
  select t.account_id, 'document_templates', t.id::text, t.content_key
  from document_templates t where t.deleted_at < now() - interval '30 days'
$$;

create function list_expired_contents(at_most integer)
returns table (account_id uuid, source text, id text, content_key text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select e.account_id, e.source, e.id, e.content_key from expired_contents() e
  -- What a document or template held earlier goes before the document or template itself.
  order by array_position(array['started_uploads', 'earlier_contents', 'documents'], e.source) nulls last
  limit at_most
$$;

-- To be called once the file is deleted.
create function forget_expired_content(of_account uuid, of_source text, of_id text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  if not exists (
    select from expired_contents() e
    where e.account_id = of_account and e.source = of_source and e.id = of_id
  ) then
    return;
  end if;
  if of_source = 'started_uploads' then
    delete from started_uploads s where s.account_id = of_account and s.content_key = of_id;
  elsif of_source = 'earlier_contents' then
    delete from earlier_contents c where c.account_id = of_account and c.id = of_id::uuid;
  elsif of_source = 'documents' then
    delete from documents d where d.account_id = of_account and d.id = of_id::uuid;
  else
    -- Documents stay when the template they were made from goes; history remembers which it was.
    update documents d set template_id = null where d.account_id = of_account and d.template_id = of_id::uuid;
    delete from document_templates t where t.account_id = of_account and t.id = of_id::uuid;
  end if;
end $$;

revoke execute on function expired_contents(), list_expired_contents(integer),
  forget_expired_content(uuid, text, text) from public;
grant execute on function list_expired_contents(integer), forget_expired_content(uuid, text, text) to lading_app;
