-- Until when documents, the verified gross mass and the cargo must be there, on the clock of the port: it has no time zone.
alter table jobs
  add column documents_cut_off timestamp,
  add column vgm_cut_off timestamp,
  -- At the container yard or freight station.
  add column cargo_cut_off timestamp;
