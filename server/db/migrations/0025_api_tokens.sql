-- A program that calls the API is a user of the company without a sign-in: what it does stands in the history
-- under its name. Only the token's hash is kept.
create table api_tokens (
  account_id uuid not null references accounts,
  -- The user's id.
  id uuid not null,
  token_hash bytea not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, id) references users,
  foreign key (account_id, created_by) references users
);
call isolate_by_account('api_tokens');
-- Secrets of 256 bits: no two are alike, and nobody can ask for one that they do not have.
create unique index api_tokens_by_hash on api_tokens (token_hash);

-- Whose token it is; nothing for one that is unknown or has expired. No session is open yet.
create function use_api_token(wanted_hash bytea) returns table (subject text, expires_at timestamptz)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  update api_tokens t set last_used_at = now()
  where t.token_hash = wanted_hash and (t.expires_at is null or t.expires_at > now());
  return query
    select u.subject, t.expires_at
    from api_tokens t join users u on u.account_id = t.account_id and u.id = t.id
    where t.token_hash = wanted_hash and (t.expires_at is null or t.expires_at > now());
end $$;
revoke execute on function use_api_token(bytea) from public;
grant execute on function use_api_token(bytea) to lading_app;
