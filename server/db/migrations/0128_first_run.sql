-- How a date such as 03/04/2026 is read, typed or in a spreadsheet; null: as the company's country writes it.
alter table company_settings add column date_order text check (date_order in ('dmy', 'mdy', 'ymd'));

-- The page of the starter templates that nobody has changed, and of printed lists; null: A4.
alter table company_settings add column paper_size text check (paper_size in ('A4', 'Letter'));

-- An export and an import of the company are nobody's own: they hold everybody's preferences.
create policy company_preferences on user_preferences
  using (account_id = (select current_account()) and (select current_app_user()) is null)
  with check (account_id = (select current_account()) and (select current_app_user()) is null);
