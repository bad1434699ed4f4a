import { Button } from '@mantine/core'
import { useState } from 'react'
import type { DocumentTemplate } from '#contract/templates.ts'
import type { Column } from '#web/ui/columns.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { useTemplates } from './queries.ts'
import './templates.css'

type Props = { onClose: () => void; onChosen: (template: DocumentTemplate) => void }

const columns: readonly Column<DocumentTemplate>[] = [
  { id: 'name', header: 'Name', text: template => template.name, grow: true },
]

/** Chooses the Word template that a document is made from. */
export function TemplatePicker({ onClose, onChosen }: Props) {
  const { data, error, refetch } = useTemplates()
  const [chosen, setChosen] = useState<DocumentTemplate>()
  return (
    <Dialog
      title="Select Document Template"
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button onClick={() => (chosen ? onChosen(chosen) : onClose())}>Select</Button>
        </>
      }
    >
      <div className="template-picker__table">
        <DataTable
          label="Document Templates"
          columns={columns}
          rows={data}
          rowId={template => template.id}
          error={error}
          onRetry={() => void refetch()}
          selectedId={chosen?.id}
          onSelect={setChosen}
          onOpen={onChosen}
          fill
          empty={
            <EmptyState
              title="No document templates yet."
              hint="Upload the Word templates (.dotx) that your company uses under Document Templates."
            />
          }
        />
      </div>
    </Dialog>
  )
}
