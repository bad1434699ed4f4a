import { itemFields } from '#contract/items.ts'
import type { Session } from '#server/db/db.ts'
import { AppError } from '#server/errors.ts'
import {
  type EarlierRecord,
  earlierValues,
  nothingToRestore,
  type RecordKind,
  restorableFields,
} from '#server/records/describe.ts'
import { requireJob } from '#server/records/require-job.ts'
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
    values: async (session, { recordId: id }, old, ifMatch) => {
      const { version } = await changeItem(session, { id, ...Object.fromEntries(old) }, ifMatch)
      return { record: { type: 'item', id }, version }
    },
    removed: async (session, { recordId: id, jobId, changes }) => {
      if (!jobId) throw nothingToRestore()
      await requireJob(session, jobId)
      const values = Object.entries(itemColumns).flatMap(([field, column]) => {
        const [before] = changes[column] ?? []
        return before === undefined ? [] : [[field, before]]
      })
      const item = { ...Object.fromEntries(values), id, shipmentId: jobId }
      if (!(await insertItem(session.db, session.accountId, item)))
        throw new AppError('already_exists', 'This item is on the job again already.')
      return { record: { type: 'item', id }, version: 1 }
    },
    withJob: {
      comesAndGoes: true,
      bringBack: async (session, jobId, records) => {
        for (const record of records) await bringItemBack(session, jobId, record)
        return {}
      },
    },
  },
  tell: { place: ({ name }) => `on item ${name}` },
}

async function bringItemBack({ db, accountId }: Session, jobId: string, record: EarlierRecord) {
  const then = Object.fromEntries(earlierValues(record))
  const { id } = record
  if (record.now && !record.earlier) await deleteItem(db, accountId, id, undefined)
  else if (!record.now && record.earlier) await insertItem(db, accountId, { ...then, id, shipmentId: jobId })
  else if (record.now) await updateItem(db, accountId, { ...then, id }, undefined)
}
