-- The IATA code of an airport, where it is not the last three letters of its UN/LOCODE. The list that ships with the
-- product fills it at the next start.
alter table world_ports add column iata_code text;
