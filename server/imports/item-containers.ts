import type { DecimalSign } from '#contract/imports.ts'
import type { Session } from '#server/db/db.ts'
import { stowageText } from '#server/items/stowage-text.ts'
import { containersOfJobs } from './item-records.ts'
import type { ReadRows, RowValues } from './read-rows.ts'
import { readStowage } from './read-stowage.ts'
import { isSame, type Values } from './values.ts'

/** A row of a file, and the job whose item it is. */
type Placed = { row: RowValues; job: string }

/**
 * Writes the containers of each row as the export writes them, and refuses what cannot be read, or what neither the job
 * nor its master has.
 */
export async function readContainers(
  { db, accountId }: Session,
  read: ReadRows,
  { placed, decimal }: { placed: readonly Placed[]; decimal: DecimalSign },
): Promise<void> {
  const named = placed.filter(({ row }) => row.values.has('container'))
  if (named.length === 0) return
  const known = await containersOfJobs(db, accountId, [...new Set(named.map(({ job }) => job))])
  for (const { row, job } of named) {
    const text = String(row.values.get('container'))
    const containers = known.get(job) ?? []
    // As the export writes it, or else with the decimals of the file.
    const exported = readStowage(text, containers)
    const isExported = 'parts' in exported && stowageText(exported.parts) === text
    const stowage = isExported ? exported : readStowage(text, containers, decimal)
    if ('parts' in stowage) row.values.set('container', stowageText(stowage.parts) ?? '')
    else
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
}

const UNNUMBERED =
  'A part of the item is in a container without a number, and a spreadsheet cannot say how much. Give the container its number first, or change that in the job.'

/** Refuses to move an item of which a cell cannot say all: nothing could take that back. */
export function refuseUnnumbered(read: ReadRows, { row }: Placed, item: Values | undefined): void {
  const container = row.values.get('container')
  if (container === undefined || !item?.['isPartlyUnnumbered'] || isSame(item['container'], container)) return
  read.refuse(row.number, 'container', String(container), UNNUMBERED)
}
