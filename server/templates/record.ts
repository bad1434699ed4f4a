import { templateFields } from '#contract/templates.ts'
import { fileFields } from '#server/documents/record.ts'
import { type RecordKind, restorableFields } from '#server/records/describe.ts'
import { valuesBy } from '#server/records/restore-row.ts'
import { templateColumns } from './columns.ts'
import { changeTemplate } from './commands.ts'
import { templateWords } from './starter-words.ts'

export const templateRecord: RecordKind = {
  table: 'document_templates',
  type: 'template',
  label: 'Document Template',
  name: { column: 'name' },
  fields: {
    ...restorableFields(templateFields, templateColumns),
    ...fileFields,
  },
  // Found in the file by the product, or said of its page; nobody enters them.
  hidden: ['left_places', 'missing', 'dismissals', 'left_values'],
  restore: {
    permission: 'templates:write',
    values: valuesBy('template', changeTemplate),
  },
  wording: { words: templateWords },
}
