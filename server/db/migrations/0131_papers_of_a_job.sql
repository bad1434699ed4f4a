-- What bills of lading, waybills, quotations and deadlines need of a job besides its first fields.
alter table jobs
  add column place_of_receipt text,
  add column place_of_delivery text,
  -- Incoterms 2020, by its place in the list that people choose from.
  add column incoterm integer,
  add column incoterm_place text,
  -- 0 prepaid, 1 collect.
  add column freight_payment integer,
  add column freight_payable_at text,
  add column number_of_originals integer,
  add column place_of_issue text,
  add column issued_on date,
  add column on_board_on date,
  -- How a carrier by sea takes over and hands over a container: CY/CY and its like, by its place in the list.
  add column service integer,
  add column departed_on date,
  add column arrived_on date,
  add column free_days integer,
  add column valid_until date;
