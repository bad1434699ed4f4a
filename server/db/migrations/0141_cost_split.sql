-- By what the costs of a consolidation are shared among its houses, kept with the master: its place in the list that
-- people choose from.
alter table jobs
  add column cost_split integer,
  -- What somebody typed as a house's share, in the company's currency, and the master that it was typed for: a house that
  -- moves to another consolidation owes nothing there yet, and has its share again if it comes back.
  add column cost_share_by_hand numeric(14, 4),
  add column cost_share_of uuid,
  -- Deferred: an import stores the jobs of a company one by one.
  add foreign key (account_id, cost_share_of) references jobs (account_id, id)
    on delete set null (cost_share_of) deferrable initially deferred;

create index jobs_by_cost_share_of on jobs (account_id, cost_share_of) where cost_share_of is not null;

create function note_cost_share() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  new.cost_share_of := case when new.cost_share_by_hand is not null then new.master_job_id end;
  return new;
end $$;

create trigger cost_share_noted before update of cost_share_by_hand on jobs
  for each row when (old.cost_share_by_hand is distinct from new.cost_share_by_hand)
  execute function note_cost_share();
-- An import says for which master it was typed.
create trigger cost_share_noted_first before insert on jobs
  for each row when (new.cost_share_by_hand is not null and new.cost_share_of is null)
  execute function note_cost_share();
