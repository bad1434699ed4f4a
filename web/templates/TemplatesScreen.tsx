import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import type { DocumentTemplate } from '#contract/templates.ts'
import { useSingleClicks } from './page/use-single-clicks.ts'
import { useMay } from '#web/lib/membership.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { FileButton } from '#web/ui/upload/FileButton.tsx'
import { LazyFileDrop } from '#web/ui/upload/LazyFileDrop.tsx'
import { useNamedRow } from '#web/ui/table/named-row.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { Screen } from '#web/ui/page/Screen.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'
import { UploadList } from '#web/ui/upload/UploadList.tsx'
import { useRemoval } from '#web/ui/dialog/use-removal.ts'
import { templateFile, useDeleteTemplate, useTemplateChanges, useTemplates } from './queries.ts'
import { templateColumns } from './template-columns.tsx'
import type { OpenDialog } from './TemplateDialogs.tsx'
import { StarterButton } from './StarterButton.tsx'
import { StarterEditions } from './StarterEditions.tsx'
import { TemplateReport } from './TemplateReport.tsx'
import { TemplateTabs } from '#web/records/TemplateTabs.tsx'
import { useTemplateUploads } from './use-template-uploads.ts'

const TemplateDialogs = lazy(async () => ({
  default: (await import('./TemplateDialogs.tsx')).TemplateDialogs,
}))

async function download(template: DocumentTemplate) {
  const { id, name } = template
  try {
    saveFile(await templateFile(id), name)
  } catch (error) {
    notify.failedBecause(`${name} could not be downloaded.`, error, {
      label: 'Try again',
      run: () => void download(template),
    })
  }
}

/** The company's own Word files, from which documents are made. */
export function TemplatesScreen() {
  useSingleClicks()
  const { data, error, refetch } = useTemplates()
  const mayWrite = useMay('templates:write')
  const [dialog, setDialog] = useState<OpenDialog>()
  const [selectedId, setSelectedId] = useNamedRow()
  const [stored, setStored] = useState<readonly DocumentTemplate[]>([])
  const dismissReport = useCallback(
    (id: string) => setStored(shown => shown.filter(one => one.id !== id)),
    [],
  )
  const { mutateAsync: remove } = useDeleteTemplate()
  const isAlone = useRef(false)
  const navigate = useNavigate()
  const editPage = ({ id }: DocumentTemplate, job?: string) =>
    void navigate({
      to: '/webapp/documenttemplates/page',
      search: job === undefined ? { id } : { id, job, made: true },
    })
  const { uploads, add, retry, dismiss } = useTemplateUploads({
    listed: data ?? [],
    onStored: (template, jobId) => {
      setSelectedId(template.id)
      if (jobId !== undefined) editPage(template, jobId)
      else if (isAlone.current) setDialog({ kind: 'report', template })
      else setStored(shown => [...shown.filter(one => one.id !== template.id), template])
    },
    askForUse: file => new Promise(resolve => setDialog({ kind: 'document', file, onAnswered: resolve })),
  })
  const upload = (files: readonly File[]) => {
    // A single file's report is what its designer waits for; those of many would stand in each other's way.
    isAlone.current = files.length === 1
    void add(files)
  }

  const { restore } = useTemplateChanges()
  const askAndRemove = useRemoval<DocumentTemplate>({
    name: ({ name }) => name,
    question: 'This will remove the Document Template.',
    remove: async ({ id }) => {
      await remove(id)
      dismissReport(id)
    },
    restore: async ({ id }) => {
      const restored = await restore(id)
      setSelectedId(id)
      return restored
    },
  })
  const columns = templateColumns(
    {
      report: template => setDialog({ kind: 'report', template }),
      edit: template => setDialog({ kind: 'edit', template }),
      page: template => editPage(template),
      earlier: template => setDialog({ kind: 'earlier', template }),
      remove: template => void askAndRemove(template),
    },
    mayWrite,
  )

  const uploadButton = mayWrite && (
    <>
      <StarterButton />
      <Button
        className="quiet-button"
        variant="subtle"
        color="gray"
        onClick={() => setDialog({ kind: 'deleted' })}
      >
        Recently deleted
      </Button>
      <FileButton variant="filled" accept=".dotx,.docx" multiple onFiles={upload}>
        Upload Template
      </FileButton>
    </>
  )
  return (
    <Screen title="Document Templates" actions={uploadButton}>
      <TemplateTabs />
      {mayWrite && <StarterEditions />}
      <TemplateReport
        templates={stored}
        onDismiss={template => dismissReport(template.id)}
        onShow={template => setDialog({ kind: 'report', template })}
      />
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
        onOpenButton={template => setDialog({ kind: 'result', template })}
        empty={
          <EmptyState
            title="No document templates yet."
            hint="Upload the Word templates (.dotx) that your company uses; documents are filled from them."
            action={mayWrite && <StarterButton variant="default" />}
          />
        }
      />
      {mayWrite && (
        <LazyFileDrop
          invitation="Drop Word templates (.dotx), or Word documents of a finished job (.docx), to add them"
          onFiles={upload}
        />
      )}
      {dialog && (
        <Suspense>
          <TemplateDialogs
            open={dialog}
            onClose={() => setDialog(undefined)}
            onDownload={template => void download(template)}
            onMade={setSelectedId}
          />
        </Suspense>
      )}
    </Screen>
  )
}
