import { sql } from 'kysely'
import { MAX_STOWED } from '#contract/item-containers.ts'
import type { Db } from '#server/db/db.ts'
import { isSplit } from './item-records.ts'
import type { Hindrance, PlannedWrite } from './target.ts'

type Stowing = { row: number; item: string; job: string; container: string | null }

const gone = ({ row, container }: Stowing): Hindrance => ({
  column: 'container',
  forImport: `Row ${row} names the container ${container}, which the job no longer has. Add it to the job, or correct the number, and import the file again.`,
  forUndo: `The item of row ${row} was in the container ${container}, which the job no longer has. Choose its container in the job.`,
})

const split = ({ row, container }: Stowing): Hindrance => ({
  column: 'container',
  forImport: `Row ${row} names ${container ? `the container ${container}` : 'no container'}, and somebody has split the item over containers since. Change that in the job, or leave the cell as the export has it.`,
  forUndo: `Somebody has split the item of row ${row} over containers since. Choose its containers in the job.`,
})

const full = ({ row, container }: Stowing): Hindrance => {
  const why = `the items of a job are in its containers at most ${MAX_STOWED} times`
  return {
    column: 'container',
    forImport: `Row ${row} names the container ${container}, and ${why}. Split fewer items over fewer containers, and import the file again.`,
    forUndo: `The item of row ${row} was in the container ${container}, and ${why}. Split fewer items over fewer containers, and choose its container in the job.`,
  }
}

/**
 * Why items cannot go into the containers that an import or its undo has for them, by the items' ids: a container was
 * removed or renumbered, the item was split, or the job's items are in containers `MAX_STOWED` times. The containers
 * that are there stay until the transaction ends.
 */
export async function hindrancesOfItems(
  db: Db,
  accountId: string,
  writes: readonly PlannedWrite[],
): Promise<Map<string, Hindrance>> {
  const touching = writes.filter(({ fields }) => fields['container'])
  if (touching.length === 0) return new Map()
  const standing = await placesOf(
    db,
    accountId,
    touching.map(({ id }) => id),
  )
  const stowings = touching.map(({ id, position, fields }): Stowing => {
    const number = fields['container']?.[1] ?? ''
    const job = standing.get(id)?.job ?? String(fields['job_id']?.[1])
    return { row: position, item: id, job, container: number === '' ? null : String(number) }
  })
  const known = await holdContainers(db, accountId, stowings)
  const taken = await stowedIn(db, accountId, [...new Set(stowings.map(({ job }) => job))])
  const hindrances = new Map<string, Hindrance>()
  for (const stowing of stowings) {
    const { item, job, container } = stowing
    const now = standing.get(item)
    const before = taken.get(job) ?? 0
    const after = before - (now?.links ?? 0) + (container === null ? 0 : 1)
    if (now?.isSplit) hindrances.set(item, split(stowing))
    else if (container !== null && !known.has(`${job} ${container}`)) hindrances.set(item, gone(stowing))
    else if (after > before && after > MAX_STOWED) hindrances.set(item, full(stowing))
    else taken.set(job, after)
  }
  return hindrances
}

type ItemPlace = { job: string; links: number; isSplit: boolean }

/** In how many containers items are that are there already. */
async function placesOf(db: Db, accountId: string, ids: readonly string[]): Promise<Map<string, ItemPlace>> {
  const { rows } = await sql<ItemPlace & { id: string }>`
    select i.id, i.job_id as job, ${isSplit} as "isSplit",
      (select count(*)::integer from item_containers l
        where l.account_id = i.account_id and l.item_id = i.id) as links
    from items i where i.account_id = ${accountId} and i.id = any (${sql.val([...ids])}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...place }) => [id, place]))
}

/** The containers of these numbers, each as its job and its number. */
async function holdContainers(db: Db, accountId: string, stowings: readonly Stowing[]): Promise<Set<string>> {
  const named = stowings.filter(({ container }) => container !== null)
  if (named.length === 0) return new Set()
  const { rows } = await sql<{ job: string; number: string }>`
    select c.job_id as job, c.number from containers c
    where c.account_id = ${accountId} and c.job_id = any (${sql.val(named.map(({ job }) => job))}::uuid[])
      and c.number = any (${sql.val(named.map(({ container }) => container))}::text[])
    order by c.id for share`.execute(db)
  return new Set(rows.map(({ job, number }) => `${job} ${number}`))
}

/** How often the items of each job are in a container. */
async function stowedIn(db: Db, accountId: string, jobs: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ job: string; count: number }>`
    select job_id as job, count(*)::integer as count from item_containers
    where account_id = ${accountId} and job_id = any (${sql.val([...jobs])}::uuid[])
    group by job_id`.execute(db)
  return new Map(rows.map(({ job, count }) => [job, count]))
}
