import { type RecordKind, historyOnly } from '#server/records/describe.ts'
import { renameDocument } from './commands.ts'
import { fileWords } from './history-words.ts'

/** What the history tells of any file. */
export const fileFields = { type: historyOnly('type', 'Type'), size: historyOnly('size', 'Size', 'size') }

export const documentRecord: RecordKind = {
  table: 'documents',
  type: 'document',
  label: 'Document',
  name: { column: 'name' },
  fields: {
    name: { ...historyOnly('name', 'Name'), restorable: true },
    ...fileFields,
    numbers_given: historyOnly('numbersGiven', 'Numbers given'),
    original_or_copy: historyOnly('originalOrCopy', 'Original or copy'),
  },
  hidden: ['note_id'],
  restore: {
    permission: 'documents:write',
    values: async (session, { recordId: id }, old, ifMatch) => {
      const { version } = await renameDocument(session, { id, name: String(old[0]?.[1]) }, ifMatch)
      return { record: { type: 'document', id }, version }
    },
  },
  wording: { words: fileWords },
}
