import { sharedViewFields } from '#contract/shared-views.ts'
import { AppError } from '#server/errors.ts'
import { type RecordKind, restorableFields } from '#server/records/describe.ts'
import { valuesBy } from '#server/records/restore-row.ts'
import { insertRow } from '#server/records/row-records.ts'
import { changeSharedView } from './commands.ts'
import { sharedViewColumns } from './records.ts'

export const sharedViewRecord: RecordKind = {
  table: 'shared_views',
  type: 'sharedView',
  label: 'Shared view',
  name: { column: 'name' },
  fields: restorableFields({ name: sharedViewFields.name }, sharedViewColumns),
  // An address and a layout are for screens; the words say that the view changed.
  hidden: ['address', 'layout', 'made_by'],
  restore: {
    permission: 'views:share',
    values: valuesBy('sharedView', changeSharedView),
    removed: async (session, { recordId: id, changes }) => {
      const row: Record<string, unknown> = { account_id: session.accountId }
      // The history holds each row as its table had it.
      for (const [column, [value]] of Object.entries(changes)) row[column] = value
      if (session.role !== 'administrator' && row['made_by'] !== session.userId)
        throw new AppError('not_allowed', 'Only who shared this view and Administrators may bring it back.')
      if (!(await insertRow(session.db, 'shared_views', row as never)))
        throw new AppError('already_exists', 'This view is shared again already.')
      return { record: { type: 'sharedView', id }, version: 1 }
    },
  },
  wording: { words: ({ action, name }) => `${action} shared view “${name}”` },
}
