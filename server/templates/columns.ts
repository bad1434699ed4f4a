import type { templateFields } from '#contract/templates.ts'
import type { DB } from '#server/db/tables.ts'

/** Which column keeps which field of a template that people write. */
export const templateColumns = {
  name: 'name',
  defaultDocumentName: 'default_document_name',
  description: 'description',
} as const satisfies Record<keyof typeof templateFields, keyof DB['document_templates']>
