-- How a person likes the screens: theirs alone, on whatever machine they sign in.
create table user_preferences (
  account_id uuid not null,
  user_id uuid not null,
  preferences jsonb not null,
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references users
);
alter table user_preferences enable row level security;
create policy own_preferences on user_preferences
  using (account_id = (select current_account()) and user_id = (select current_app_user()))
  with check (account_id = (select current_account()) and user_id = (select current_app_user()));
grant select, insert, update on user_preferences to lading_app;
