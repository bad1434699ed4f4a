-- Whoever is mentioned in a note is told so by e-mail, unless they have read it by then or want no such e-mails. Whether
-- they have read it and were told stays known while the note is deleted, so that it comes back as it was.
alter table note_mentions
  -- While its note is deleted.
  add column gone_at timestamptz,
  -- When an e-mail told of it. What was written before there were such e-mails counts as told.
  add column mailed_at timestamptz default now(),
  drop constraint note_mentions_account_id_note_id_fkey;
alter table note_mentions alter column mailed_at drop default;

alter table mails
  drop constraint mails_kind_check,
  add constraint mails_kind_check check (kind in ('job', 'test', 'invitation', 'summary', 'mention'));

drop index note_mentions_unread;
create index note_mentions_unread on note_mentions (account_id, user_id, job_id)
  where read_at is null and gone_at is null;
create index note_mentions_untold on note_mentions (written_at)
  where read_at is null and gone_at is null and mailed_at is null;

create or replace function follow_mentions() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  delete from note_mentions
  where account_id = new.account_id and note_id = new.id and user_id <> all (new.mentioned_ids);
  -- What one writes oneself one has read.
  insert into note_mentions (account_id, user_id, note_id, job_id, written_at, read_at)
  select distinct new.account_id, mentioned, new.id, new.job_id,
    case tg_op when 'INSERT' then new.written_at else now() end,
    case when mentioned in (new.author_id, current_person()) then now() end
  from unnest(new.mentioned_ids) as mentioned
  on conflict (account_id, user_id, note_id) do update set gone_at = null where note_mentions.gone_at is not null;
  return null;
end $$;

create function leave_mentions() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  update note_mentions set gone_at = now() where account_id = old.account_id and note_id = old.id;
  return null;
end $$;
create trigger mentions_on_delete after delete on notes
  for each row when (old.mentioned_ids <> '{}') execute function leave_mentions();

-- Who is to be told of a mention by e-mail: they had some minutes to read it. Of each company so many at a time that
-- none waits for another.
create function due_mentions(patience interval)
returns table (account_id uuid, user_id uuid, note_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select d.account_id, d.user_id, d.note_id
  from (
    select m.*, row_number() over (partition by m.account_id order by m.written_at) as place
    from note_mentions m
    where m.read_at is null and m.gone_at is null and m.mailed_at is null
      and m.written_at between now() - interval '1 day' and now() - patience
  ) as d
  left join user_preferences p on p.account_id = d.account_id and p.user_id = d.user_id
  where d.place <= 50 and coalesce((p.preferences->>'mentionMails')::boolean, true)
    and is_present(d.account_id, d.user_id)
  order by d.written_at
$$;
revoke execute on function due_mentions(interval) from public;
grant execute on function due_mentions(interval) to lading_app;
