import { IconTrash } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import type { DocumentTemplate } from '#contract/templates.ts'
import { mediumDateText } from '#web/lib/format.ts'
import { useMay } from '#web/lib/membership.ts'
import { messageOf } from '#web/lib/problem.ts'
import { saveFile } from '#web/lib/save-file.ts'
import type { Column } from '#web/ui/columns.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { FileButton } from '#web/ui/FileButton.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { LazyFileDrop } from '#web/ui/LazyFileDrop.tsx'
import { askMessage } from '#web/ui/message-box-store.ts'
import { notify } from '#web/ui/notify.ts'
import { Screen } from '#web/ui/Screen.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { UploadList } from '#web/ui/UploadList.tsx'
import { templateFile, useDeleteTemplate, useTemplates } from './queries.ts'
import { TemplateReport } from './TemplateReport.tsx'
import { useTemplateUploads } from './use-template-uploads.ts'

const facts: readonly Column<DocumentTemplate>[] = [
  { id: 'name', header: 'Name', text: template => template.name, grow: true, width: 280 },
  {
    id: 'defaultDocumentName',
    header: 'Default Document Name',
    text: template => template.defaultDocumentName,
    width: 380,
  },
  { id: 'type', header: 'Type', text: template => template.type, width: 140 },
  { id: 'date', header: 'Date', text: template => mediumDateText(template.date), width: 130 },
]

async function download({ id, name }: DocumentTemplate) {
  try {
    saveFile(await templateFile(id), name)
  } catch (error) {
    notify.failed(`${name} could not be downloaded. ${messageOf(error)}`)
  }
}

/** The company's own Word files, from which documents are made. */
export function TemplatesScreen() {
  const { data, error, refetch } = useTemplates()
  const mayWrite = useMay('templates:write')
  const [selectedId, setSelectedId] = useState<string>()
  const [stored, setStored] = useState<readonly DocumentTemplate[]>([])
  const dismissReport = useCallback(
    (id: string) => setStored(shown => shown.filter(one => one.id !== id)),
    [],
  )
  const { mutateAsync: remove } = useDeleteTemplate()
  const { uploads, add, retry, dismiss } = useTemplateUploads(data ?? [], template => {
    setSelectedId(template.id)
    setStored(shown => [...shown.filter(one => one.id !== template.id), template])
  })

  const columns = useMemo(() => {
    const askAndRemove = async ({ id, name }: DocumentTemplate) => {
      const isMeant = await askMessage({
        title: `Do you want to delete '${name}'?`,
        description: 'This will remove the Document Template.',
        destructive: true,
      })
      if (!isMeant) return
      try {
        await remove(id)
        dismissReport(id)
      } catch (failure) {
        notify.failed(`${name} could not be deleted. ${messageOf(failure)}`)
      }
    }
    const deleteColumn: Column<DocumentTemplate> = {
      id: 'delete',
      header: 'Delete',
      text: () => '',
      render: template => (
        <IconButton
          label={`Delete ${template.name}`}
          icon={IconTrash}
          destructive
          onClick={() => void askAndRemove(template)}
        />
      ),
      width: 80,
    }
    return mayWrite ? [...facts, deleteColumn] : facts
  }, [mayWrite, remove, dismissReport])

  const uploadButton = mayWrite && (
    <FileButton variant="filled" accept=".dotx" multiple onFiles={files => void add(files)}>
      Upload Template
    </FileButton>
  )
  return (
    <Screen title="Document Templates" actions={uploadButton}>
      <TemplateReport templates={stored} onDismiss={template => dismissReport(template.id)} />
      <UploadList uploads={uploads} onRetry={retry} onDismiss={dismiss} />
      <DataTable
        label="Document Templates"
        columns={columns}
        rows={data}
        rowId={template => template.id}
        error={error}
        onRetry={() => void refetch()}
        selectedId={selectedId}
        onSelect={template => setSelectedId(template.id)}
        onOpen={template => void download(template)}
        empty={
          <EmptyState
            title="No document templates yet."
            hint="Upload the Word templates (.dotx) that your company uses; documents are filled from them."
          />
        }
      />
      {mayWrite && (
        <LazyFileDrop
          invitation="Drop Word templates (.dotx) to add them"
          onFiles={files => void add(files)}
        />
      )}
    </Screen>
  )
}
