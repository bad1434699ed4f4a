-- One row for each export of a company: the history tells of it, and one export runs at a time. Whoever exports says
-- again and again that it goes on, so that one which was killed stands in nobody's way for long.
create table company_exports (
  account_id uuid not null references accounts,
  id uuid not null,
  begun_at timestamptz not null default now(),
  begun_by uuid,
  alive_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, begun_by) references users
);
comment on table company_exports is 'Companies and people: Exports of a company, each with its beginning and its end.';
call isolate_by_account('company_exports');
revoke delete on company_exports from lading_app;
create trigger history after insert on company_exports
  for each row execute function record_history('');

-- A company that was imported has nobody in it. Its first Administrator comes by a link from the operator, which works
-- without anybody there who invites.
alter table invitation_links add column by_operator boolean not null default false;
revoke insert, update on invitation_links from lading_app;
grant insert (account_id, id, secret_hash, mailed, expires_at), update (secret_hash, mailed, expires_at)
  on invitation_links to lading_app;

create or replace function waiting_invitations(person text, person_email text, link bytea default null)
returns table (
  account_id uuid, id uuid, company text, invited_by text, email text, role text, invited_at timestamptz,
  by_mailed_link boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select u.account_id, u.id, a.name, inviter.display_name, u.email, u.role, coalesce(u.invited_at, u.created_at),
    coalesce(l.mailed, false)
  from users u
  join accounts a on a.id = u.account_id
  left join users inviter on inviter.account_id = u.account_id and inviter.id = u.invited_by
  left join invitation_links l
    on l.account_id = u.account_id and l.id = u.id and l.secret_hash = link and l.expires_at > now()
  where u.joined_at is null and u.declined_at is null and u.left_at is null and u.deactivated_at is null
    and u.subject not like 'api-token:%'
    and password_is_trusted(person, u.account_id, u.role)
    and (u.subject = person
      or (lower(u.email) = lower(person_email) and (l.id is not null or address_is_verified(person, person_email))))
    and not exists (select from memberships m where m.subject = person and m.account_id = u.account_id)
    and (coalesce(l.by_operator, false)
      or exists (select from users c where c.account_id = u.account_id and is_present(c.account_id, c.id)))
  order by coalesce(u.invited_at, u.created_at) desc, u.id
$$;
