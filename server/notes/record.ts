import { noteFields } from '#contract/notes.ts'
import { type RecordKind, restorableFields } from '#server/records/describe.ts'
import { rowOfJob, valuesBy } from '#server/records/restore-row.ts'
import { changeNote } from './commands.ts'
import { noteColumns } from './records.ts'

export const noteRecord: RecordKind = {
  table: 'notes',
  type: 'note',
  label: 'Note',
  name: { column: 'text', isText: true },
  fields: restorableFields(noteFields, noteColumns),
  hidden: ['written_at', 'mentioned_ids', 'mentioned_names'],
  restore: {
    permission: 'notes:write',
    values: valuesBy('note', changeNote),
    removed: rowOfJob('note', 'notes'),
  },
  wording: { words: ({ action, name }) => `${action} note “${name}”` },
}
