-- Few jobs have a cut-off or a day until which they are valid, and those are looked for by days.
create index jobs_by_documents_cut_off on jobs (account_id, documents_cut_off) where documents_cut_off is not null;
create index jobs_by_vgm_cut_off on jobs (account_id, vgm_cut_off) where vgm_cut_off is not null;
create index jobs_by_cargo_cut_off on jobs (account_id, cargo_cut_off) where cargo_cut_off is not null;
create index jobs_by_valid_until on jobs (account_id, valid_until) where valid_until is not null;
