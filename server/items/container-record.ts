import { stowedFields } from '#contract/item-containers.ts'
import { toColumns } from '#server/db/to-columns.ts'
import { AppError } from '#server/errors.ts'
import { namedText } from '#server/records/change-wording.ts'
import {
  earlierValues,
  type FormerValues,
  nothingToRestore,
  type RecordKind,
  type Restore,
  restorableFields,
  type WithJob,
} from '#server/records/describe.ts'
import { deleteRow } from '#server/records/row-records.ts'
import { stowedColumns } from './container-records.ts'
import { restate, restowRows, type StowedRow } from './restow-records.ts'

/** The value of a column before, or else after a change. */
const idIn = (change: [unknown, unknown] | undefined): string => {
  const id = change?.[0] ?? change?.[1]
  return typeof id === 'string' ? id : ''
}

type Figures = Partial<Pick<StowedRow, 'packs' | 'gross_weight' | 'volume'>>
// The history has kept what the columns held.
const figuresOf = (old: FormerValues) => toColumns(Object.fromEntries(old), stowedColumns) as Figures

const values: Restore['values'] = async ({ db, accountId }, { recordId }, old) => {
  const changed = await restate(db, accountId, recordId, figuresOf(old))
  if (!changed) throw nothingToRestore()
  return { record: { type: 'item', id: changed.itemId }, version: changed.version }
}

const removed: Restore['removed'] = async ({ db, accountId }, { recordId: id, jobId, changes }) => {
  const before = Object.fromEntries(Object.entries(changes).map(([column, [value]]) => [column, value]))
  const row = { ...before, id } as StowedRow
  if (!jobId || (await restowRows(db, accountId, jobId, [row])).length === 0)
    throw new AppError(
      'already_exists',
      'The item or the container is no longer on the job, or the item travels otherwise by now. Say it again at the item.',
    )
  return { record: { type: 'itemContainer', id }, version: 1 }
}

/** After items, containers and the job with its master: what went with them is put back, and what came since goes. */
const bringBack: WithJob['bringBack'] = async ({ db, accountId }, jobId, records) => {
  const back: StowedRow[] = []
  for (const record of records) {
    const { id, now, earlier, keys } = record
    const then = figuresOf(earlierValues(record))
    if (now && !earlier) await deleteRow(db, 'item_containers', accountId, id)
    else if (now) await restate(db, accountId, id, then)
    else if (earlier)
      back.push({
        ...{ packs: null, gross_weight: null, volume: null, ...then, id },
        ...{ item_id: keys.get('item_id') ?? '', container_id: keys.get('container_id') ?? '' },
      })
  }
  if (back.length > 0) await restowRows(db, accountId, jobId, back)
  return {}
}

/** What of an item is in a container, which the history tells of both. */
export const itemContainerRecord: RecordKind = {
  table: 'item_containers',
  type: 'itemContainer',
  label: 'Item in container',
  name: null,
  fields: restorableFields(stowedFields, stowedColumns),
  hidden: ['id', 'job_id', 'item_id', 'container_id'],
  restore: {
    permission: 'jobs:write',
    values,
    removed,
    withJob: { comesAndGoes: true, followsJob: true, bringBack },
  },
  wording: {
    words: ({ action, changes, names }) => {
      if (action === 'changed') return null
      const item = namedText(idIn(changes['item_id']), names)
      const container = namedText(idIn(changes['container_id']), names)
      return action === 'added'
        ? `put item ${item} into container ${container}`
        : `took item ${item} out of container ${container}`
    },
    name: () => null,
    place: () => 'of an item in a container',
  },
}
