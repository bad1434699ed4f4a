-- As with the mails of companies: whichever machine sends one, its log names the request that asked for it.
alter table product_mails add column request_id text;

create or replace function enqueue_product_mail(of_mail uuid, at timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform graphile_worker.add_job(
    'send-product-mail', json_build_object('mail', m.id, 'request', m.request_id),
    run_at := at, max_attempts := 3, job_key := 'product-mail:' || m.id)
  from product_mails m where m.id = of_mail and m.state = 'waiting';
end $$;
