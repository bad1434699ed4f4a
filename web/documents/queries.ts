import { useMutation, useQueryClient } from '@tanstack/react-query'
import { downloadDocument, replaceDocumentContent, uploadDocument } from '#contract/documents.ts'
import { jobQuery } from '#web/jobs/queries.ts'
import { call, callFile } from '#web/lib/call.ts'

type Sent = { file: File; onProgress: (sent: number, total: number) => void }

export function useUploadDocument(jobId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, file, onProgress }: Sent & { id: string }) =>
      call(uploadDocument, { body: { id, shipmentId: jobId }, file, onProgress }),
    onSuccess: () => client.invalidateQueries({ queryKey: jobQuery(jobId).queryKey }),
  })
}

export function useReplaceDocument(jobId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ documentId, file, onProgress }: Sent & { documentId: string }) =>
      call(replaceDocumentContent, { body: { documentId }, file, onProgress }),
    onSuccess: () => client.invalidateQueries({ queryKey: jobQuery(jobId).queryKey }),
  })
}

export const documentFile = (id: string) => callFile(downloadDocument, { params: { id } })
