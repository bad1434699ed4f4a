-- As search_jobs, the numbers of the jobs that hold a text, in no order: all other indexes of the list hold numbers.
-- `most`: no more than that; null: all.
create function numbers_holding(pattern text, most integer) returns setof bigint
language plpgsql stable rows 2000 security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  return query execute format(
    'select job_number from job_index where account_id = %L and search_text like %L %s',
    current_account(), pattern, case when most is null then '' else format('limit %s', most) end);
end $$;

-- The same for a text that many jobs hold: what is joined with so many rows is read whole and not looked up.
create function many_numbers_holding(pattern text) returns setof bigint
language plpgsql stable rows 100000 security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  return query select * from numbers_holding(pattern, null);
end $$;

drop function numbers_holding(text);
revoke execute on function numbers_holding(text, integer), many_numbers_holding(text) from public;
grant execute on function numbers_holding(text, integer), many_numbers_holding(text) to lading_app;
