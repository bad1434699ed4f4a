-- What bills of lading, packing lists and dangerous goods declarations say of a line of cargo besides its first fields.
alter table items
  add column marks_and_numbers text,
  -- As it was typed, with its dots.
  add column hs_code text,
  -- Of one package, in the unit of the item: 0 centimetres, 1 inches; centimetres where none is chosen.
  add column length numeric(10, 3),
  add column width numeric(10, 3),
  add column height numeric(10, 3),
  add column dimension_unit smallint,
  -- In cubic metres; empty where nobody typed one: then it is that of the packages.
  add column volume numeric(13, 3),
  add column un_number text,
  -- By its place in the list that people choose from.
  add column hazard_class smallint,
  -- 0 I, 1 II, 2 III.
  add column packing_group smallint,
  add column proper_shipping_name text;
