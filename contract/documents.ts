import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, instant, nameText, version } from './values.ts'

/** A file attached to a job, or generated for it. */
export const document = z.object({
  id,
  shipmentId: id,
  name: z.string(),
  /** What people call this kind of file: "PDF", "Word Document", "E-mail" … */
  type: z.string(),
  date: instant,
  /** Bytes. */
  size: z.int(),
  /** Holds or may hold code: never opened or previewed, only downloaded. */
  mayRunCode: z.boolean(),
  /** The document template that made it as it is; null where none did. */
  templateId: id.nullable(),
  version,
})
export type Document = z.infer<typeof document>

/** Content that was replaced and can be brought back. */
export const earlierContent = z.object({
  id,
  /** Bytes. */
  size: z.int(),
  /** Since when it had stood; null where that was not noted. */
  date: instant.nullable(),
  replacedAt: instant,
  /** Who replaced it, by name. */
  replacedBy: z.string().nullable(),
  restorableUntil: instant,
})
export type EarlierContent = z.infer<typeof earlierContent>

export const earlierContentParams = z.object({ id, contentId: id })

/** An e-mail as plain text: nothing in it can run or call anybody. */
export const message = z.object({
  subject: z.string(),
  from: z.string(),
  to: z.string(),
  cc: z.string(),
  /** When it was sent; null where it does not say so. */
  sentAt: instant.nullable(),
  text: z.string(),
  attachments: z.array(z.object({ name: z.string(), size: z.int() })),
})
export type Message = z.infer<typeof message>

export const uploadDocument = endpoint({
  method: 'POST',
  path: '/api/document',
  summary:
    'Attach a file to a job; if it has a file of that name, the answer is 409 and names the existing document',
  tag: 'Documents',
  access: 'documents:write',
  multipart: true,
  body: z.object({
    shipmentId: id,
    id: id.optional(),
    /** A note of the job, below whose text the file is to stand. */
    noteId: id.optional(),
  }),
  reply: document,
  status: 201,
})

export const replaceDocumentContent = endpoint({
  method: 'PUT',
  path: '/api/document/updatedocumentcontent',
  summary: 'Replace the content of a document; the earlier content can be restored for 30 days',
  tag: 'Documents',
  access: 'documents:write',
  multipart: true,
  body: z.object({ documentId: id }),
  reply: document,
})

export const downloadDocument = endpoint({
  method: 'GET',
  path: '/api/document/:id',
  summary: "A document's file",
  tag: 'Documents',
  access: 'documents:read',
  params: idParams,
  file: true,
})

export const updateDocument = endpoint({
  method: 'PUT',
  path: '/api/document',
  summary: 'Rename a document; it keeps its extension, since that says what it is',
  tag: 'Documents',
  access: 'documents:write',
  body: z.object({ id, name: nameText(255) }),
  reply: document,
})

export const deleteDocument = endpoint({
  method: 'DELETE',
  path: '/api/document/:id',
  summary: 'Delete a document; it can be restored for 30 days',
  tag: 'Documents',
  access: 'documents:write',
  params: idParams,
  status: 204,
})

export const deletedDocument = document.extend({
  deletedAt: instant,
  /** Who deleted it, by name. */
  deletedBy: z.string().nullable(),
  restorableUntil: instant,
})
export type DeletedDocument = z.infer<typeof deletedDocument>

export const listDeletedDocuments = endpoint({
  method: 'GET',
  path: '/api/document/deleted',
  summary: 'The documents deleted from a job in the last 30 days, latest first',
  tag: 'Documents',
  access: 'documents:write',
  query: z.object({ shipmentId: id }),
  reply: z.array(deletedDocument),
})

export const restoreDocument = endpoint({
  method: 'POST',
  path: '/api/document/:id/restore',
  summary: 'Restore a deleted document; if its name is in use again, it gets a number',
  tag: 'Documents',
  access: 'documents:write',
  params: idParams,
  reply: document,
})

export const listEarlierContents = endpoint({
  method: 'GET',
  path: '/api/document/:id/earlier',
  summary: 'The contents of a document that were replaced in the last 30 days, latest first',
  tag: 'Documents',
  access: 'documents:write',
  params: idParams,
  reply: z.array(earlierContent),
})

export const downloadEarlierContent = endpoint({
  method: 'GET',
  path: '/api/document/:id/earlier/:contentId',
  summary: 'An earlier content of a document',
  tag: 'Documents',
  access: 'documents:write',
  params: earlierContentParams,
  file: true,
})

export const restoreEarlierContent = endpoint({
  method: 'POST',
  path: '/api/document/:id/earlier/:contentId/restore',
  summary: 'Restore an earlier content of a document; the current one becomes an earlier one',
  tag: 'Documents',
  access: 'documents:write',
  params: earlierContentParams,
  reply: document,
})

export const readMessage = endpoint({
  method: 'GET',
  path: '/api/document/:id/message',
  summary: "An e-mail's heading, text and list of attachments (.eml and .msg)",
  tag: 'Documents',
  access: 'documents:read',
  params: idParams,
  reply: message,
})

export const fileMessageAttachment = endpoint({
  method: 'POST',
  path: '/api/document/:id/message/attachment',
  summary:
    "Save an attachment of a job's e-mail as a document of the job; an existing one of that name and content is answered with 200",
  tag: 'Documents',
  access: 'documents:write',
  params: idParams,
  /** Its place in the e-mail's list of attachments, from 0. */
  body: z.object({ position: z.int().min(0).max(1000) }),
  reply: document,
  status: 201,
})
