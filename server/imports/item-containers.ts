import type { DecimalSign } from '#contract/imports.ts'
import { MAX_STOWED } from '#contract/item-containers.ts'
import type { Session } from '#server/db/db.ts'
import { stowageText } from '#server/items/stowage-text.ts'
import { containersOfJobs } from './item-records.ts'
import type { ReadRows, RowValues } from './read-rows.ts'
import { readStowage } from './read-stowage.ts'
import { stowedItems } from './stowed-records.ts'
import { isSame, type Values } from './values.ts'

/** A row of a file, and the job whose item it is. */
type Placed = { row: RowValues; job: string }

/** In how many containers the item of a row goes, where the row says so. */
type Stowages = ReadonlyMap<RowValues, number>

/**
 * Writes the containers of each row as the export writes them, and refuses what cannot be read, or what neither the job
 * nor its master has.
 */
export async function readContainers(
  { db, accountId }: Session,
  read: ReadRows,
  { placed, decimal }: { placed: readonly Placed[]; decimal: DecimalSign },
): Promise<Stowages> {
  const stowages = new Map<RowValues, number>()
  const named = placed.filter(({ row }) => row.values.has('container'))
  if (named.length === 0) return stowages
  const known = await containersOfJobs(db, accountId, [...new Set(named.map(({ job }) => job))])
  for (const { row, job } of named) {
    const text = String(row.values.get('container'))
    const containers = known.get(job) ?? []
    // As the export writes it, or else with the decimals of the file.
    const exported = readStowage(text, containers)
    const isExported = 'parts' in exported && stowageText(exported.parts) === text
    const stowage = isExported ? exported : readStowage(text, containers, decimal)
    if ('parts' in stowage) {
      row.values.set('container', stowageText(stowage.parts) ?? '')
      stowages.set(row, stowage.parts.length)
    } else
      read.refuse(
        row.number,
        'container',
        text,
        'missing' in stowage
          ? containers.some(one => one.isOfMaster)
            ? `The job’s master has no container ${stowage.missing}. Add it to the master, or correct the number.`
            : `The job has no container ${stowage.missing}. Add it to the job, or correct the number.`
          : stowage.wrong,
      )
  }
  return stowages
}

/** Refuses what would put the items of a job into its containers more often than `MAX_STOWED` times. */
export async function refuseTooMany(
  { db, accountId }: Session,
  read: ReadRows,
  matched: readonly (Placed & { item: string | null })[],
  stowages: Stowages,
): Promise<void> {
  const stowing = matched.flatMap(one => {
    const containers = stowages.get(one.row)
    return containers === undefined ? [] : [{ ...one, containers }]
  })
  if (stowing.length === 0) return
  const standing = await stowedItems(
    db,
    accountId,
    stowing.flatMap(({ item }) => item ?? []),
  )
  await standing.count([...new Set(stowing.map(({ job }) => job))])
  for (const { row, job, item, containers } of stowing)
    if (!standing.put(item, job, containers))
      read.refuse(row.number, 'container', String(row.values.get('container')), TOO_MANY)
}

const TOO_MANY = `The items of a job are in its containers at most ${MAX_STOWED} times. Split fewer items over fewer containers.`

const UNNUMBERED =
  'A part of the item is in a container without a number, and a spreadsheet cannot say how much. Give the container its number first, or change that in the job.'

/** Refuses to move an item of which a cell cannot say all: nothing could take that back. */
export function refuseUnnumbered(read: ReadRows, { row }: Placed, item: Values | undefined): void {
  const container = row.values.get('container')
  if (container === undefined || !item?.['isPartlyUnnumbered'] || isSame(item['container'], container)) return
  read.refuse(row.number, 'container', String(container), UNNUMBERED)
}
