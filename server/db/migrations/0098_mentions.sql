-- A note may mention people of the company: whom, and under which names they stand in its text. Both come back with a
-- note that was deleted.
alter table notes
  add column mentioned_ids uuid[] not null default '{}',
  add column mentioned_names text[] not null default '{}',
  add constraint mentions_have_names check (cardinality(mentioned_ids) = cardinality(mentioned_names));

create table note_mentions (
  account_id uuid not null,
  user_id uuid not null,
  note_id uuid not null,
  job_id uuid not null,
  written_at timestamptz not null,
  -- When the person opened the notes of the job; of one's own mention at once.
  read_at timestamptz,
  primary key (account_id, user_id, note_id),
  foreign key (account_id, note_id) references notes on delete cascade,
  foreign key (account_id, user_id) references users
);
comment on table note_mentions is 'Jobs: Whom a note mentions, and whether they have read it. Made from the note.';
call isolate_by_account('note_mentions');
create index note_mentions_of_note on note_mentions (account_id, note_id);
create index note_mentions_newest on note_mentions (account_id, user_id, written_at desc, note_id);
create index note_mentions_unread on note_mentions (account_id, user_id, job_id) where read_at is null;

create function follow_mentions() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  delete from note_mentions
  where account_id = new.account_id and note_id = new.id and user_id <> all (new.mentioned_ids);
  insert into note_mentions (account_id, user_id, note_id, job_id, written_at, read_at)
  select distinct new.account_id, mentioned, new.id, new.job_id,
    case tg_op when 'INSERT' then new.written_at else now() end,
    case when mentioned = new.author_id then now() end
  from unnest(new.mentioned_ids) as mentioned
  on conflict do nothing;
  return null;
end $$;
create trigger mentions_on_insert after insert on notes
  for each row when (new.mentioned_ids <> '{}') execute function follow_mentions();
create trigger mentions_on_update after update on notes
  for each row when (old.mentioned_ids is distinct from new.mentioned_ids) execute function follow_mentions();
