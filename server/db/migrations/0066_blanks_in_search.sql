-- A job is found whichever blanks, and however many in a row, were typed between two words: in a name that was pasted
-- with non-breaking ones, or a house number with two. The text that is searched has single plain ones.
create function fold_search_text() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  new.search_text := regexp_replace(new.search_text,
    '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g');
  return new;
end $$;

create trigger fold_search_text before insert or update of search_text on job_index for each row
  when (new.search_text ~ '\s\s|[\t\n\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]')
  execute function fold_search_text();

update job_index set search_text = search_text
where search_text ~ '\s\s|[\t\n\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]';
