import { z } from 'zod'
import { earlierContent, earlierContentParams } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { field, labelsOf, schemasOf } from './field.ts'
import { id, idParams, instant, paging, requiredText, text, version, nameText } from './values.ts'

/** A place in the Word file that does not mean what it should. */
export const templateProblem = z.object({
  /** The name as it stands in the file. */
  name: z.string().nullable(),
  message: z.string(),
  /** Where to look: "body, table 1, row 2, cell 1, near “Dear …”". */
  place: z.string(),
  /** The nearest known name. */
  suggestion: z.string().nullable(),
})
export type TemplateProblem = z.infer<typeof templateProblem>

/** What a person writes on a template. */
export const templateFields = {
  name: field('Name', nameText(255)),
  defaultDocumentName: field('Default Document Name', nameText(255)),
  description: field('Description', text(2000)),
}
export const templateLabels = labelsOf(templateFields)

/** A company's own Word file, from which documents are made. */
export const documentTemplate = z.object({
  id,
  name: z.string(),
  defaultDocumentName: z.string(),
  type: z.string(),
  description: text(2000),
  date: instant,
  /** Bytes. */
  size: z.int(),
  problems: z.array(templateProblem),
  /** How many places hold a placeholder that stays as it stands, such as a comment; the report lists them. */
  leftPlaces: z.int(),
  /** Of a starter template: what such papers carry and the product does not hold, left empty to write into. */
  missing: z.array(z.string()),
  version,
})
export type DocumentTemplate = z.infer<typeof documentTemplate>

const path = '/api/documenttemplate'
const tag = 'Document templates'

export const listTemplates = endpoint({
  method: 'GET',
  path,
  summary: "The account's document templates, by name",
  tag,
  access: 'templates:read',
  query: z.object(paging),
  reply: z.array(documentTemplate),
})

/** true: a Word document (.docx) is taken too, and kept as a template (.dotx). */
/** The job for which a finished document was made. */
const madeFor = id
  .optional()
  .describe(
    'The job that a finished document was made for. Until its page is saved, the check before documents are made names its values that stand there as text',
  )

const takenAsTemplate = z.object({ asTemplate: z.enum(['true', 'false']).optional() })

export const uploadTemplate = endpoint({
  method: 'POST',
  path,
  summary:
    'Add a Word template (.dotx); the reply lists the places that name no known field. With asTemplate=true, a Word document (.docx) too, which is saved as a .dotx',
  tag,
  access: 'templates:write',
  query: takenAsTemplate,
  multipart: true,
  body: z.object({
    id: id.optional(),
    defaultDocumentName: nameText(255).optional(),
    templateType: requiredText(100).optional(),
    description: text(2000).optional(),
    shipmentId: madeFor,
  }),
  reply: documentTemplate,
  status: 201,
})

export const addStarterTemplates = endpoint({
  method: 'POST',
  path: `${path}/starters`,
  summary: 'Add the starter templates whose names are not in use; answers those that were added',
  tag,
  access: 'templates:write',
  reply: z.array(documentTemplate),
})

export const replaceTemplateContent = endpoint({
  method: 'PUT',
  path: `${path}/updatedoctemplatecontent`,
  summary: 'Replace the Word file of a template; with asTemplate=true, by a Word document (.docx) too',
  tag,
  access: 'templates:write',
  query: takenAsTemplate,
  multipart: true,
  body: z.object({ documentTemplateId: id, shipmentId: madeFor }),
  reply: documentTemplate,
})

export const downloadTemplate = endpoint({
  method: 'GET',
  path: `${path}/getdoctemplatecontent/:id`,
  summary: "A template's Word file",
  tag,
  access: 'templates:read',
  params: idParams,
  file: true,
})

export const getTemplate = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  summary: 'One document template',
  tag,
  access: 'templates:read',
  params: idParams,
  reply: documentTemplate,
})

export const getTemplateByName = endpoint({
  method: 'GET',
  path: `${path}/byname/:name`,
  summary: 'The document template of that name, in upper or lower case',
  tag,
  access: 'templates:read',
  params: z.object({ name: z.string().max(255) }),
  reply: documentTemplate,
})

export const updateTemplate = endpoint({
  method: 'PUT',
  path,
  summary: 'Change the given fields of a document template',
  tag,
  access: 'templates:write',
  body: z.object({ id, ...z.object(schemasOf(templateFields)).partial().shape }),
  reply: documentTemplate,
})

export const deleteTemplate = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  summary: 'Delete a document template; it can be restored for 30 days',
  tag,
  access: 'templates:write',
  params: idParams,
  status: 204,
})

export const deletedTemplate = documentTemplate.extend({
  deletedAt: instant,
  /** Who deleted it, by name. */
  deletedBy: z.string().nullable(),
  restorableUntil: instant,
})
export type DeletedTemplate = z.infer<typeof deletedTemplate>

export const listDeletedTemplates = endpoint({
  method: 'GET',
  path: `${path}/deleted`,
  summary: 'The document templates deleted in the last 30 days, latest first',
  tag,
  access: 'templates:write',
  reply: z.array(deletedTemplate),
})

export const restoreTemplate = endpoint({
  method: 'POST',
  path: `${path}/:id/restore`,
  summary: 'Restore a deleted template; if its name is in use again, it gets a number',
  tag,
  access: 'templates:write',
  params: idParams,
  reply: documentTemplate,
})

export const listEarlierTemplateContents = endpoint({
  method: 'GET',
  path: `${path}/:id/earlier`,
  summary: 'The Word files of a template that were replaced in the last 30 days, latest first',
  tag,
  access: 'templates:write',
  params: idParams,
  reply: z.array(earlierContent),
})

export const downloadEarlierTemplateContent = endpoint({
  method: 'GET',
  path: `${path}/:id/earlier/:contentId`,
  summary: 'An earlier Word file of a template',
  tag,
  access: 'templates:write',
  params: earlierContentParams,
  file: true,
})

export const restoreEarlierTemplateContent = endpoint({
  method: 'POST',
  path: `${path}/:id/earlier/:contentId/restore`,
  summary: 'Restore an earlier Word file of a template; the current one becomes an earlier one',
  tag,
  access: 'templates:write',
  params: earlierContentParams,
  reply: documentTemplate,
})
