import { useState } from 'react'
import type { DocumentTemplate } from '#contract/templates.ts'
import { momentText, sizeText } from '#web/lib/format.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { TextAreaField, TextField } from '#web/ui/form/fields.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { notify } from '#web/ui/notice/notify.ts'
import { RestoreDialog } from '#web/ui/dialog/RestoreDialog.tsx'
import { Banner } from '#web/ui/page/states.tsx'
import {
  deletedTemplates,
  earlierTemplateContents,
  earlierTemplateFile,
  useTemplateChanges,
} from './queries.ts'
import { ReportDialog } from './ReportDialog.tsx'
import { TemplateProblems } from './TemplateProblems.tsx'

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
  if (open.kind === 'edit') return <EditDialog template={open.template} onClose={onClose} />
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

function EditDialog({ template, onClose }: { template: DocumentTemplate; onClose: () => void }) {
  const { update } = useTemplateChanges()
  const [name, setName] = useState<string | null>(template.defaultDocumentName)
  const [description, setDescription] = useState(template.description)
  const [nameError, setNameError] = useState('')

  const submit = async () => {
    const defaultDocumentName = name?.trim() ?? ''
    if (!defaultDocumentName) return setNameError('Give the documents a name.')
    await update(template, { defaultDocumentName, description })
    onClose()
  }
  return (
    <FormDialog
      title={`Edit ${template.name}`}
      onClose={onClose}
      onSubmit={submit}
      isUnsaved={
        name !== template.defaultDocumentName || (description ?? '') !== (template.description ?? '')
      }
    >
      <TextField
        label="Default Document Name"
        value={name}
        onChange={value => {
          setName(value)
          setNameError('')
        }}
        error={nameError || undefined}
        maxLength={255}
        autoFocus
      />
      <TextAreaField label="Description" value={description} onChange={setDescription} />
      {template.problems.length > 0 && (
        <Banner tone="warning">
          Places to correct in Word. Then upload the template again.
          <TemplateProblems problems={template.problems} />
        </Banner>
      )}
    </FormDialog>
  )
}
