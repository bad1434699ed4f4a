/** Which column keeps which field of a template that people write. */
export const templateColumns = {
  name: 'name',
  defaultDocumentName: 'default_document_name',
  description: 'description',
} as const
