import { itemFields } from '#contract/items.ts'
import { type RecordKind, restorableFields } from '#server/records/describe.ts'
import { rowOfJob, rowsWithJob, valuesBy, withWhatWent } from '#server/records/restore-row.ts'
import { itemColumns } from './columns.ts'
import { changeItem } from './commands.ts'
import { restowRemoved } from './restow-records.ts'

export const itemRecord: RecordKind = {
  table: 'items',
  type: 'item',
  label: 'Item',
  name: { column: 'name' },
  fields: restorableFields(itemFields, itemColumns),
  restore: {
    permission: 'jobs:write',
    values: valuesBy('item', changeItem),
    removed: withWhatWent(rowOfJob('item', 'items'), ({ db, accountId }, jobId, id) =>
      restowRemoved(db, accountId, jobId, id),
    ),
    withJob: {
      comesAndGoes: true,
      bringBack: rowsWithJob('items', itemColumns),
    },
  },
  wording: { place: ({ name }) => `on item ${name}` },
}
