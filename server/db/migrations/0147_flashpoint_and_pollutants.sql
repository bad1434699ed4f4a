-- What a declaration of dangerous goods says of a line of cargo besides class and packing group (IMDG Code, 5.4.1.4.3).
alter table items
  -- In degrees Celsius, closed cup.
  add column flashpoint numeric(4, 1),
  -- 0 no, 1 yes; empty where nobody has said.
  add column marine_pollutant smallint,
  -- 0 no, 1 yes; empty where nobody has said.
  add column limited_quantity smallint;
