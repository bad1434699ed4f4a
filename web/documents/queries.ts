import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  deleteDocument,
  type Document,
  downloadDocument,
  downloadEarlierContent,
  fileMessageAttachment,
  listDeletedDocuments,
  listEarlierContents,
  readMessage,
  replaceDocumentContent,
  restoreDocument,
  restoreEarlierContent,
  updateDocument,
  uploadDocument,
} from '#contract/documents.ts'
import { jobQuery } from '#web/records/queries.ts'
import { call, callFile } from '#web/lib/call.ts'
import { saveOver } from '#web/ui/form/save-over.ts'

type Sent = { file: File; onProgress: (sent: number, total: number) => void; signal: AbortSignal }

export function useUploadDocument(jobId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, noteId, file, onProgress, signal }: Sent & { id: string; noteId?: string }) =>
      call(uploadDocument, {
        body: { id, shipmentId: jobId, ...(noteId && { noteId }) },
        ...{ file, onProgress, signal },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: jobQuery(jobId).queryKey }),
  })
}

export function useReplaceDocument(jobId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ documentId, file, onProgress, signal }: Sent & { documentId: string }) =>
      call(replaceDocumentContent, { body: { documentId }, file, onProgress, signal }),
    onSuccess: () => client.invalidateQueries({ queryKey: jobQuery(jobId).queryKey }),
  })
}

export const documentFile = (id: string) => callFile(downloadDocument, { params: { id } })

/** A stored e-mail, read as text. */
export const messageQuery = ({ id, version }: Document) =>
  queryOptions({
    queryKey: ['document-message', id, version],
    queryFn: ({ signal }) => call(readMessage, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Makes an attachment of a stored e-mail a document of its job. */
export function useFileAttachment({ id, shipmentId }: Document) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (position: number) => call(fileMessageAttachment, { params: { id }, body: { position } }),
    onSettled: () => client.invalidateQueries({ queryKey: jobQuery(shipmentId).queryKey }),
  })
}

/** What changes a job's documents; each asks for the job anew when it is done. */
export function useDocumentChanges(jobId: string) {
  const client = useQueryClient()
  const then = <Reply>(reply: Promise<Reply>) =>
    reply.finally(() => void client.invalidateQueries({ queryKey: jobQuery(jobId).queryKey }))
  return {
    rename: ({ id, version }: Document, name: string) =>
      then(saveOver({ name }, version, over => call(updateDocument, { body: { id, name }, ifMatch: over }))),
    remove: (id: string) => then(call(deleteDocument, { params: { id } })),
    restore: (id: string) => then(call(restoreDocument, { params: { id } })),
    restoreEarlier: (id: string, contentId: string) =>
      then(call(restoreEarlierContent, { params: { id, contentId } })),
  }
}

export const deletedDocuments = (jobId: string) =>
  call(listDeletedDocuments, { query: { shipmentId: jobId } })

export const earlierContents = (id: string) => call(listEarlierContents, { params: { id } })

export const earlierFile = (id: string, contentId: string) =>
  callFile(downloadEarlierContent, { params: { id, contentId } })
