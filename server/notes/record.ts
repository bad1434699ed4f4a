import { noteFields } from '#contract/notes.ts'
import { type RecordKind, restorableFields } from '#server/records/describe.ts'
import { rowOfJob, valuesBy } from '#server/records/restore-row.ts'
import { notes } from './commands.ts'
import { noteColumns } from './records.ts'

export const noteRecord: RecordKind = {
  table: 'notes',
  type: 'note',
  label: 'Note',
  name: { column: 'text', isText: true },
  fields: restorableFields(noteFields, noteColumns),
  hidden: ['written_at'],
  restore: {
    permission: 'notes:write',
    values: valuesBy('note', notes.change),
    removed: rowOfJob('note', 'notes'),
  },
  wording: { words: ({ action, name }) => `${action} note “${name}”` },
}
