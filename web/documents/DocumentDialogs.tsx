import { lazy, Suspense } from 'react'
import type { Document } from '#contract/documents.ts'
import type { OutdatedDocument } from '#contract/generation.ts'
import { useMay } from '#web/lib/membership.ts'
import { askForMail } from '#web/records/mail-request.ts'
import { previewKind } from './preview-kind.ts'
import { deletedDocuments, earlierContents, earlierFile, useDocumentChanges } from './queries.ts'

const PreviewDialog = lazy(async () => ({ default: (await import('./PreviewDialog.tsx')).PreviewDialog }))
const RenameDialog = lazy(async () => ({ default: (await import('./RenameDialog.tsx')).RenameDialog }))
const RegenerateDialog = lazy(async () => ({
  default: (await import('./RegenerateDialog.tsx')).RegenerateDialog,
}))
const DeletedFilesDialog = lazy(async () => ({
  default: (await import('#web/ui/dialog/RestoreFileDialogs.tsx')).DeletedFilesDialog,
}))
const EarlierVersionsDialog = lazy(async () => ({
  default: (await import('#web/ui/dialog/RestoreFileDialogs.tsx')).EarlierVersionsDialog,
}))

export type OpenDialog =
  | { kind: 'preview' | 'rename' | 'earlier'; document: Document }
  | { kind: 'again'; document: Document; outdated: OutdatedDocument }
  | { kind: 'deleted' }

type Props = {
  jobId: string
  open: OpenDialog
  onClose: () => void
  onDownload: (document: Document) => void
  /** A document that is new or anew in the table. */
  onMade: (id: string) => void
}

/** Whichever dialog of a job's documents is open. */
export function DocumentDialogs({ jobId, open, onClose, onDownload, onMade }: Props) {
  const { rename, restore, restoreEarlier } = useDocumentChanges(jobId)
  const maySend = useMay('mail:send')
  const part = () => {
    switch (open.kind) {
      case 'preview': {
        const { document } = open
        const kind = previewKind(document)
        return (
          kind && (
            <PreviewDialog
              document={document}
              kind={kind}
              onDownload={() => onDownload(document)}
              onMail={
                maySend
                  ? () => {
                      onClose()
                      askForMail(jobId, { kind: 'attach', document })
                    }
                  : undefined
              }
              onClose={onClose}
            />
          )
        )
      }
      case 'rename':
        return (
          <RenameDialog
            document={open.document}
            onRename={name => rename(open.document, name)}
            onClose={onClose}
          />
        )
      case 'again': {
        const { document, outdated } = open
        return <RegenerateDialog {...{ jobId, document, outdated, onClose, onMade }} />
      }
      case 'earlier':
        return (
          <EarlierVersionsDialog
            file={open.document}
            noun="document"
            load={earlierContents}
            loadFile={earlierFile}
            restore={restoreEarlier}
            onRestored={onMade}
            onClose={onClose}
          />
        )
      case 'deleted':
        return (
          <DeletedFilesDialog
            nouns="documents"
            empty="Nothing was deleted here in the last 30 days."
            load={() => deletedDocuments(jobId)}
            restore={restore}
            onRestored={onMade}
            onClose={onClose}
          />
        )
    }
  }
  return <Suspense>{part()}</Suspense>
}
