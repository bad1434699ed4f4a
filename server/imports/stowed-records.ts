import { sql } from 'kysely'
import { MAX_STOWED } from '#contract/item-containers.ts'
import type { Db } from '#server/db/db.ts'
import { isPartlyUnnumbered } from './item-records.ts'

type ItemPlace = { job: string; links: number; isPartlyUnnumbered: boolean }

/** In how many containers items are that are there already. */
async function placesOf(db: Db, accountId: string, ids: readonly string[]): Promise<Map<string, ItemPlace>> {
  const { rows } = await sql<ItemPlace & { id: string }>`
    select i.id, i.job_id as job, ${isPartlyUnnumbered} as "isPartlyUnnumbered",
      (select count(*)::integer from item_containers l
        where l.account_id = i.account_id and l.item_id = i.id) as links
    from items i where i.account_id = ${accountId} and i.id = any (${sql.val([...ids])}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...place }) => [id, place]))
}

/** How often the items of each job are in a container. */
async function stowedIn(db: Db, accountId: string, jobs: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ job: string; count: number }>`
    select job_id as job, count(*)::integer as count from item_containers
    where account_id = ${accountId} and job_id = any (${sql.val([...jobs])}::uuid[])
    group by job_id`.execute(db)
  return new Map(rows.map(({ job, count }) => [job, count]))
}

/** Where items are, and how often those of a job are in its containers while an import puts one after the other there. */
export async function stowedItems(db: Db, accountId: string, ids: readonly string[]) {
  const places = await placesOf(db, accountId, ids)
  let taken = new Map<string, number>()
  return {
    of: (item: string): ItemPlace | undefined => places.get(item),

    /** Counts how often the items of these jobs are in containers now. */
    count: async (jobs: readonly string[]): Promise<void> => {
      taken = await stowedIn(db, accountId, jobs)
    },

    /** Puts an item into so many containers of its job; false: that would be one too often, and nothing was put. */
    put(item: string | null, job: string, containers: number): boolean {
      const before = taken.get(job) ?? 0
      const after = before - (places.get(item ?? '')?.links ?? 0) + containers
      if (after > before && after > MAX_STOWED) return false
      taken.set(job, after)
      return true
    },
  }
}
