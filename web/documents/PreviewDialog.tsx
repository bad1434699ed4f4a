import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { Document } from '#contract/documents.ts'
import { FileDialog } from '#web/ui/dialog/FileDialog.tsx'
import '#web/ui/preview/preview.css'
import { FailedState } from '#web/ui/page/states.tsx'
import { PageSkeleton } from '#web/ui/preview/PageSkeleton.tsx'
import { MessagePreview } from './MessagePreview.tsx'
import type { PreviewKind } from './preview-kind.ts'
import { SentWith } from './SentWith.tsx'
import { documentFile } from './queries.ts'

const PdfPreview = lazy(async () => ({
  default: (await import('#web/ui/preview/PdfPreview.tsx')).PdfPreview,
}))
const WordPreview = lazy(async () => ({
  default: (await import('#web/ui/preview/WordPreview.tsx')).WordPreview,
}))
const ImagePreview = lazy(async () => ({ default: (await import('./ImagePreview.tsx')).ImagePreview }))

type Props = {
  document: Document
  kind: PreviewKind
  onDownload: () => void
  /** Absent where the person sends no e-mails. */
  onMail?: (() => void) | undefined
  onClose: () => void
}

/** A document to look at without leaving the job. */
export function PreviewDialog({ document, kind, onDownload, onMail, onClose }: Props) {
  return (
    <FileDialog name={document.name} {...{ onDownload, onMail, onClose }}>
      <SentWith document={document} />
      {kind === 'message' ? (
        <MessagePreview document={document} />
      ) : (
        <FilePreview document={document} kind={kind} />
      )}
    </FileDialog>
  )
}

const parts = { pdf: PdfPreview, image: ImagePreview, word: WordPreview }

function FilePreview({ document, kind }: { document: Document; kind: Exclude<PreviewKind, 'message'> }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['document-file', document.id, document.version],
    queryFn: () => documentFile(document.id),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const Part = parts[kind]
  if (error)
    return (
      <FailedState title="The preview could not be loaded." error={error} onRetry={() => void refetch()} />
    )
  return (
    <Suspense fallback={<PageSkeleton />}>
      {data ? <Part file={data} name={document.name} /> : <PageSkeleton />}
    </Suspense>
  )
}
