-- A person who was added or invited is listed at once and belongs to the company from the day they accept.
alter table users
  -- null: has not accepted, declined, or left. Also kept while the person is in another company than their own.
  add column joined_at timestamptz,
  add column declined_at timestamptz,
  add column left_at timestamptz,
  add column invited_at timestamptz,
  -- null: founded the company, or joined by a claim of the sign-in provider.
  add column invited_by uuid,
  -- The person's sign-in was made when this company added them, so its Administrators may set its password.
  add column sign_in_made_here boolean not null default false,
  add foreign key (account_id, invited_by) references users;
create index users_by_subject on users (subject);
create index memberships_of_user on memberships (account_id, user_id);
create index users_waiting on users (lower(email)) where joined_at is null;

-- What was here before stays as it is and makes no history; people who never chose a password have yet to accept.
alter table users disable trigger history;
update users u set
  joined_at = case when i.subject is null or i.password_hash is not null then u.created_at end,
  invited_at = case when i.subject is not null and i.password_hash is null then u.created_at end,
  sign_in_made_here = true
from users same left join identity_users i on i.subject::text = same.subject
where same.account_id = u.account_id and same.id = u.id and u.subject not like 'api-token:%';
alter table users enable trigger history;
delete from memberships m using users u
where u.account_id = m.account_id and u.id = m.user_id
  and u.joined_at is null and u.subject not like 'api-token:%';

-- The addresses that people have proved to be theirs, by what the identity provider calls them.
create table verified_addresses (
  subject text not null,
  -- As the database folds it.
  address text not null,
  verified_at timestamptz not null default now(),
  primary key (subject, address)
);
call let_owner_see('verified_addresses');
insert into verified_addresses (subject, address)
select subject, lower(email) from users where joined_at is not null and email <> ''
union select subject::text, lower(email) from identity_users where password_hash is not null;

create function address_is_verified(person text, email text) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select exists (select from verified_addresses v where v.subject = person and v.address = lower(email))
$$;

create function note_verified_address(person text, email text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  insert into verified_addresses (subject, address) values (person, lower(email)) on conflict do nothing
$$;

-- Six digits that were sent to an address; only a hash is kept, and the fifth wrong try ends it.
create table address_codes (
  subject text primary key,
  address text not null,
  code_hash bytea not null,
  tries_left integer not null default 5,
  expires_at timestamptz not null
);

call let_owner_see('address_codes');

create function start_address_code(person text, email text, wanted_hash bytea, minutes integer) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  delete from address_codes where expires_at < now();
  insert into address_codes as c (subject, address, code_hash, expires_at)
  values (person, lower(email), wanted_hash, now() + make_interval(mins => minutes))
  on conflict (subject) do update set
    address = excluded.address, code_hash = excluded.code_hash, tries_left = 5, expires_at = excluded.expires_at
$$;

-- 'right', 'wrong', or 'none' where no code is good any more.
create function try_address_code(person text, email text, given_hash bytea) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  code address_codes;
begin
  update address_codes c set tries_left = tries_left - 1
  where c.subject = person and c.address = lower(email) and c.expires_at > now() and c.tries_left > 0
  returning * into code;
  if not found then
    return 'none';
  end if;
  if code.code_hash <> given_hash then
    return case when code.tries_left > 0 then 'wrong' else 'none' end;
  end if;
  delete from address_codes where subject = person;
  return 'right';
end $$;

-- Whether whoever the session is of has proved their address; a program's token speaks for who made it.
create function own_address_is_verified() returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select address_is_verified(person.subject, person.email)
  from users u
  left join api_tokens t on t.account_id = u.account_id and t.id = u.id
  join users person on person.account_id = u.account_id and person.id = coalesce(t.created_by, u.id)
  where u.account_id = current_account() and u.id = current_app_user()
$$;

-- The link of an invitation: only its hash is kept, and a new one takes the place of the earlier one.
create table invitation_links (
  account_id uuid not null,
  -- The invited person's.
  id uuid not null,
  secret_hash bytea not null,
  -- Sent by e-mail, so that whoever holds it reads that address.
  mailed boolean not null,
  expires_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, id) references users on delete cascade
);
call isolate_by_account('invitation_links');
-- Secrets of 256 bits, as those of API tokens.
create unique index invitation_links_by_hash on invitation_links (secret_hash);

