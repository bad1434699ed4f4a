-- A file that came with a note is a document of the note's job like any other, and stands below the note's text besides.
-- It stays where the note is deleted, and belongs to it again when the note comes back: so no key binds them.
alter table documents add column note_id uuid;
create index documents_of_notes on documents (account_id, note_id) where note_id is not null;
