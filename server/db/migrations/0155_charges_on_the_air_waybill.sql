-- What a house air waybill says of charges: "As agreed", or the figures of its boxes.
alter table jobs
  -- 0: as agreed, as where it is null; 1: shown.
  add column waybill_charges integer check (waybill_charges between 0 and 1),
  -- M, N, Q, C, R, S, numbered from 0. Null: by the job's freight charges.
  add column rate_class integer check (rate_class between 0 and 5),
  -- In the company's currency. The rate per kilogram, or with class M the minimum charge.
  add column waybill_rate numeric(14, 4),
  add column valuation_charge numeric(14, 4),
  add column waybill_tax numeric(14, 4),
  add column charges_due_agent numeric(14, 4),
  add column charges_due_carrier numeric(14, 4);
