import { itemFields } from '#contract/items.ts'
import type { Session } from '#server/db/db.ts'
import {
  type EarlierRecord,
  earlierValues,
  type RecordKind,
  restorableFields,
} from '#server/records/describe.ts'
import { rowOfJob, valuesBy } from '#server/records/restore-row.ts'
import { itemColumns } from './columns.ts'
import { changeItem } from './commands.ts'
import { deleteItem, insertItem, updateItem } from './records.ts'

export const itemRecord: RecordKind = {
  table: 'items',
  type: 'item',
  label: 'Item',
  name: { column: 'name' },
  fields: restorableFields(itemFields, itemColumns),
  restore: {
    permission: 'jobs:write',
    values: valuesBy('item', changeItem),
    removed: rowOfJob('item', 'items'),
    withJob: {
      comesAndGoes: true,
      bringBack: async (session, jobId, records) => {
        for (const record of records) await bringItemBack(session, jobId, record)
        return {}
      },
    },
  },
  wording: { place: ({ name }) => `on item ${name}` },
}

async function bringItemBack({ db, accountId }: Session, jobId: string, record: EarlierRecord) {
  const then = Object.fromEntries(earlierValues(record))
  const { id } = record
  if (record.now && !record.earlier) await deleteItem(db, accountId, id, undefined)
  else if (!record.now && record.earlier) await insertItem(db, accountId, { ...then, id, shipmentId: jobId })
  else if (record.now) await updateItem(db, accountId, { ...then, id }, undefined)
}
