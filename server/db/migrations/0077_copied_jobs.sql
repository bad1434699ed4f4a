-- A job may be the copy of another: the history says of which, and a repeated call finds what the first one made.
-- The number is kept, which no other job is ever given.
alter table jobs add column copied_from_number bigint;