-- Links that let their holder found a company where that is not open to everybody.
create table founding_links (
  secret_hash bytea primary key,
  -- For whom alone it is, as the database folds addresses; null: for the first company, until there is one.
  address text,
  expires_at timestamptz not null
);
call let_owner_see('founding_links');

create function make_founding_link(wanted_hash bytea, for_email text, days integer) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  delete from founding_links where expires_at < now() or (for_email is null and address is null);
  insert into founding_links (secret_hash, address, expires_at)
  values (wanted_hash, lower(for_email), now() + make_interval(days => days))
$$;

create function no_company_yet() returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$ select not exists (select from accounts) $$;

-- Without an address: whether it is good for anybody at all.
create function founding_link_is_good(wanted_hash bytea, by_email text default null) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select exists (
    select from founding_links l
    where l.secret_hash = wanted_hash and l.expires_at > now()
      and case when l.address is null then no_company_yet()
               else by_email is null or l.address = lower(by_email) end)
$$;

-- Called in the transaction that founds the company, before it does; a failure keeps the link.
create function use_founding_link(wanted_hash bytea, by_email text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  is_good boolean;
begin
  perform from founding_links l where l.secret_hash = wanted_hash for update;
  is_good := founding_link_is_good(wanted_hash, by_email);
  if is_good then
    delete from founding_links l where l.secret_hash = wanted_hash;
  end if;
  return is_good;
end $$;

-- Whether a person of that id can act in the company at this moment: joined, with access, and not away in another.
create function is_present(wanted_account uuid, wanted_user uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select exists (
    select from memberships m join users u on u.account_id = m.account_id and u.id = m.user_id
    where m.account_id = wanted_account and m.user_id = wanted_user
      and u.joined_at is not null and u.deactivated_at is null and u.subject not like 'api-token:%')
$$;

-- Who else has chosen the password of a sign-in, as a person of their company; null: whoever signs in by it.
alter table identity_users add column password_chosen_by uuid;

-- Whether a company may rely on it that a sign-in is used by its person alone: whoever knows the password beside them
-- is present in that company, and has that role or a higher one.
create function password_is_trusted(person text, of_account uuid, wanted_role text) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select not exists (
    select from identity_users i
    where i.subject = case when person ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then person::uuid end
      and i.password_chosen_by is not null
      and not exists (
        select from users u
        where u.account_id = of_account and u.id = i.password_chosen_by and is_present(u.account_id, u.id)
          and array_position(array['viewer', 'staff', 'administrator'], u.role)
            >= array_position(array['viewer', 'staff', 'administrator'], wanted_role)))
$$;

-- Whether the person has yet to choose a password of their own.
create function password_is_others(person text) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select exists (
    select from identity_users i
    where i.subject = case when person ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then person::uuid end
      and i.password_chosen_by is not null)
$$;

-- The sign-ins that led into a company stand among that company's.
create function adopt_sign_ins(person text, of_account uuid, of_user uuid, since timestamptz) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  update sign_in_events e set account_id = of_account, user_id = of_user
  where e.account_id is null and e.at >= since and e.subject = person
$$;

-- The invitations that a person may accept or decline: made for the sign-in that the company gave them, or for an
-- address that they have proved, or shown by the link that came there. Companies in which nobody is left who could
-- receive them invite nobody.
create function waiting_invitations(person text, person_email text, link bytea default null)
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
    and exists (select from users c where c.account_id = u.account_id and is_present(c.account_id, c.id))
  order by coalesce(u.invited_at, u.created_at) desc, u.id
$$;

create function address_is_invited(wanted_email text) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select exists (
    select from users u
    where lower(u.email) = lower(wanted_email) and u.joined_at is null and u.declined_at is null
      and u.left_at is null and u.deactivated_at is null and u.subject not like 'api-token:%')
$$;

create function invitation_of_link(link bytea)
returns table (account_id uuid, company text, invited_by text, email text, role text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select u.account_id, a.name, inviter.display_name, u.email, u.role
  from invitation_links l
  join users u on u.account_id = l.account_id and u.id = l.id
  join accounts a on a.id = u.account_id
  left join users inviter on inviter.account_id = u.account_id and inviter.id = u.invited_by
  where l.secret_hash = link and l.expires_at > now()
    and u.joined_at is null and u.declined_at is null and u.left_at is null and u.deactivated_at is null
$$;

-- Serialises what one person does about companies, and then companies in one order.
create function lock_companies(person text, other uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(person, 0));
  perform from accounts a
  where a.id in (select m.account_id from memberships m where m.subject = person union all select other)
  order by a.id for no key update;
end $$;

-- Whether anybody but this person can act in the company.
create function others_present(of_account uuid, but uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select exists (
    select from users u where u.account_id = of_account and u.id <> but and is_present(u.account_id, u.id))
$$;

-- From here on whatever the transaction changes stands in this company's history under this person's name.
create function enter_as(of_account uuid, of_user uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  select set_config('app.account_id', of_account::text, true), set_config('app.user_id', of_user::text, true)
$$;

create function take_to(person text, of_account uuid, of_user uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  insert into memberships (subject, account_id, user_id) values (person, of_account, of_user)
  on conflict (subject) do update set account_id = excluded.account_id, user_id = excluded.user_id
$$;

-- 'accepted', 'none' where no such invitation waits for this person, 'in company' where they must leave theirs first.
create function accept_invitation(person text, person_email text, person_name text, link bytea, wanted uuid)
returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  waiting record;
  present record;
begin
  select w.account_id into waiting from waiting_invitations(person, person_email, link) w where w.id = wanted;
  if not found then
    return 'none';
  end if;
  perform lock_companies(person, waiting.account_id);
  select * into waiting from waiting_invitations(person, person_email, link) w where w.id = wanted;
  if not found then
    return 'none';
  end if;
  select m.account_id, m.user_id into present from memberships m where m.subject = person;
  if found and is_present(present.account_id, present.user_id)
      and others_present(present.account_id, present.user_id) then
    return 'in company';
  end if;
  if waiting.by_mailed_link then
    perform note_verified_address(person, person_email);
  end if;
  perform enter_as(waiting.account_id, wanted);
  update users u set subject = 'invitation:' || u.id
  where u.account_id = waiting.account_id and u.subject = person and u.id <> wanted;
  update users u set
    subject = person,
    display_name = coalesce(nullif(person_name, ''), u.display_name),
    joined_at = now(),
    version = u.version + 1,
    sign_in_made_here = u.sign_in_made_here and u.subject = person
  where u.account_id = waiting.account_id and u.id = wanted;
  perform take_to(person, waiting.account_id, wanted);
  perform adopt_sign_ins(person, waiting.account_id, wanted, coalesce(u.invited_at, u.created_at))
  from users u where u.account_id = waiting.account_id and u.id = wanted;
  delete from invitation_links l where l.account_id = waiting.account_id and l.id = wanted;
  return 'accepted';
end $$;

create function decline_invitation(person text, person_email text, link bytea, wanted uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  waiting record;
begin
  select * into waiting from waiting_invitations(person, person_email, link) w where w.id = wanted;
  if not found then
    return false;
  end if;
  perform enter_as(waiting.account_id, wanted);
  update users u set declined_at = now(), subject = 'invitation:' || u.id, sign_in_made_here = false,
    version = u.version + 1
  where u.account_id = waiting.account_id and u.id = wanted and u.joined_at is null and u.declined_at is null;
  delete from invitation_links l where l.account_id = waiting.account_id and l.id = wanted;
  return true;
end $$;

-- The company that a person comes back to: one that they have joined and are away from.
create function own_company(person text, but uuid) returns table (account_id uuid, user_id uuid, company text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select u.account_id, u.id, a.name from users u join accounts a on a.id = u.account_id
  where u.subject = person and u.account_id is distinct from but
    and u.joined_at is not null and u.deactivated_at is null
  order by u.joined_at desc, u.id limit 1
$$;

-- Whoever loses access to the company of the session is back in the one that they are away from, if there is one.
create function send_home(of_user uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  person text;
  back record;
begin
  select m.subject into person from memberships m where m.account_id = current_account() and m.user_id = of_user;
  select * into back from own_company(person, current_account());
  if found then
    perform take_to(person, back.account_id, back.user_id);
  end if;
end $$;

-- 'left'; 'none' where the person is in no company; 'alone' where nobody would be left to open it and the person has
-- no other; 'last administrator'.
create function leave_company(person text) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  present record;
  back record;
  has_access boolean;
begin
  perform lock_companies(person, null);
  select m.account_id, m.user_id, u.role into present
  from memberships m join users u on u.account_id = m.account_id and u.id = m.user_id where m.subject = person;
  if not found then
    return 'none';
  end if;
  has_access := is_present(present.account_id, present.user_id);
  select * into back from own_company(person, present.account_id);
  if has_access and not others_present(present.account_id, present.user_id) then
    if back.account_id is null then
      return 'alone';
    end if;
    -- A company without anybody else is kept for whoever leaves it.
    perform take_to(person, back.account_id, back.user_id);
    return 'left';
  end if;
  -- As those who change roles do, so that no two of them think of each other as the one who stays.
  perform from users u where u.account_id = present.account_id and u.role = 'administrator' order by u.id for update;
  if has_access and present.role = 'administrator' and not exists (
      select from users u where u.account_id = present.account_id and u.id <> present.user_id
        and u.role = 'administrator' and is_present(u.account_id, u.id)) then
    return 'last administrator';
  end if;
  perform enter_as(present.account_id, present.user_id);
  update users u set joined_at = null, left_at = now(), subject = 'invitation:' || u.id, sign_in_made_here = false,
    version = u.version + 1
  where u.account_id = present.account_id and u.id = present.user_id;
  if back.account_id is null then
    delete from memberships m where m.subject = person;
  else
    perform take_to(person, back.account_id, back.user_id);
  end if;
  return 'left';
end $$;

-- Whether the company's Administrators may set this person's password: it made the sign-in, and the person has none
-- of another company's.
create function may_set_password(of_user uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select exists (
    select from users u
    where u.account_id = current_account() and u.id = of_user and u.joined_at is not null and u.sign_in_made_here
      and not exists (
        select from users o where o.subject = u.subject and o.account_id <> u.account_id and o.joined_at is not null))
$$;

-- Whether a sign-in may be made over to whoever proves its address: nobody has proved it, and nobody has joined a
-- company by it.
create function sign_in_is_unclaimed(person text, email text) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select not address_is_verified(person, email)
    and not exists (select from users u where u.subject = person and u.joined_at is not null)
$$;

-- The owner of an address has shown up at a sign-in that somebody had made for it. What was accepted in their name
-- before waits for their own answer, but for a company that would have no Administrator then. `anew`: by signing up,
-- so that no company has made the sign-in any more.
create function claim_sign_in(person text, email text, anew boolean) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  present record;
  back record;
begin
  if anew then
    update users u set sign_in_made_here = false where u.subject = person and u.sign_in_made_here;
  end if;
  if address_is_verified(person, email) then
    return;
  end if;
  perform note_verified_address(person, email);
  select m.account_id, m.user_id, u.role into present
  from memberships m join users u on u.account_id = m.account_id and u.id = m.user_id
  where m.subject = person and u.invited_by is not null and u.joined_at is not null;
  if not found then
    return;
  end if;
  perform lock_companies(person, null);
  perform from users u where u.account_id = present.account_id and u.role = 'administrator' order by u.id for update;
  if not exists (
      select from users u where u.account_id = present.account_id and u.id <> present.user_id
        and u.role = 'administrator' and is_present(u.account_id, u.id)) then
    return;
  end if;
  perform enter_as(present.account_id, present.user_id);
  update users u set joined_at = null, version = u.version + 1
  where u.account_id = present.account_id and u.id = present.user_id;
  select * into back from own_company(person, present.account_id);
  if found then
    perform take_to(person, back.account_id, back.user_id);
  else
    delete from memberships m where m.subject = person;
  end if;
end $$;

-- The company that a value of the sign-in provider's claim stands for.
alter table accounts add column claim_value text unique;

create or replace function register_account(
  new_account uuid, wanted_subject text, email text, display_name text, company text
) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  new_user uuid := gen_random_uuid();
begin
  perform pg_advisory_xact_lock(hashtextextended(wanted_subject, 0));
  if exists (select from memberships m where m.subject = wanted_subject) then
    return false;
  end if;
  insert into accounts (id, name) values (new_account, company);
  perform enter_as(new_account, new_user);
  insert into users (account_id, id, subject, display_name, email, role, joined_at, sign_in_made_here)
  values (new_account, new_user, wanted_subject, display_name, email, 'administrator', now(), true);
  insert into memberships (subject, account_id, user_id) values (wanted_subject, new_account, new_user);
  perform adopt_sign_ins(wanted_subject, new_account, new_user, now() - interval '1 day');
  insert into company_settings (account_id) values (new_account);
  return true;
end $$;

-- Gives the company of the session, which was just founded, to everybody with this value of the claim.
create function claim_company(value text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$ update accounts set claim_value = value where id = current_account() $$;

-- Takes a person into the company that their claim stands for; 'none' where there is no such company yet.
create function join_by_claim(
  value text, person text, person_email text, person_name text, wanted_role text
) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  target uuid;
  known uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('claim:' || value, 0));
  select a.id into target from accounts a where a.claim_value = value;
  if not found then
    return 'none';
  end if;
  perform pg_advisory_xact_lock(hashtextextended(person, 0));
  if exists (select from memberships m where m.subject = person) then
    return 'in company';
  end if;
  -- Whoever was listed by their address before, or had left, becomes the same person again.
  select u.id into known from users u
  where u.account_id = target and u.joined_at is null
    and (u.subject = person or (lower(u.email) = lower(person_email) and address_is_verified(person, person_email)))
  order by u.subject = person desc, u.created_at limit 1 for update;
  perform enter_as(target, coalesce(known, gen_random_uuid()));
  if known is null then
    insert into users (account_id, id, subject, display_name, email, role, joined_at)
    values (target, current_app_user(), person, person_name, person_email, wanted_role, now());
  else
    update users u set subject = person, joined_at = now(), declined_at = null, left_at = null,
      version = u.version + 1
    where u.account_id = target and u.id = known;
    delete from invitation_links l where l.account_id = target and l.id = known;
  end if;
  perform take_to(person, target, current_app_user());
  return 'joined';
end $$;

-- Summaries go to those alone who are in the company at that moment.
create or replace function due_summaries()
returns table (account_id uuid, user_id uuid, day date)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select s.account_id, s.user_id, (now() at time zone s.time_zone)::date
  from morning_summaries s
  where is_present(s.account_id, s.user_id)
    and extract(hour from now() at time zone s.time_zone) >= s.hour
    and (s.last_day is null or s.last_day < (now() at time zone s.time_zone)::date)
$$;

-- A link to choose a password that was sent proves the address; one that was shown to somebody else does not.
alter table identity_links add column proves_address boolean not null default false;

-- As before; also whoever is listed by it stays.
create or replace function forget_identity(person uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  delete from identity_users i
  where i.subject = person and not exists (select from users u where u.subject = person::text)
$$;

-- What the list leaves out only other functions call.
revoke execute on function lock_companies(text, uuid), others_present(uuid, uuid), enter_as(uuid, uuid),
  take_to(text, uuid, uuid), adopt_sign_ins(text, uuid, uuid, timestamptz) from public;
do $$
declare
  called text;
  by_sign_in text[] := array[
    'address_is_verified(text, text)', 'start_address_code(text, text, bytea, integer)',
    'try_address_code(text, text, bytea)', 'founding_link_is_good(bytea, text)', 'address_is_invited(text)',
    'sign_in_is_unclaimed(text, text)', 'claim_sign_in(text, text, boolean)'];
  by_product text[] := array[
    'address_is_verified(text, text)', 'note_verified_address(text, text)',
    'start_address_code(text, text, bytea, integer)', 'try_address_code(text, text, bytea)',
    'own_address_is_verified()', 'make_founding_link(bytea, text, integer)', 'no_company_yet()',
    'founding_link_is_good(bytea, text)', 'use_founding_link(bytea, text)', 'is_present(uuid, uuid)',
    'waiting_invitations(text, text, bytea)', 'invitation_of_link(bytea)',
    'accept_invitation(text, text, text, bytea, uuid)', 'decline_invitation(text, text, bytea, uuid)',
    'own_company(text, uuid)', 'password_is_trusted(text, uuid, text)', 'password_is_others(text)', 'send_home(uuid)', 'leave_company(text)', 'may_set_password(uuid)', 'claim_company(text)',
    'join_by_claim(text, text, text, text, text)'];
begin
  foreach called in array by_sign_in || by_product loop
    execute format('revoke execute on function %s from public', called);
  end loop;
  foreach called in array by_sign_in loop
    execute format('grant execute on function %s to lading_sign_in', called);
  end loop;
  foreach called in array by_product loop
    execute format('grant execute on function %s to lading_app', called);
  end loop;
end $$;
