import { sql } from 'kysely'
import { MAX_STOWED } from '#contract/item-containers.ts'
import type { Db } from '#server/db/db.ts'
import { holdHouses } from '#server/items/container-records.ts'
import { containerHolder } from '#server/records/container-holder-records.ts'
import { containersOfJobs } from './item-records.ts'
import { readStowage } from './read-stowage.ts'
import { stowedItems } from './stowed-records.ts'
import type { Hindrance, PlannedWrite } from './target.ts'

type Stowing = { row: number; item: string; job: string; container: string | null }

/** “the container MSKU1234565”, “the containers MSKU1234565: 4 packs; TGHU7654320: 5 packs”. */
const named = (container: string | null) =>
  container === null
    ? 'no container'
    : `the ${/[,;]/.test(container) ? 'containers' : 'container'} ${container}`

const gone = ({ row }: Stowing, number: string): Hindrance => ({
  column: 'container',
  forImport: `Row ${row} names the container ${number}, which the job no longer has. Add it to the job, or correct the number, and import the file again.`,
  forUndo: `The item of row ${row} was in the container ${number}, which the job no longer has. Choose its container in the job.`,
})

const UNREADABLE = 'which cannot be told from the job’s containers of today'

const unreadable = ({ row, container }: Stowing): Hindrance => ({
  column: 'container',
  forImport: `Row ${row} names ${named(container)}, ${UNREADABLE}. Import the file again.`,
  forUndo: `The item of row ${row} was in ${named(container)}, ${UNREADABLE}. Choose its containers in the job.`,
})

const unnumbered = ({ row, container }: Stowing): Hindrance => ({
  column: 'container',
  forImport: `Row ${row} names ${named(container)}, and somebody has put a part of the item into a container without a number since. Give that container its number, or change it in the job.`,
  forUndo: `Somebody has put a part of the item of row ${row} into a container without a number since. Choose its containers in the job.`,
})

const full = ({ row, container }: Stowing): Hindrance => {
  const why = `the items of a job are in its containers at most ${MAX_STOWED} times`
  return {
    column: 'container',
    forImport: `Row ${row} names ${named(container)}, and ${why}. Split fewer items over fewer containers, and import the file again.`,
    forUndo: `The item of row ${row} was in ${named(container)}, and ${why}. Split fewer items over fewer containers, and choose its container in the job.`,
  }
}

/**
 * Why items cannot go into the containers that an import or its undo has for them, by the items' ids: a container was
 * removed or renumbered, a part of the item has no number, or the job's items are in containers `MAX_STOWED` times. The containers
 * that are there stay until the transaction ends.
 */
export async function hindrancesOfItems(
  db: Db,
  accountId: string,
  writes: readonly PlannedWrite[],
): Promise<Map<string, Hindrance>> {
  const touching = writes.filter(({ fields }) => fields['container'])
  if (touching.length === 0) return new Map()
  const standing = await stowedItems(
    db,
    accountId,
    touching.map(({ id }) => id),
  )
  const stowings = touching.map(({ id, position, fields }): Stowing => {
    const number = fields['container']?.[1] ?? ''
    const job = standing.of(id)?.job ?? String(fields['job_id']?.[1])
    return { row: position, item: id, job, container: number === '' ? null : String(number) }
  })
  const jobs = [...new Set(stowings.map(({ job }) => job))]
  const known = await holdContainers(db, accountId, jobs)
  await standing.count(jobs)
  const hindrances = new Map<string, Hindrance>()
  for (const stowing of stowings) {
    const { item, job, container } = stowing
    const now = standing.of(item)
    const stowage = readStowage(container ?? '', known.get(job) ?? [])
    if (now?.isPartlyUnnumbered) hindrances.set(item, unnumbered(stowing))
    else if ('missing' in stowage) hindrances.set(item, gone(stowing, stowage.missing))
    else if ('wrong' in stowage) hindrances.set(item, unreadable(stowing))
    else if (!standing.put(item, job, stowage.parts.length)) hindrances.set(item, full(stowing))
  }
  return hindrances
}

/** The containers of the jobs as they stay until the transaction ends. */
async function holdContainers(db: Db, accountId: string, jobs: readonly string[]) {
  await holdHouses(db, accountId, jobs)
  await sql`
    select from jobs j join containers c on c.account_id = j.account_id and c.job_id = ${containerHolder('j')}
    where j.account_id = ${accountId} and j.id = any (${sql.val([...jobs])}::uuid[])
    order by c.id for share of c`.execute(db)
  return containersOfJobs(db, accountId, jobs)
}
