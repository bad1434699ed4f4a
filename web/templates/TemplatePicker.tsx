import { Button } from '@mantine/core'
import { useState } from 'react'
import { type DocumentFormat, MOST_TEMPLATES } from '#contract/generation.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import type { Column } from '#web/ui/columns.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Banner, EmptyState } from '#web/ui/states.tsx'
import { FormatChoice, keepFormats, lastFormats, usePdfReason } from './FormatChoice.tsx'
import { useTemplates } from './queries.ts'
import './templates.css'

type Props = {
  isBusy: boolean
  /** Why what was chosen could not be gone on with. */
  failure: string
  onClose: () => void
  onChosen: (templates: readonly DocumentTemplate[], formats: readonly DocumentFormat[]) => void
}

const columns: readonly Column<DocumentTemplate>[] = [
  { id: 'name', header: 'Name', text: template => template.name, grow: true },
]

/** Chooses the Word templates that documents are made from, one or several, and as what. */
export function TemplatePicker({ isBusy, failure, onClose, onChosen }: Props) {
  const { data, error, refetch } = useTemplates()
  const [selected, setSelected] = useState<DocumentTemplate>()
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
  const [wanted, setFormats] = useState(lastFormats)
  const reason = usePdfReason()
  const formats: readonly DocumentFormat[] = reason ? ['word'] : wanted

  const check = (template: DocumentTemplate, isChecked: boolean) => {
    const next = new Set(checked)
    if (!isChecked) next.delete(template.id)
    else if (next.size < MOST_TEMPLATES) next.add(template.id)
    setChecked(next)
  }
  const select = () => {
    const several = (data ?? []).filter(template => checked.has(template.id))
    if (several.length > 0) onChosen(several, formats)
    else if (selected) onChosen([selected], formats)
    else onClose()
  }
  return (
    <Dialog
      title="Select Document Template"
      onClose={onClose}
      footer={
        <>
          <span className="template-picker__count" role="status">
            {checked.size > 1 && `${checked.size} templates chosen`}
          </span>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button loading={isBusy} onClick={select}>
            Select
          </Button>
        </>
      }
    >
      {failure && <Banner tone="failed">{failure}</Banner>}
      <div className="template-picker__table">
        <DataTable
          label="Document Templates"
          columns={columns}
          rows={data}
          rowId={template => template.id}
          error={error}
          onRetry={() => void refetch()}
          selectedId={selected?.id}
          onSelect={setSelected}
          checked={checked}
          onCheck={check}
          onOpen={template => onChosen([template], formats)}
          fill
          empty={
            <EmptyState
              title="No document templates yet."
              hint="Upload the Word templates (.dotx) that your company uses under Document Templates."
            />
          }
        />
      </div>
      <FormatChoice
        value={formats}
        onChange={chosen => {
          setFormats(chosen)
          keepFormats(chosen)
        }}
      />
    </Dialog>
  )
}
