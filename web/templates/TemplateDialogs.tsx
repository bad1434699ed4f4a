import type { DocumentTemplate } from '#contract/templates.ts'
import { momentText, sizeText } from '#web/lib/format.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { RestoreDialog } from '#web/ui/dialog/RestoreDialog.tsx'
import {
  deletedTemplates,
  earlierTemplateContents,
  earlierTemplateFile,
  useTemplateChanges,
} from './queries.ts'
import { EditTemplateDialog } from './EditTemplateDialog.tsx'
import { ReportDialog } from './ReportDialog.tsx'

export type OpenDialog =
  | { kind: 'edit' | 'earlier' | 'report' | 'result'; template: DocumentTemplate }
  | { kind: 'deleted' }

type Props = {
  open: OpenDialog
  onClose: () => void
  onDownload: (template: DocumentTemplate) => void
  onMade: (id: string) => void
}

const by = (person: string | null) => (person ? ` by ${person}` : '')

/** Whichever dialog of the document templates is open. */
export function TemplateDialogs({ open, onClose, onDownload, onMade }: Props) {
  const { restore, restoreEarlier } = useTemplateChanges()
  if (open.kind === 'edit') return <EditTemplateDialog template={open.template} onClose={onClose} />
  if (open.kind === 'report' || open.kind === 'result')
    return (
      <ReportDialog
        template={open.template}
        first={open.kind === 'report' ? 'Report' : 'Result'}
        onDownload={() => onDownload(open.template)}
        onClose={onClose}
      />
    )
  if (open.kind === 'deleted')
    return (
      <RestoreDialog
        title="Recently deleted templates"
        empty="No template was deleted in the last 30 days."
        load={async () =>
          (await deletedTemplates()).map(one => ({
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
  const { id, name } = open.template
  return (
    <RestoreDialog
      title={`Earlier versions of ${name}`}
      empty="This template has no earlier versions."
      load={async () =>
        (await earlierTemplateContents(id)).map(one => ({
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

async function downloadEarlier(id: string, contentId: string, name: string) {
  try {
    saveFile(await earlierTemplateFile(id, contentId), name)
  } catch (error) {
    notify.failedBecause(`${name} could not be downloaded.`, error)
  }
}
