-- FSC and SSC are a rate per kilogram or a flat amount; a figure never stands without saying which.
alter table freight_charges
  add column fsc_basis text check (fsc_basis in ('perKg', 'flat')),
  add column ssc_basis text check (ssc_basis in ('perKg', 'flat'));

-- What was entered so far was flat, what history can put back too. The product only writes down what was so, which
-- is no change to tell.
alter table freight_charges disable trigger history;
update freight_charges f set
  fsc_basis = case when f.fsc is not null or held.fsc then 'flat' end,
  ssc_basis = case when f.ssc is not null or held.ssc then 'flat' end
from freight_charges stored
left join (
  select account_id, record_id, bool_or(changes ? 'fsc') as fsc, bool_or(changes ? 'ssc') as ssc
  from history
  where record_type = 'freight_charges' and changes ?| array['fsc', 'ssc']
  group by account_id, record_id
) held on held.account_id = stored.account_id and held.record_id = stored.id
where f.account_id = stored.account_id and f.id = stored.id
  and (f.fsc is not null or f.ssc is not null or held.record_id is not null);
alter table freight_charges enable trigger history;

alter table freight_charges
  add constraint fsc_has_basis check (fsc is null or fsc_basis is not null),
  add constraint ssc_has_basis check (ssc is null or ssc_basis is not null);

-- From this version on the amounts among the freight lines are in the totals that nobody typed, as contract/finance-totals.ts
-- adds them up. Each job whose total that changes is told so in its history, by the product.
insert into history (account_id, record_type, record_id, job_id, changes)
select
  account_id, 'finances', finance_id, job_id,
  jsonb_build_object('summed_total', jsonb_build_array(trim_scale(others), trim_scale(others + freight)))
from (
  select
    j.account_id, j.finance_id, j.id as job_id, j.job_number,
    round(
      (case when j.transport_mode is distinct from 0
         then coalesce(f.lcl, 0) + coalesce(f.fcl20, 0) + coalesce(f.fcl40, 0) else 0 end
       + case when j.transport_mode is distinct from 2
         then coalesce(f.fsc, 0) + coalesce(f.ssc, 0) else 0 end
       + case when j.transport_mode = 0 then coalesce(f.other_air_charges, 0) else 0 end
       + coalesce(f.other_freight_charges, 0)) * coalesce(f.exchange_rate, 1), 4) as freight,
    coalesce(round(
      coalesce(o.total,
        coalesce(o.bl_fee, 0) + coalesce(o.custom_clearance, 0) + coalesce(o.documentation, 0)
        + coalesce(o.handling, 0) + coalesce(o.other_charges, 0) + coalesce(o.pick_up, 0)
        + coalesce(o.port_charges, 0) + coalesce(o.thc, 0)) * coalesce(o.exchange_rate, 1), 4), 0)
    + coalesce(round(
      coalesce(d.total,
        coalesce(d.delivery_order, 0) + coalesce(d.documentation, 0) + coalesce(d.insurance, 0)
        + coalesce(d.other_destination_charges, 0) + coalesce(d.splitting, 0) + coalesce(d.thc, 0)
        + coalesce(d.yard_documentation, 0) + coalesce(d.yard_fed, 0) + coalesce(d.yard_r_and_d, 0))
      * coalesce(d.exchange_rate, 1), 4), 0) as others
  from jobs j
  join finances on finances.account_id = j.account_id and finances.id = j.finance_id and finances.total is null
  join freight_charges f on f.account_id = j.account_id and f.finance_id = j.finance_id and f.total is null
  left join origin_charges o
    on o.account_id = j.account_id and o.finance_id = j.finance_id and j.quote_type = 1
  left join destination_charges d on d.account_id = j.account_id and d.finance_id = j.finance_id
  where j.quote_type in (1, 2)
) totals
where freight <> 0
order by account_id, job_number;
