import type { Document } from '#contract/documents.ts'
import { messageOf } from '#web/lib/problem.ts'
import { uploadOrReplace } from '#web/ui/upload/upload-or-replace.ts'
import { useUploads } from '#web/ui/upload/uploads.ts'
import { useReplaceDocument, useUploadDocument } from './queries.ts'

/** Attaches files to a job; a file of a name that stands is asked about first. */
export function useDocumentUploads(
  jobId: string,
  listed: readonly Document[],
  onStored: (id: string) => void,
) {
  const upload = useUploadDocument(jobId)
  const replace = useReplaceDocument(jobId)
  return useUploads({
    explain: messageOf,
    send: async (file, onProgress, signal, id) => {
      const stored = await uploadOrReplace(file, {
        id,
        listed,
        upload: () => upload.mutateAsync({ id, file, onProgress, signal }),
        replace: documentId => replace.mutateAsync({ documentId, file, onProgress, signal }),
      })
      if (stored) onStored(stored.id)
    },
  })
}
