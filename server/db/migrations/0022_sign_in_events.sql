-- Who did it, where that was somebody else: an Administrator who set a password.
alter table sign_in_events
  add column by_user_id uuid default current_app_user(),
  drop constraint sign_in_events_outcome_check,
  add constraint sign_in_events_outcome_check check (outcome in (
    'signed_up', 'signed_in', 'signed_in_by_recovery_code', 'wrong_password', 'wrong_code', 'refused_for_now',
    'password_link_sent', 'password_changed', 'password_set', 'name_changed', 'second_factor_on',
    'second_factor_off', 'recovery_codes_renewed', 'signed_out_everywhere'));
