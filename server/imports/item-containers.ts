import { tidyContainerNumber } from '#contract/container-number.ts'
import type { Session } from '#server/db/db.ts'
import { containersOfJobs } from './item-records.ts'
import type { ReadRows, RowValues } from './read-rows.ts'
import { isSame, type Values } from './values.ts'

/** A row of a file, and the job whose item it is. */
type Placed = { row: RowValues; job: string }

const numbersIn = (text: string) => text.split(/[,;\r\n]+/).filter(part => part.trim() !== '')

/** Writes the containers of each row as their jobs write them, and refuses a number that the job does not have. */
export async function readContainers(
  { db, accountId }: Session,
  read: ReadRows,
  placed: readonly Placed[],
): Promise<void> {
  const named = placed.filter(({ row }) => row.values.has('container'))
  if (named.length === 0) return
  const known = await containersOfJobs(db, accountId, [...new Set(named.map(({ job }) => job))])
  for (const { row, job } of named) {
    const text = String(row.values.get('container'))
    const wanted = new Set(numbersIn(text).map(tidyContainerNumber))
    const found = (known.get(job) ?? []).filter(number => wanted.has(tidyContainerNumber(number)))
    const tidy = new Set(found.map(tidyContainerNumber))
    const [missing] = [...wanted].filter(number => !tidy.has(number))
    if (missing !== undefined)
      read.refuse(
        row.number,
        'container',
        text,
        `The job has no container ${missing}. Add it to the job, or correct the number.`,
      )
    else if (tidy.size === 1) row.values.set('container', found[0] ?? text)
    else row.values.set('container', found.join(', '))
  }
}

const SEVERAL = 'An import puts an item into one container. Split it over several in the job.'
const SPLIT =
  'The item is split over containers. Change that in the job, or leave the cell as the export has it.'

/** Refuses a row that would split an item, or put a split one together: an import could not take that back. */
export function refuseSplits(read: ReadRows, { row }: Placed, item: Values | undefined): void {
  const container = row.values.get('container')
  if (container === undefined || isSame(item?.['container'], container)) return
  const isSeveral = String(container).includes(', ')
  if (isSeveral || item?.['isSplit'])
    read.refuse(row.number, 'container', String(container), item?.['isSplit'] ? SPLIT : SEVERAL)
}
