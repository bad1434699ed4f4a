import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, instant, version } from './values.ts'

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
  version,
})
export type Document = z.infer<typeof document>

export const uploadDocument = endpoint({
  method: 'POST',
  path: '/api/document',
  summary: 'Attach a file to a job; a file of the same name is 409 and names the document that stands',
  tag: 'Documents',
  access: 'documents:write',
  multipart: true,
  body: z.object({ shipmentId: id, id: id.optional() }),
  reply: document,
  status: 201,
})

export const replaceDocumentContent = endpoint({
  method: 'PUT',
  path: '/api/document/updatedocumentcontent',
  summary: "Put a new file in a document's place; the earlier content can be restored for 30 days",
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
