import { lazy, Suspense } from 'react'
import type { Document } from '#contract/documents.ts'
import type { OutdatedDocument } from '#contract/generation.ts'
import { momentText, sizeText } from '#web/lib/format.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { previewKind } from './preview-kind.ts'
import { deletedDocuments, earlierContents, earlierFile, useDocumentChanges } from './queries.ts'

const PreviewDialog = lazy(async () => ({ default: (await import('./PreviewDialog.tsx')).PreviewDialog }))
const RenameDialog = lazy(async () => ({ default: (await import('./RenameDialog.tsx')).RenameDialog }))
const RegenerateDialog = lazy(async () => ({
  default: (await import('./RegenerateDialog.tsx')).RegenerateDialog,
}))
const RestoreDialog = lazy(async () => ({
  default: (await import('#web/ui/dialog/RestoreDialog.tsx')).RestoreDialog,
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

const by = (person: string | null) => (person ? ` by ${person}` : '')

/** Whichever dialog of a job's documents is open. */
export function DocumentDialogs({ jobId, open, onClose, onDownload, onMade }: Props) {
  const { rename, restore, restoreEarlier } = useDocumentChanges(jobId)
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
      case 'earlier': {
        const { id, name } = open.document
        return (
          <RestoreDialog
            title={`Earlier versions of ${name}`}
            empty="This document has no earlier versions."
            load={async () =>
              (await earlierContents(id)).map(one => ({
                id: one.id,
                name: one.date ? `Version of ${momentText(one.date)}` : 'Earlier version',
                detail: `Replaced ${momentText(one.replacedAt)}${by(one.replacedBy)}, ${sizeText(one.size)}`,
              }))
            }
            onRestore={async contentId => {
              await restoreEarlier(id, contentId)
              onMade(id)
              notify.done(`The earlier version of ${name} was restored.`)
            }}
            onDownload={contentId => void downloadEarlier(id, contentId, name)}
            onClose={onClose}
          />
        )
      }
      case 'deleted':
        return (
          <RestoreDialog
            title="Recently deleted documents"
            empty="Nothing was deleted here in the last 30 days."
            load={async () =>
              (await deletedDocuments(jobId)).map(one => ({
                id: one.id,
                name: one.name,
                detail: `Deleted ${momentText(one.deletedAt)}${by(one.deletedBy)}, ${sizeText(one.size)}`,
              }))
            }
            onRestore={async id => {
              const { name } = await restore(id)
              onMade(id)
              notify.done(`${name} was restored.`)
            }}
            onClose={onClose}
          />
        )
    }
  }
  return <Suspense>{part()}</Suspense>
}

async function downloadEarlier(id: string, contentId: string, name: string) {
  try {
    saveFile(await earlierFile(id, contentId), name)
  } catch (error) {
    notify.failedBecause(`${name} could not be downloaded.`, error)
  }
}
