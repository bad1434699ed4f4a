import type { DeletedDocument, EarlierContent } from '#contract/documents.ts'
import { momentText, sizeText } from '#web/lib/format.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { RestoreDialog } from './RestoreDialog.tsx'

const by = (person: string | null) => (person ? ` by ${person}` : '')

type DeletedFile = Pick<DeletedDocument, 'id' | 'name' | 'deletedAt' | 'deletedBy' | 'size'>

type DeletedProps = {
  /** “documents” */
  nouns: string
  empty: string
  load: () => Promise<readonly DeletedFile[]>
  restore: (id: string) => Promise<{ name: string }>
  onRestored: (id: string) => void
  onClose: () => void
}

/** The files that were deleted in the last 30 days. */
export function DeletedFilesDialog({ nouns, empty, load, restore, onRestored, onClose }: DeletedProps) {
  return (
    <RestoreDialog
      title={`Recently deleted ${nouns}`}
      empty={empty}
      load={async () =>
        (await load()).map(file => ({
          id: file.id,
          name: file.name,
          detail: `Deleted ${momentText(file.deletedAt)}${by(file.deletedBy)}, ${sizeText(file.size)}`,
        }))
      }
      onRestore={async id => {
        const { name } = await restore(id)
        onRestored(id)
        notify.done(`${name} was restored.`)
      }}
      onClose={onClose}
    />
  )
}

type EarlierProps = {
  file: { id: string; name: string }
  /** “document” */
  noun: string
  load: (id: string) => Promise<readonly EarlierContent[]>
  loadFile: (id: string, contentId: string) => Promise<Blob>
  restore: (id: string, contentId: string) => Promise<unknown>
  onRestored: (id: string) => void
  onClose: () => void
}

/** What a file held before it was replaced in the last 30 days. */
export function EarlierVersionsDialog(props: EarlierProps) {
  const { noun, load, loadFile, restore, onRestored, onClose } = props
  const { id, name } = props.file
  const download = async (contentId: string) => {
    try {
      saveFile(await loadFile(id, contentId), name)
    } catch (error) {
      notify.failedBecause(`${name} could not be downloaded.`, error)
    }
  }
  return (
    <RestoreDialog
      title={`Earlier versions of ${name}`}
      empty={`This ${noun} has no earlier versions.`}
      load={async () =>
        (await load(id)).map(one => ({
          id: one.id,
          name: one.date ? `Version of ${momentText(one.date)}` : 'Earlier version',
          detail: `Replaced ${momentText(one.replacedAt)}${by(one.replacedBy)}, ${sizeText(one.size)}`,
        }))
      }
      onRestore={async contentId => {
        await restore(id, contentId)
        onRestored(id)
        notify.done(`The earlier version of ${name} was restored.`)
      }}
      onDownload={contentId => void download(contentId)}
      onClose={onClose}
    />
  )
}
