import { z } from 'zod'
import { document } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { templateProblem } from './templates.ts'
import { id, idParams, requiredText } from './values.ts'

const path = '/api/documenttemplate'
const tag = 'Document templates'

export const documentFormats = ['word', 'pdf'] as const
export type DocumentFormat = (typeof documentFormats)[number]
const format = z.enum(documentFormats)

export const formatLabels: Record<DocumentFormat, string> = { word: 'Word', pdf: 'PDF' }

export const listDocumentFormats = endpoint({
  method: 'GET',
  path: `${path}/formats`,
  summary: 'As what documents can be made here, and why not as the others',
  tag,
  access: 'templates:read',
  reply: z.array(
    z.object({
      format,
      /** Why this format cannot be made; null where it can. */
      unavailable: z.string().nullable(),
    }),
  ),
})

/** Prints nothing where the template names what does not exist; without it such a template is refused. */
const blankUnknown = z.boolean().optional()

export const generateDocument = endpoint({
  method: 'POST',
  path: `${path}/generatedocument`,
  summary: "Fill a template with a job's values; the document is added to the job",
  tag,
  access: 'documents:write',
  query: z.object({ shipmentId: id }),
  body: z.object({
    id,
    defaultDocumentName: requiredText(255).optional(),
    format: format.optional(),
    blankUnknown,
  }),
  reply: document,
  status: 201,
})

export const generateDocuments = endpoint({
  method: 'POST',
  path: `${path}/generatedocuments`,
  summary: "Fill a template with a job's values once for each format; all are added to the job, or none",
  tag,
  access: 'documents:write',
  query: z.object({ shipmentId: id }),
  body: z.object({ id, formats: z.array(format).min(1).max(documentFormats.length), blankUnknown }),
  reply: z.array(document),
  status: 201,
})

/** Where on the screens a person fills what a document lacks. */
export const fieldPlace = z.discriminatedUnion('screen', [
  /** A field of the job card's Details by its name on the wire: "hbl", "quote.loadingPortId", "consignee". */
  z.object({ screen: z.literal('details'), field: z.string() }),
  z.object({ screen: z.literal('items') }),
  z.object({ screen: z.literal('finance') }),
  z.object({ screen: z.literal('contact'), id }),
  z.object({ screen: z.literal('company') }),
])
export type FieldPlace = z.infer<typeof fieldPlace>

export const missingValue = z.object({
  /** What people call it, "House BL", and what is missing of it: "House BL is empty". */
  label: z.string(),
  message: z.string(),
  /** null where nobody can fill it in by hand. */
  place: fieldPlace.nullable(),
  /** The templates that print it. */
  templateIds: z.array(id),
})
export type MissingValue = z.infer<typeof missingValue>

export const preflight = z.object({
  templates: z.array(
    z.object({
      id,
      name: z.string(),
      /** Places that name what does not exist. */
      problems: z.array(templateProblem),
      /** Why nothing can be made from it at all; null where it can. */
      refused: z.string().nullable(),
    }),
  ),
  jobs: z.array(
    z.object({ id, jobId: z.int(), name: z.string().nullable(), missing: z.array(missingValue) }),
  ),
})
export type Preflight = z.infer<typeof preflight>

export const MOST_TEMPLATES = 20
export const MOST_JOBS = 100

export const checkBeforeGenerating = endpoint({
  method: 'POST',
  path: `${path}/preflight`,
  summary: 'What templates print and jobs lack, before documents are made of them; changes nothing',
  tag,
  access: 'documents:write',
  body: z.object({
    templateIds: z.array(id).min(1).max(MOST_TEMPLATES),
    shipmentIds: z.array(id).min(1).max(MOST_JOBS),
  }),
  reply: preflight,
})

const outdatedDocument = z.object({
  documentId: id,
  /** What the document shows and what it would show if it were made now; texts as a document prints them. */
  changes: z.array(z.object({ label: z.string(), was: z.string(), is: z.string() })),
  /** The job has changed in what this document prints, or its template has another content. */
  cause: z.enum(['job', 'template']),
})
export type OutdatedDocument = z.infer<typeof outdatedDocument>

export const listOutdatedDocuments = endpoint({
  method: 'GET',
  path: '/api/document/outdated',
  summary: 'The generated documents of a job that would come out differently now, and in what',
  tag: 'Documents',
  access: 'documents:read',
  query: z.object({ shipmentId: id }),
  reply: z.array(outdatedDocument),
})

export const makeDocumentAgain = endpoint({
  method: 'POST',
  path: '/api/document/:id/again',
  summary:
    'Make a generated document anew from its template and job; the earlier content can be restored for 30 days',
  tag: 'Documents',
  access: 'documents:write',
  params: idParams,
  body: z.object({ blankUnknown }).nullish(),
  reply: document,
})
