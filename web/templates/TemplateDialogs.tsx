import type { DocumentTemplate } from '#contract/templates.ts'
import { DeletedFilesDialog, EarlierVersionsDialog } from '#web/ui/dialog/RestoreFileDialogs.tsx'
import {
  deletedTemplates,
  earlierTemplateContents,
  earlierTemplateFile,
  useTemplateChanges,
} from './queries.ts'
import { FromDocumentDialog } from './FromDocumentDialog.tsx'
import { EditTemplateDialog } from './EditTemplateDialog.tsx'
import { ReportDialog } from './ReportDialog.tsx'
import type { DocumentUse } from './use-template-uploads.ts'

export type OpenDialog =
  | { kind: 'edit' | 'earlier' | 'report' | 'result'; template: DocumentTemplate }
  | { kind: 'document'; file: File; onAnswered: (use: DocumentUse | undefined) => void }
  | { kind: 'deleted' }

type Props = {
  open: OpenDialog
  onClose: () => void
  onDownload: (template: DocumentTemplate) => void
  onMade: (id: string) => void
}

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
  if (open.kind === 'document') {
    const answer = (use: DocumentUse | undefined) => {
      onClose()
      open.onAnswered(use)
    }
    return <FromDocumentDialog file={open.file} onAnswered={answer} />
  }
  if (open.kind === 'deleted')
    return (
      <DeletedFilesDialog
        nouns="templates"
        empty="No template was deleted in the last 30 days."
        load={deletedTemplates}
        restore={restore}
        onRestored={onMade}
        onClose={onClose}
      />
    )
  return (
    <EarlierVersionsDialog
      file={open.template}
      noun="template"
      load={earlierTemplateContents}
      loadFile={earlierTemplateFile}
      restore={restoreEarlier}
      onRestored={onMade}
      onClose={onClose}
    />
  )
}
