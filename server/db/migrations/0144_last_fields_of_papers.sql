-- What air waybills, letters of instruction, booking confirmations and delivery orders still need of a job.
alter table jobs
  -- Of the whole consignment, as the carrier and the terminal need to know it.
  add column handling_information text,
  -- In the company's currency. Null: no value declared, and no insurance by the carrier.
  add column value_for_carriage numeric(14, 4),
  add column value_for_customs numeric(14, 4),
  add column insurance_amount numeric(14, 4),
  -- Where containers are empty and where they are full: an export begins at the depot, an import ends there.
  add column empty_depot text,
  add column container_terminal text,
  -- Until when the delivery order is good.
  add column release_valid_until date,
  add column attached_documents text;
