import { Button } from '@mantine/core'
import { useState } from 'react'
import { type DocumentFormat, MAX_TEMPLATES } from '#contract/generation.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import type { Column } from '#web/ui/table/columns.ts'
import { countText } from '#web/lib/format.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { Banner, EmptyState } from '#web/ui/page/states.tsx'
import { FormatChoice, keepFormats, lastFormats, usePdfReason } from './FormatChoice.tsx'
import { useTemplates } from './queries.ts'
import './templates.css'

type Props = {
  isBusy: boolean
  /** Why what was chosen could not be gone on with. */
  failure: string
  onClose: () => void
  /** The ids of those that are ticked; kept by the caller, so that they are there on coming back. */
  ticked: ReadonlySet<string>
  onTicked: (ids: ReadonlySet<string>) => void
  onChosen: (templates: readonly DocumentTemplate[], formats: readonly DocumentFormat[]) => void
}

const columns: readonly Column<DocumentTemplate>[] = [
  { id: 'name', header: 'Name', text: template => template.name, grow: true },
]

/** "Choose a template first.", "2 templates chosen; Bill.dotx is not ticked". */
function chosenText(wanted: readonly DocumentTemplate[], selected: DocumentTemplate | undefined) {
  if (wanted.length === 0) return 'Choose a template first.'
  // A click on a row does not tick it.
  const isLeftOut = selected !== undefined && !wanted.includes(selected)
  const left = isLeftOut ? `; ${selected.name} is not ticked` : ''
  return (wanted.length > 1 || isLeftOut) && `${countText(wanted.length, 'template')} chosen${left}`
}

/** Chooses the Word templates that documents are made from, one or several, and as what. */
export function TemplatePicker({ isBusy, failure, ticked, onTicked, onClose, onChosen }: Props) {
  const { data, error, refetch } = useTemplates()
  const [selected, setSelected] = useState<DocumentTemplate>()
  const [wanted, setFormats] = useState(lastFormats)
  const reason = usePdfReason()
  const formats: readonly DocumentFormat[] = reason ? ['word'] : wanted

  const check = (template: DocumentTemplate, isChecked: boolean) => {
    const next = new Set(ticked)
    if (!isChecked) next.delete(template.id)
    else if (next.size < MAX_TEMPLATES) next.add(template.id)
    onTicked(next)
  }
  /** A row that is opened beside others that are ticked joins them; they do not go. */
  const open = (template: DocumentTemplate) => {
    if (several.length === 0) onChosen([template], formats)
    else if (ticked.has(template.id)) onChosen(several, formats)
    else check(template, true)
  }
  const several = (data ?? []).filter(({ id }) => ticked.has(id))
  const chosen = several.length === 0 && selected ? [selected] : several
  return (
    <Dialog
      title="Select Document Template"
      onClose={onClose}
      footer={
        <>
          <span className="template-picker__count" role="status">
            {data && data.length > 0 && chosenText(chosen, selected)}
          </span>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button loading={isBusy} disabled={chosen.length === 0} onClick={() => onChosen(chosen, formats)}>
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
          checked={ticked}
          onCheck={check}
          onOpen={open}
          onOpenButton={template => check(template, !ticked.has(template.id))}
          openLabel={template => (ticked.has(template.id) ? 'Untick' : 'Tick')}
          hasFocus
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
        onChange={formatsNow => {
          setFormats(formatsNow)
          keepFormats(formatsNow)
        }}
      />
    </Dialog>
  )
}
