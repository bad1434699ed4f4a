import { z } from 'zod'
import { document } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { paperKinds } from './numbering.ts'
import { originalOrCopy } from './original-or-copy.ts'
import { templateProblem } from './templates.ts'
import { id, idParams, nameText } from './values.ts'

const path = '/api/documenttemplate'
const tag = 'Document templates'

export const documentFormats = ['word', 'pdf'] as const
export type DocumentFormat = (typeof documentFormats)[number]
const format = z.enum(documentFormats)

export const formatLabels: Record<DocumentFormat, string> = { word: 'Word', pdf: 'PDF' }

export const listDocumentFormats = endpoint({
  method: 'GET',
  path: `${path}/formats`,
  summary: 'The formats in which documents can be made here, and why not in the others',
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

/**
 * Uses the next number of a series for a job that has no parties, goods or route yet; without it such a document is
 * refused with `job_empty`.
 */
const allowEmptyJob = z.boolean().optional()

/**
 * What the document is, where its template prints {{Paper.OriginalOrCopy}}: a copy unless the call says otherwise. Its
 * name ends with COPY, DRAFT or ORIGINAL. Refused where the template does not print it.
 */
const asOriginalOrCopy = originalOrCopy.optional()

/** The set of documents that this one belongs to: it bears the numbers that were taken for the set. */
const setId = id.optional()

export const generateDocument = endpoint({
  method: 'POST',
  path: `${path}/generatedocument`,
  summary: "Fill a template with a job's values; the document is added to the job",
  tag,
  access: 'documents:write',
  query: z.object({ shipmentId: id }),
  body: z.object({
    id,
    defaultDocumentName: nameText(255).optional(),
    format: format.optional(),
    blankUnknown,
    allowEmptyJob,
    originalOrCopy: asOriginalOrCopy,
    setId,
  }),
  reply: document,
  status: 201,
})

const madeDocument = document.extend({
  /** The numbers that it is the first to print: "House bill of lading HBL-00042"; absent where there are none. */
  numbersGiven: z.string().optional(),
  /** Of a PDF, for which characters the server has no font, a sentence each; absent where it has them all. */
  withoutFont: z.array(z.string()).optional(),
})
export type GeneratedDocument = z.infer<typeof madeDocument>

export const generateDocuments = endpoint({
  method: 'POST',
  path: `${path}/generatedocuments`,
  summary: "Fill a template with a job's values once for each format; all are added to the job, or none",
  tag,
  access: 'documents:write',
  query: z.object({ shipmentId: id }),
  body: z.object({
    id,
    formats: z.array(format).min(1).max(documentFormats.length),
    blankUnknown,
    allowEmptyJob,
    originalOrCopy: asOriginalOrCopy,
    setId,
  }),
  reply: z.array(madeDocument),
  status: 201,
})

/** Where on the screens a person fills what a document lacks. */
export const fieldPlace = z.discriminatedUnion('screen', [
  /** A field of the job card's Details by its name on the wire: "hbl", "quote.loadingPortId", "consignee". */
  z.object({
    screen: z.literal('details'),
    field: z.string(),
    /** The job whose field it is, where that is another one: a house of the job that is checked. */
    shipmentId: id.optional(),
  }),
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
  /** Something is there and looks wrong: figures that differ, a number that another job bears. */
  check: z.literal(true).optional(),
  /** The templates that print it. */
  templateIds: z.array(id),
})
export type MissingValue = z.infer<typeof missingValue>

const numbered = {
  kind: z.enum(paperKinds),
  /** What people call the paper: "House bill of lading". */
  label: z.string(),
  number: z.string(),
  /** The next of its series; false: the job has this number already. */
  isNew: z.boolean(),
}

export const preflight = z.object({
  templates: z.array(
    z.object({
      id,
      name: z.string(),
      /** Places that name what does not exist. */
      problems: z.array(templateProblem),
      /** Why nothing can be made from it at all; null where it can. */
      refused: z.string().nullable(),
      /** It prints whether it is an original, a copy or a draft, and takes `originalOrCopy`. */
      asksOriginalOrCopy: z.boolean(),
    }),
  ),
  jobs: z.array(
    z.object({
      id,
      jobId: z.int(),
      name: z.string().nullable(),
      missing: z.array(missingValue),
      /** What the papers would be numbered at this moment, had they been made in this order. */
      numbers: z.array(z.object({ ...numbered, templateIds: z.array(id) })),
      /** New numbers would be used, and the job has no parties, goods or route: `allowEmptyJob` is needed. */
      isEmpty: z.boolean(),
      /** The templates that make a paper of another mode of transport, and why they are refused. */
      refusals: z.array(z.object({ templateId: id, message: z.string() })),
    }),
  ),
})
export type Preflight = z.infer<typeof preflight>

export const MAX_TEMPLATES = 20
export const MAX_JOBS = 100

export const checkBeforeGenerating = endpoint({
  method: 'POST',
  path: `${path}/preflight`,
  summary: 'What templates print and jobs lack, before documents are made from them; changes nothing',
  tag,
  access: 'documents:write',
  body: z.object({
    templateIds: z.array(id).min(1).max(MAX_TEMPLATES),
    shipmentIds: z.array(id).min(1).max(MAX_JOBS),
  }),
  reply: preflight,
})

const documentSetInput = z.object({
  /** The caller makes it, and sends it with each document as setId. */
  id,
  templateIds: z.array(id).min(1).max(MAX_TEMPLATES),
  shipmentIds: z.array(id).min(1).max(MAX_JOBS),
  blankUnknown,
  allowEmptyJob,
})
export type DocumentSetInput = z.infer<typeof documentSetInput>

const documentSet = z.object({
  id,
  jobs: z.array(z.object({ id, numbers: z.array(z.object(numbered)) })),
})
export type DocumentSet = z.infer<typeof documentSet>

export const beginDocumentSet = endpoint({
  method: 'POST',
  path: `${path}/documentset`,
  summary:
    'Take all the numbers that documents made together need, before the first is made; repeating the call takes no more',
  tag,
  access: 'documents:write',
  body: documentSetInput,
  reply: documentSet,
  status: 201,
})

export const endDocumentSet = endpoint({
  method: 'POST',
  path: `${path}/documentset/:id/end`,
  summary:
    'End a set of documents: nothing more can be added, and numbers that none of its documents prints are given back; answers the documents that were made',
  tag,
  access: 'documents:write',
  params: idParams,
  reply: z.array(madeDocument),
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
  summary: 'The generated documents of a job that would be different now, and how',
  tag: 'Documents',
  access: 'documents:read',
  query: z.object({ shipmentId: id }),
  reply: z.array(outdatedDocument),
})

export const regenerateDocument = endpoint({
  method: 'POST',
  path: '/api/document/:id/again',
  summary:
    'Make a generated document again from its template and job; the earlier content can be restored for 30 days',
  tag: 'Documents',
  access: 'documents:write',
  params: idParams,
  body: z.object({ blankUnknown, allowEmptyJob }).nullish(),
  reply: document,
})
