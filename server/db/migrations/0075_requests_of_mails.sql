-- Whichever machine sends a mail, its log names the request that asked for it, after days of attempts too.
alter table mails add column request_id text;

create or replace function enqueue_mail(of_mail uuid, at timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform graphile_worker.add_job(
    'send-mail', json_build_object('account', m.account_id, 'mail', m.id, 'request', m.request_id),
    run_at := at, max_attempts := 3, job_key := 'mail:' || m.account_id || ':' || m.id)
  from mails m where m.account_id = current_account() and m.id = of_mail and m.state = 'waiting';
end $$;
