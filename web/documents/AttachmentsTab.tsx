import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import type { Document } from '#contract/documents.ts'
import { useJob } from '#web/records/queries.ts'
import { useMay } from '#web/lib/membership.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { TabActions } from '#web/ui/page/TabActions.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { FileButton } from '#web/ui/upload/FileButton.tsx'
import { LazyFileDrop } from '#web/ui/upload/LazyFileDrop.tsx'
import { notify } from '#web/ui/notice/notify.ts'
import { useNamedRow } from '#web/ui/table/named-row.ts'
import { EmptyState } from '#web/ui/page/states.tsx'
import { UploadList } from '#web/ui/upload/UploadList.tsx'
import { useRemoval } from '#web/ui/dialog/use-removal.ts'
import { documentColumns } from './document-columns.tsx'
import { DocumentDialogs, type OpenDialog } from './DocumentDialogs.tsx'
import { useOutdated } from './outdated.ts'
import { previewKind } from './preview-kind.ts'
import { documentFile, useDocumentChanges } from './queries.ts'
import { useDocumentUploads } from './use-document-uploads.ts'

const GenerationPicker = lazy(async () => ({
  default: (await import('#web/templates/GenerationPicker.tsx')).GenerationPicker,
}))

const TemplateMenuPicker = lazy(async () => ({
  default: (await import('#web/templates/TemplateMenuPicker.tsx')).TemplateMenuPicker,
}))
const DocumentPicker = lazy(async () => ({
  default: (await import('#web/templates/DocumentPicker.tsx')).DocumentPicker,
}))

async function download(document: Document) {
  try {
    saveFile(await documentFile(document.id), document.name)
    notify.settled(`download ${document.id}`)
  } catch (error) {
    const again = { label: 'Try again', run: () => void download(document) }
    const what = `${document.name} could not be downloaded.`
    notify.failedBecause(what, error, again, `download ${document.id}`)
  }
}

const openLabel = (document: Document) => (previewKind(document) ? 'Open' : 'Download')

/** A job's files, and the documents made for it. */
export function AttachmentsTab({ jobId }: { jobId: string }) {
  const { data: job, error, refetch } = useJob(jobId)
  const [selectedId, setSelectedId] = useNamedRow()
  const [isChoosing, setIsChoosing] = useState(false)
  /** What a document is made from without a dialog; each time anew. */
  const [chosen, setChosen] = useState<{ template: { id: string; name: string }; turn: number }>()
  const splitButton = useRef<HTMLSpanElement>(null)
  const [dialog, setDialog] = useState<OpenDialog>()
  const mayWrite = useMay('documents:write')
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  const { uploads, add, retry, dismiss } = useDocumentUploads(jobId, job?.documents ?? [], setSelectedId)
  const changes = useDocumentChanges(jobId)
  const remove = useRemoval<Document>({
    name: ({ name }) => name,
    remove: ({ id }) => changes.remove(id),
    restore: async ({ id }) => {
      const restored = await changes.restore(id)
      setSelectedId(id)
      return restored
    },
    mayTryAgain: true,
    of: jobId,
  })
  const outdated = useOutdated(jobId)

  const columns = useMemo(
    () =>
      documentColumns(
        {
          preview: document => setDialog({ kind: 'preview', document }),
          rename: document => setDialog({ kind: 'rename', document }),
          earlier: document => setDialog({ kind: 'earlier', document }),
          remove: document => void remove(document),
          again: (document, since) => setDialog({ kind: 'again', document, outdated: since }),
        },
        { mayWrite, isPhone, outdated },
      ),
    [mayWrite, isPhone, remove, outdated],
  )
  const toolbar = mayWrite && (
    <TabActions>
      <Button
        className="quiet-button"
        variant="subtle"
        color="gray"
        onClick={() => setDialog({ kind: 'deleted' })}
      >
        Recently deleted
      </Button>
      <FileButton multiple onFiles={add}>
        Upload Files
      </FileButton>
      <span className="split-button" ref={splitButton}>
        <Button onClick={() => setIsChoosing(true)}>Generate Document</Button>
        <Suspense>
          <TemplateMenuPicker
            onChosen={template => setChosen(before => ({ template, turn: (before?.turn ?? 0) + 1 }))}
          />
        </Suspense>
      </span>
    </TabActions>
  )
  return (
    <>
      {toolbar}
      <UploadList uploads={uploads} onRetry={retry} onDismiss={dismiss} />
      {chosen && (
        <Suspense>
          <DocumentPicker
            key={chosen.turn}
            jobId={jobId}
            template={chosen.template}
            onClose={() => {
              setChosen(undefined)
              // Where one came from: what had the focus is gone.
              splitButton.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
            }}
            onMade={document => setSelectedId(document.id)}
          />
        </Suspense>
      )}
      <DataTable
        label="Attachments"
        columns={columns}
        rows={job?.documents}
        rowId={document => document.id}
        error={error}
        onRetry={() => void refetch()}
        selectedId={selectedId}
        onSelect={document => setSelectedId(document.id)}
        onOpen={document => void download(document)}
        onOpenButton={document =>
          previewKind(document) ? setDialog({ kind: 'preview', document }) : void download(document)
        }
        openLabel={openLabel}
        empty={
          <EmptyState
            title="No attachments yet."
            hint={mayWrite ? 'Upload files, drop or paste them on this page, or generate a document.' : ''}
          />
        }
      />
      {mayWrite && <LazyFileDrop invitation="Drop files to attach them to this job" onFiles={add} />}
      {dialog && (
        <DocumentDialogs
          jobId={jobId}
          open={dialog}
          onClose={() => setDialog(undefined)}
          onDownload={document => void download(document)}
          onMade={setSelectedId}
        />
      )}
      {isChoosing && (
        <Suspense>
          <GenerationPicker
            jobIds={[jobId]}
            onClose={() => setIsChoosing(false)}
            onMade={document => setSelectedId(document.id)}
          />
        </Suspense>
      )}
    </>
  )
}
