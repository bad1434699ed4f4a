-- A token acts for a person of the company: it has no more than that person's present role, and ends with their
-- access. At first that is its maker; when their access is taken away, the Administrator who keeps the token.
alter table api_tokens
  add column responsible_id uuid,
  -- Held before this rule: until then it works with its own role, whatever became of its maker.
  add column unbound_until timestamptz,
  -- The upgrade gave it an end; Administrators are asked whether it is still needed.
  add column to_review boolean not null default false,
  add foreign key (account_id, responsible_id) references users;
create index api_tokens_by_responsible on api_tokens (account_id, responsible_id);

-- What people decide about a token; its use is not history. A token that is made or revoked is a user's row.
create function record_token_history() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  insert into history (account_id, user_id, record_type, record_id, changes, address, user_agent)
  select new.account_id, current_app_user(), 'api_tokens', new.id,
    jsonb_object_agg(field, jsonb_build_array(old_value, new_value)),
    nullif(current_setting('app.address', true), ''), nullif(current_setting('app.user_agent', true), '')
  from (values
    ('expires_on', to_jsonb(company_day(old.expires_at)), to_jsonb(company_day(new.expires_at))),
    ('responsible_id', to_jsonb(old.responsible_id), to_jsonb(new.responsible_id)))
    as fields (field, old_value, new_value)
  where old_value is distinct from new_value
  having count(*) > 0;
  return null;
end $$;
revoke execute on function record_token_history() from public;

update api_tokens set responsible_id = created_by;
create trigger history after update of expires_at, responsible_id on api_tokens
  for each row execute function record_token_history();

-- Tokens that the new rules would end or weaken go on as they are for 90 days.
with bound as (
  select t.account_id, t.id,
    u.id is null or u.deactivated_at is not null as is_orphan,
    array_position(array['viewer', 'staff', 'administrator'], u.role)
      < array_position(array['viewer', 'staff', 'administrator'], own.role) as is_above
  from api_tokens t
  join users own on own.account_id = t.account_id and own.id = t.id
  left join users u on u.account_id = t.account_id and u.id = t.created_by
  where t.expires_at is null or t.expires_at > now()
)
update api_tokens t set
  expires_at = case
    when t.expires_at is null or bound.is_orphan then least(t.expires_at, now() + interval '90 days')
    else t.expires_at end,
  unbound_until = case when bound.is_orphan or bound.is_above then now() + interval '90 days' end,
  to_review = true
from bound
where bound.account_id = t.account_id and bound.id = t.id
  and (t.expires_at is null or bound.is_orphan or bound.is_above);
alter table api_tokens alter column expires_at set not null;

-- The role with which a token acts at this moment; null for one that is over, and for another company's while a
-- session is open.
create function api_token_role(of_account uuid, of_token uuid) returns text
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select case
      when t.unbound_until > now() then own.role
      when u.deactivated_at is null and exists (
        select from memberships m where m.account_id = u.account_id and m.user_id = u.id) then
        (array['viewer', 'staff', 'administrator'])[least(
          array_position(array['viewer', 'staff', 'administrator'], own.role),
          array_position(array['viewer', 'staff', 'administrator'], u.role))]
    end
  from api_tokens t
  join users own on own.account_id = t.account_id and own.id = t.id
  left join users u on u.account_id = t.account_id and u.id = t.responsible_id
  where t.account_id = of_account and of_account = coalesce(current_account(), of_account) and t.id = of_token and t.expires_at > now()
    and own.deactivated_at is null and (u.id is not null or t.unbound_until > now())
$$;
revoke execute on function api_token_role(uuid, uuid) from public;
grant execute on function api_token_role(uuid, uuid) to lading_app;

-- As before; a program acts with what its token has at this moment.
create or replace function open_session(wanted_subject text)
returns table (account_id uuid, user_id uuid, role text, adjustments jsonb, is_active boolean)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  is_token boolean := starts_with(wanted_subject, 'api-token:');
begin
  return query
    select u.account_id, u.id, coalesce(acting.role, u.role), a.adjustments,
      u.deactivated_at is null and (acting.role is not null or not is_token)
    from memberships m
    join users u on u.account_id = m.account_id and u.id = m.user_id
    left join role_adjustments a on a.account_id = m.account_id
    left join lateral (select api_token_role(u.account_id, u.id) as role) acting on is_token
    where m.subject = wanted_subject;
  if found then
    perform set_config('app.account_id', u.account_id::text, true),
            set_config('app.user_id', u.id::text, true)
    from memberships m join users u on u.account_id = m.account_id and u.id = m.user_id
    where m.subject = wanted_subject and u.deactivated_at is null
      and (not is_token or api_token_role(u.account_id, u.id) is not null);
  end if;
end $$;

-- Whose token it is and until when, of one that has expired too: who holds the secret may learn why it is refused.
create or replace function use_api_token(wanted_hash bytea) returns table (subject text, expires_at timestamptz)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  update api_tokens t set last_used_at = now()
  where t.token_hash = wanted_hash and t.expires_at > now();
  return query
    select u.subject, t.expires_at
    from api_tokens t join users u on u.account_id = t.account_id and u.id = t.id
    where t.token_hash = wanted_hash;
end $$;

-- As before; a program's token speaks for whoever is responsible for it.
create or replace function own_address_is_verified() returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select address_is_verified(person.subject, person.email)
  from users u
  left join api_tokens t on t.account_id = u.account_id and t.id = u.id
  join users person on person.account_id = u.account_id and person.id = coalesce(t.responsible_id, u.id)
  where u.account_id = current_account() and u.id = current_app_user()
$$;

-- What acted for somebody who leaves the company is over, also if they come back.
create function revoke_tokens_of_leaver() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  with gone as (
    delete from api_tokens t where t.account_id = new.account_id and t.responsible_id = new.id returning t.id
  )
  update users u set deactivated_at = now(), version = u.version + 1
  from gone where u.account_id = new.account_id and u.id = gone.id;
  return null;
end $$;
revoke execute on function revoke_tokens_of_leaver() from public;
create trigger revoke_tokens after update of joined_at on users
  for each row when (old.joined_at is not null and new.joined_at is null)
  execute function revoke_tokens_of_leaver();
