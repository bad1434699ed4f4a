-- Beside its address a contact may be a person: who they are and what they do there.
alter table contacts add column name text, add column role text;
