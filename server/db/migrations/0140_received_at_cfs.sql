-- The day on which loose cargo was delivered to the container freight station.
alter table jobs add column received_at_cfs_on date;
