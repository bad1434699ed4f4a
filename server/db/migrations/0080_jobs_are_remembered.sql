-- A whole job is remembered by the revision of the company's data, as a page of the list is: all that it shows raises it.
call revise_account_by('items');
call revise_account_by('documents');
call revise_account_by('contacts');

-- A trigger's condition is parsed again by each statement, and this one compared forty columns: for a save that took
-- longer than the triggers of the history. A column that is named without being changed refreshes the index for nothing,
-- which leaves its row as it is.
drop trigger job_index_noted_on_update on jobs;
create trigger job_index_noted_on_update after update of
  job_number, name, master_bl, house_bl, igm, index_number, shed_number, vessel_name, voyage_number, commodity,
  loading_port_id, via_port_id, discharge_port_id, destination_port_id, gross_weight, net_weight, weight_unit, volume,
  volume_unit, master_job_id on jobs
  for each row execute function note_job_for_index();
